// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Files of costs with names that no benchmark has, or with times and counts that none can come to. Stateless. */
final class CostInventions {
    private CostInventions() {
    }

    static List<Forgery> all() {
        return Stream.of(names(), whole(), limits()).flatMap(List::stream).toList();
    }

    private static List<Forgery> whole() {
        return List.of(
            of("an aligned counter tears no trip", ValidationRule.COSTS, (file, random) -> times(file).filter(one ->
                "messageBytes".equals(one.path("axis").stringValue("")) && one.has("delivered")
                    && one.at("/setting/way").stringValue("").startsWith("memory-")).findFirst().map(one -> {
                        int aligned = one.path("at").valueStream().map(JsonNode::intValue).toList().indexOf(56);
                        return aligned >= 0 && ((ArrayNode) one.at("/delivered/torn")).set(aligned, 3) != null;
                    }).orElse(false)),
            of("an aligned field is whole", ValidationRule.COSTS, (file, random) -> file.at("/costs/remedies")
                .valueStream().filter(one -> List.of("aligned-field", "seqlock", "synchronized").contains(
                    one.path("remedy").stringValue(""))).findAny().map(one -> ((ObjectNode) one).put("right", "wrong")
                    .withObjectProperty("own").put("torn", 3) != null).orElse(false)));
    }

    private static List<Forgery> names() {
        return List.of(
            of("counters are known", ValidationRule.NAMES, (file, random) -> set(file, "counter", "quantum-adder")),
            of("ways are known", ValidationRule.NAMES, (file, random) -> set(file, "way", "carrier-pigeon")),
            of("points are known", ValidationRule.NAMES, (file, random) -> {
                List<JsonNode> named = times(file).filter(one -> one.has("names")).toList();
                ArrayNode names = (ArrayNode) named.get(random.nextInt(named.size())).path("names");
                return names.set(random.nextInt(names.size()), "best-of-all") != null;
            }),
            of("queues are where they lie", ValidationRule.NAMES, (file, random) -> times(file).filter(one ->
                "heap".equals(one.at("/setting/place").stringValue(""))).findFirst()
                .map(one -> ((ArrayNode) one.path("names")).set(0, "locked-by-one") != null).orElse(false)),
            of("remedies are known", ValidationRule.NAMES, (file, random) ->
                ((ObjectNode) file.at("/costs/remedies/0")).put("remedy", "prayer") != null),
            of("what was left out is told in known words", ValidationRule.NAMES, (file, random) ->
                file.at("/costs/groups").valueStream().flatMap(group -> group.path("leftOut").valueStream())
                    .findFirst().map(missing -> ((ObjectNode) missing).put("what", "visit our shop") != null)
                    .orElse(false)),
            of("a socket tears nothing", ValidationRule.COSTS, (file, random) -> times(file).filter(one ->
                "way".equals(one.path("axis").stringValue("")) && one.has("delivered")).findFirst().map(one -> {
                    int way = one.path("names").valueStream().map(JsonNode::stringValue).toList()
                        .indexOf("tcp-blocking");
                    return ((ArrayNode) one.at("/delivered/torn")).set(way, 3) != null;
                }).orElse(false)),
            of("corrected is not faster than sent", ValidationRule.COSTS, (file, random) -> times(file).filter(one ->
                "corrected".equals(one.at("/setting/omission").stringValue(""))
                    && "latency-50".equals(one.path("metric").stringValue(""))).findFirst().map(one -> {
                        for (String list : List.of("lowPicos", "medianPicos", "highPicos")) {
                            ArrayNode picos = (ArrayNode) one.path(list);
                            picos.set(0, picos.get(0).longValue() / 3);
                        }
                        return true;
                    }).orElse(false)),
            of("no line is shorter than the system's", ValidationRule.COSTS, (file, random) -> {
                JsonNode step = file.at("/costs/line/cost/coherence");
                if (!step.isObject()) {
                    return false;
                }
                ArrayNode points = (ArrayNode) step.path("points");
                for (int i = 0; i < points.size(); i++) {
                    long picos = points.get(i).path("bytes").intValue() < 16 ? 9_000 : 2_000;
                    ((ObjectNode) points.get(i)).put("lowPicos", picos).put("medianPicos", picos).put("highPicos",
                        picos);
                }
                return ((ObjectNode) step).put("index", 1).put("agreeing", 5) != null;
            }),
            of("nothing is strong in no change", ValidationRule.COSTS, (file, random) ->
                asked(file).filter(one -> "none-seen".equals(one.path("verdict").stringValue(""))).findFirst()
                    .map(one -> ((ObjectNode) one).put("strength", "strong").put("changes", 0) != null)
                    .orElse(false)),
            of("only a negative result has a strength", ValidationRule.COSTS, (file, random) ->
                asked(file).filter(one -> "torn".equals(one.path("verdict").stringValue(""))).findFirst().map(one -> {
                    ObjectNode asked = (ObjectNode) one;
                    JsonNode changes = asked.remove("changes");
                    JsonNode torn = asked.remove("torn");
                    asked.put("strength", "strong").set("changes", changes);
                    return asked.set("torn", torn) != null;
                }).orElse(false)));
    }

    private static List<Forgery> limits() {
        return List.of(
            of("a harness that was", ValidationRule.NAMES, (file, random) ->
                ((ObjectNode) file.path("costs")).put("harness", "9.99") != null),
            of("nobody samples for years", ValidationRule.COSTS, (file, random) -> {
                ArrayNode samples = (ArrayNode) times(file).findFirst().orElseThrow().path("samples");
                return samples.set(random.nextInt(samples.size()), 1_000_000_000L) != null;
            }),
            of("a cycle is no call", ValidationRule.COSTS, (file, random) -> slower(file, 100)),
            of("nothing takes a million times as long", ValidationRule.COSTS,
                (file, random) -> slower(file, 1_000_000)),
            of("a step that all repeats have is told", ValidationRule.COSTS, (file, random) -> {
                JsonNode step = file.at("/costs/line/cost/coherence");
                if (!step.isObject() || step.path("index").intValue() == 0) {
                    return false;
                }
                return ((ObjectNode) step).put("index", 0).put("agreeing", step.path("repeats").intValue()) != null;
            }));
    }

    private static Forgery of(String relation, ValidationRule rule, BiPredicate<ObjectNode, Random> change) {
        return new Forgery(relation, rule, change);
    }

    private static Stream<JsonNode> times(ObjectNode file) {
        return file.at("/costs/groups").valueStream().flatMap(group -> group.path("series").valueStream());
    }

    private static Stream<JsonNode> asked(ObjectNode file) {
        return Stream.concat(file.at("/costs/remedies").valueStream().map(remedy -> remedy.path("tester")),
            file.at("/costs/line/tester").valueStream()).filter(JsonNode::isObject);
    }

    /** The clock, by a factor. */
    private static boolean slower(ObjectNode file, long factor) {
        JsonNode clock = times(file).findFirst().orElseThrow();
        for (String list : List.of("lowPicos", "medianPicos", "highPicos")) {
            ArrayNode picos = (ArrayNode) clock.path(list);
            for (int i = 0; i < picos.size(); i++) {
                picos.set(i, factor * picos.get(i).longValue());
            }
        }
        return true;
    }

    private static boolean set(ObjectNode file, String name, String value) {
        return times(file).map(one -> one.path("setting")).filter(setting -> setting.has(name)).findFirst()
            .map(setting -> ((ObjectNode) setting).put(name, value) != null).orElse(false);
    }
}
