// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.tearline.submission.CostForgeryTest.array;
import static org.tearline.submission.CostForgeryTest.delivered;
import static org.tearline.submission.CostForgeryTest.groups;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** Files of costs with one relation broken among a neighbour's locks, forks and stalls. */
final class BystanderForgeries {
    private BystanderForgeries() {
    }

    static List<Forgery> all() {
        List<Forgery> all = new ArrayList<>();
        all.add(bystander("a neighbour that locks across a line is counted", (times, random) -> {
            int split = index(times, "split-locks");
            return split >= 0 && array(times.withObjectProperty("counts"), "lockedAcross").set(split, 0) != null;
        }));
        all.add(bystander("an idle neighbour locks nothing", (times, random) ->
            array(times.withObjectProperty("counts"), "lockedAcross").set(index(times, "idle"), 7) != null));
        all.add(bystander("a neighbour's locks are counted", (times, random) -> times.remove("counts") != null));
        all.add(bystander("a neighbour loses no increments", (times, random) -> {
            for (String list : List.of("increments", "lost")) {
                times.withObjectProperty("counts").set(list, times.at("/counts/lockedAcross").deepCopy());
            }
            return true;
        }));
        all.add(bystander("a neighbour does one of three things", (times, random) ->
            array(times, "names").set(1, "unaligned-locks") != null));
        all.add(bystander("all is compared with an idle neighbour", (times, random) -> {
            List.of("names", "samples", "forks", "medianPicos", "lowPicos", "highPicos").forEach(list ->
                array(times, list).remove(0));
            return array(times.withObjectProperty("counts"), "lockedAcross").remove(0) != null;
        }));
        all.add(bystander("a neighbour's victim works in one of five sets", (times, random) ->
            times.withObjectProperty("setting").put("set", "place") != null));
        all.add(bystander("nobody is faster for a neighbour's work", (times, random) -> index(times, "split-locks") > 0
            && Stream.of("medianPicos", "lowPicos", "highPicos").allMatch(list -> array(times, list).set(0,
                30 * array(times, list).get(index(times, "split-locks")).longValue()) != null)));
        all.add(bystander("places lie two lines or a page apart", (times, random) ->
            times.withObjectProperty("setting").put("strideBytes", 8) != null));
        all.add(bystander("what stands for a cache is the same each time", (times, random) ->
            times.withObjectProperty("setting").put("set", "L1").put("setBytes", 1 << 15) != null));
        all.add(new Forgery("one place is no set", ValidationRule.COSTS, (file, random) ->
            ((ObjectNode) file.at("/costs/groups/1/series/0/setting")).put("set", "L1") != null));
        all.add(new Forgery("an increment is in no set", ValidationRule.COSTS, (file, random) ->
            ((ObjectNode) file.at("/costs/groups/3/series/0/setting")).put("set", "L1") != null));
        all.add(bystander("a neighbour's victim makes no accesses of a kind", (times, random) ->
            times.withObjectProperty("setting").put("operation", "cas") != null));
        all.add(new Forgery("no locks across a line where they fault", ValidationRule.COSTS, (file, random) ->
            "aarch64".equals(file.at("/environment/arch").stringValue()) && bystander(file, times ->
                array(times, "names").set(index(times, "aligned-locks"), "split-locks") != null
                    && array(times.withObjectProperty("counts"), "lockedAcross").set(1, 99) != null)));
        all.add(bystander("a fork has a sample", (times, random) -> array(times, "forks").set(0,
            times.path("samples").get(0).longValue() + 1) != null));
        all.add(bystander("forks for each point", (times, random) -> array(times, "forks").remove(0) != null));
        all.add(delivered("a stall takes its time", (delivered, random) -> delivered.has("stalls")
            && array(delivered, "stalledMicros").set(1, 98) != null));
        all.add(delivered("no more stalls than trips", (delivered, random) -> delivered.has("stalls")
            && array(delivered, "stalls").set(0, delivered.path("messages").get(0).longValue() + 1) != null
            && array(delivered, "stalledMicros").set(0, 900_000_000L) != null));
        all.add(delivered("stalls have their time", (delivered, random) -> delivered.has("stalls")
            && delivered.remove("stalledMicros") != null));
        all.add(delivered("a queue has no stalls", (delivered, random) -> {
            if (!delivered.has("lost")) {
                return false;
            }
            delivered.set("stalls", delivered.path("lost").deepCopy());
            return delivered.set("stalledMicros", delivered.path("lost").deepCopy()) != null;
        }));
        return all;
    }

    private static Forgery bystander(String relation, BiPredicate<ObjectNode, Random> change) {
        return new Forgery(relation, ValidationRule.COSTS, (file, random) ->
            bystander(file, times -> change.test(times, random)));
    }

    private static boolean bystander(ObjectNode file, Predicate<ObjectNode> change) {
        return groups(file).valueStream().filter(group -> "bystander".equals(group.path("id").stringValue()))
            .findFirst().map(group -> change.test((ObjectNode) group.at("/series/2"))).orElse(false);
    }

    private static int index(ObjectNode times, String name) {
        return IntStream.range(0, times.path("names").size()).filter(i ->
            name.equals(times.path("names").get(i).stringValue())).findFirst().orElse(-1);
    }
}
