// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.submission.ValidatorTest.VALIDATOR;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tearline.published.HonestCosts;
import org.tearline.published.Resealed;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Honest files of costs are accepted, and each with one relation broken and a new digest is refused by its rule. */
class CostForgeryTest {
    private static final int HONEST = 150;
    private static final int FILES = 300;
    private static final int FILES_A_FORGERY = 3;
    private static final List<Forgery> FORGERIES = forgeries();

    @Test
    void shouldAcceptWhateverTheBenchmarksMeasure() {
        for (int seed = 0; seed < HONEST; seed++) {
            ResultFile honest = HonestCosts.of(seed);

            Examination examination = VALIDATOR.examine("honest", ResultText.stored(honest));

            assertThat(examination.findings()).as("seed %d", seed).isEmpty();
            assertThat(examination.file()).isEqualTo(honest);
        }
    }

    @Test
    void shouldRefuseEveryForgedFileByItsOwnRule() {
        for (int i = 0; i < FORGERIES.size(); i++) {
            Forgery forgery = FORGERIES.get(i);
            int refused = 0;
            for (int seed = i; seed < i + FILES && refused < FILES_A_FORGERY; seed++) {
                ResultFile honest = HonestCosts.of(seed);
                if (forgery.change().test(Resealed.tree(honest), new Random(seed))) {
                    Random again = new Random(seed);
                    byte[] forged = Resealed.after(honest, tree -> forgery.change().test(tree, again));
                    assertThat(VALIDATOR.examine("forged", forged).findings()).as("seed %d: %s", seed,
                        forgery.relation()).extracting(Finding::rule).contains(forgery.rule());
                    refused++;
                }
            }
            assertThat(refused).as(forgery.relation()).isEqualTo(FILES_A_FORGERY);
        }
    }

    @Test
    void shouldNotBelieveADigestOfOtherTimes() {
        ObjectNode tree = Resealed.tree(HonestCosts.of(1));
        ((ArrayNode) tree.at("/costs/groups/0/series/0/highPicos")).set(0, 999_999);

        assertThat(VALIDATOR.examine("edited", Resealed.bytes(tree)).findings()).extracting(Finding::rule)
            .containsExactly(ValidationRule.DIGEST);
    }

    static List<Forgery> forgeries() {
        List<Forgery> all = new ArrayList<>();
        times(all);
        counts(all);
        files(all);
        traffic(all);
        all.addAll(BystanderForgeries.all());
        lines(all);
        all.addAll(CostInventions.all());
        return all;
    }

    private static void times(List<Forgery> all) {
        all.add(times("a median lies within its interval", ValidationRule.COSTS, (times, random) -> {
            int at = random.nextInt(times.path("at").isEmpty() ? times.path("names").size() : times.path("at").size());
            return random.nextBoolean()
                ? array(times, "lowPicos").set(at, times.path("medianPicos").get(at).longValue() + 1) != null
                : array(times, "medianPicos").set(at, times.path("highPicos").get(at).longValue() + 1) != null;
        }));
        all.add(times("a time is positive", ValidationRule.SCHEMA, (times, random) ->
            array(times, List.of("lowPicos", "medianPicos", "highPicos").get(random.nextInt(3))).set(0,
                -random.nextInt(2)) != null));
        all.add(times("a time is a whole number", ValidationRule.SCHEMA, (times, random) ->
            array(times, "medianPicos").set(0, 240.5) != null));
        all.add(times("no core is that fast", ValidationRule.RATE, (times, random) ->
            array(times, "lowPicos").set(0, 1) != null && array(times, "medianPicos").set(0, 1 + random.nextInt(49))
                != null));
        all.add(times("a number for each point", ValidationRule.COSTS, (times, random) -> {
            String list = List.of("samples", "lowPicos", "medianPicos", "highPicos").get(random.nextInt(4));
            return random.nextBoolean() && array(times, list).size() > 1 ? array(times, list).remove(0) != null
                : array(times, list).add(77) != null;
        }));
        all.add(times("a count for each point", ValidationRule.COSTS, (times, random) -> times.has("counts")
            && times.path("counts").valueStream().findAny().map(list -> ((ArrayNode) list).add(0) != null)
                .orElse(false)));
        all.add(times("each point once", ValidationRule.COSTS, (times, random) -> {
            ArrayNode points = array(times, times.has("at") ? "at" : "names");
            return points.size() > 1 && points.set(1, points.get(0)) != null;
        }));
        all.add(times("one sample is its own interval", ValidationRule.COSTS, (times, random) ->
            array(times, "samples").set(0, 1) != null && array(times, "highPicos").set(0,
                times.path("medianPicos").get(0).longValue() + 1) != null));
        all.add(times("offsets are in a line or at the page's end", ValidationRule.COSTS, (times, random) ->
            "offsetBytes".equals(times.path("axis").stringValue())
                && array(times, "at").set(3, 1_000 + random.nextInt(3_000)) != null));
        all.add(times("points are what the axis says", ValidationRule.COSTS, (times, random) ->
            times.has("at") && times.putArray("names").add("a") != null));
        all.add(times("a question has its axes", ValidationRule.COSTS, (times, random) ->
            "threads".equals(times.path("axis").stringValue()) && times.put("axis", "distanceBytes") != null));
    }

    private static void counts(List<Forgery> all) {
        all.add(counts("no more lost than made", (counts, random) -> counts.has("lost")
            && array(counts, "lost").set(0, counts.path("increments").get(0).longValue() + 1) != null));
        all.add(counts("lost are lost of something", (counts, random) -> counts.has("lost")
            && counts.remove("increments") != null));
        all.add(counts("no more torn than changed", (counts, random) -> counts.has("torn")
            && array(counts, "torn").set(0, counts.path("changes").get(0).longValue() + 1) != null));
        all.add(counts("no more changes than reads", (counts, random) -> counts.has("reads")
            && array(counts, "changes").set(0, counts.path("reads").get(0).longValue() + 1) != null));
        all.add(counts("a lock inside a line is none across it", (counts, random) -> counts.has("lockedAcross")
            && counts.path("lockedAcross").size() > 32
            && array(counts, "lockedAcross").set(random.nextInt(32), 1) != null));
        all.add(remedy("a remedy that tore is wrong", (remedy, random) -> !"unknown".equals(remedy.path("right")
            .stringValue()) && remedy.put("right", "wrong".equals(remedy.path("right").stringValue()) ? "none-seen"
            : "wrong") != null));
        all.add(remedy("a remedy has the counts of its reader", (remedy, random) ->
            remedy.withObjectProperty("own").put("reads", remedy.at("/own/reads").longValue() + 1) != null));
        all.add(remedy("each remedy once", (remedy, random) -> remedy.put("remedy", "seqlock") != null));
        all.add(remedy("the tester says what its counts say", (remedy, random) -> remedy.has("tester")
            && remedy.withObjectProperty("tester").put("verdict", "torn".equals(remedy.at("/tester/verdict")
                .stringValue()) ? "none-seen" : "torn") != null));
    }

    private static void traffic(List<Forgery> all) {
        all.add(delivered("what is damaged has a first one", (delivered, random) -> delivered.has("firstDamage")
            && flip(delivered, "firstDamage", 1)));
        all.add(delivered("no more garbled than came", (delivered, random) -> delivered.has("garbled")
            && array(delivered, "garbled").set(0, delivered.path("messages").get(0).longValue() + 1) != null));
        all.add(delivered("the first damage is one of the messages", (delivered, random) ->
            delivered.path("firstDamage").path(0).longValue(0) > 0 && array(delivered, "firstDamage").set(0,
                delivered.path("messages").get(0).longValue() + 2) != null));
        all.add(delivered("a torn counter has a witness", (delivered, random) -> delivered.has("witnessTorn")
            && flip(delivered, "torn", 3)));
        all.add(delivered("no more ahead than torn", (delivered, random) -> delivered.has("tornAhead")
            && array(delivered, "tornAhead").set(0, delivered.path("torn").get(0).longValue() + 1) != null));
        all.add(delivered("of a queue all damage is counted", (delivered, random) -> delivered.has("lost")
            && delivered.remove("lost") != null));
        all.add(delivered("no more torn trips than trips", (delivered, random) -> !delivered.has("lost")
            && array(delivered, "torn").set(0, delivered.path("messages").get(0).longValue() + 1) != null));
        all.add(times("an aligned queue is not damaged", ValidationRule.COSTS, (times, random) ->
            "aligned".equals(times.at("/setting/place").stringValue(null)) && times.has("delivered")
                && array(times.withObjectProperty("delivered"), "repeated").set(0, 1) != null
                && array(times.withObjectProperty("delivered"), "firstDamage").set(0, 5) != null));
        all.add(times("messages are counted of a queue", ValidationRule.COSTS, (times, random) ->
            times.remove("delivered") != null));
        all.add(times("a percentile is no larger than a higher one", ValidationRule.COSTS, (times, random) -> {
            boolean middle = "latency-90".equals(times.path("metric").stringValue())
                && times.path("setting").has("omission");
            return middle && Stream.of("lowPicos", "medianPicos", "highPicos").allMatch(list ->
                array(times, list).set(0, 50_000_000_000_000L) != null);
        }));
    }

    private static boolean flip(ObjectNode delivered, String list, long instead) {
        return array(delivered, list).set(0, delivered.path(list).get(0).longValue() > 0 ? 0 : instead) != null;
    }

    static Forgery delivered(String relation, BiPredicate<ObjectNode, Random> change) {
        return times(relation, ValidationRule.COSTS, (times, random) -> times.has("delivered")
            && change.test(times.withObjectProperty("delivered"), random));
    }

    private static void lines(List<Forgery> all) {
        all.add(line("a line's step is in its times", (line, random) -> {
            ObjectNode store = line.withObject("/cost/store");
            ArrayNode points = array(store, "points");
            return ((ObjectNode) points.get(0)).put("highPicos", 90_000) != null;
        }));
        all.add(line("a line's step is at one of its points", (line, random) ->
            line.withObject("/cost/load").put("index", 15) != null));
        all.add(line("a line's repeats are not outvoted", (line, random) ->
            line.withObject("/cost/store").put("agreeing", 6) != null));
        all.add(line("a line's points grow", (line, random) ->
            ((ObjectNode) line.at("/cost/store/points/1")).put("bytes", 0) != null));
        all.add(line("a line's median lies in its interval", (line, random) ->
            ((ObjectNode) line.at("/cost/load/points/1")).put("lowPicos", 8_000) != null));
        all.add(line("two threads measure neighbours and pairs", (line, random) ->
            line.withObject("/cost").remove("pair") != null));
        all.add(line("each boundary is tried once", (line, random) -> line.has("tester")
            && array(line, "tester").add(line.at("/tester/0").deepCopy()) != null));
        all.add(line("a boundary is tried with one side locked", (line, random) -> line.has("tester")
            && ((ObjectNode) line.at("/tester/0")).put("read", "volatile") != null));
        all.add(line("a boundary is a power of two up to the line", (line, random) -> line.has("tester")
            && ((ObjectNode) line.at("/tester/0")).put("offset", random.nextBoolean() ? 5 : 1_020) != null));
        all.add(line("a boundary's verdict follows from its counts", (line, random) -> line.has("tester")
            && ((ObjectNode) line.at("/tester/1")).put("torn", 1) != null));
    }

    private static Forgery line(String relation, BiPredicate<ObjectNode, Random> change) {
        return new Forgery(relation, ValidationRule.COSTS, (file, random) -> file.at("/costs/line").isObject()
            && change.test((ObjectNode) file.at("/costs/line"), random));
    }

    private static void files(List<Forgery> all) {
        all.add(new Forgery("each question once", ValidationRule.COSTS, (file, random) ->
            groups(file).add(groups(file).get(1).deepCopy()) != null));
        all.add(new Forgery("each series once", ValidationRule.COSTS, (file, random) -> {
            ArrayNode series = array((ObjectNode) groups(file).get(3), "series");
            return series.add(series.get(0).deepCopy()) != null;
        }));
        all.add(new Forgery("no more at once than CPUs", ValidationRule.COSTS, (file, random) ->
            file.withObjectProperty("costs").put("cpus", 65_000) != null));
        all.add(new Forgery("no more threads than at once", ValidationRule.COSTS, (file, random) ->
            file.at("/costs/cpus").intValue() > 1 && file.withObjectProperty("costs").put("cpus", 1) != null));
        all.add(new Forgery("a smoke run is not published", ValidationRule.SCHEMA, (file, random) ->
            file.withObjectProperty("costs").put("profile", "smoke") != null));
        all.add(new Forgery("costs are of kind costs", ValidationRule.SCHEMA, (file, random) ->
            file.put("kind", "jcstress") != null));
        all.add(new Forgery("the kind costs has costs", ValidationRule.SCHEMA, (file, random) ->
            file.remove("costs") != null));
        all.add(new Forgery("costs have no series", ValidationRule.SCHEMA, (file, random) ->
            file.putArray("series") != null));
        all.add(new Forgery("what was left out is named in harmless words", ValidationRule.SCHEMA, (file, random) -> {
            ObjectNode missing = (ObjectNode) groups(file).get(1).at("/leftOut/0");
            return missing.put("what", "/home/somebody") != null;
        }));
    }

    private static Forgery times(String relation, ValidationRule rule, BiPredicate<ObjectNode, Random> change) {
        return new Forgery(relation, rule, (file, random) -> {
            List<ObjectNode> all = new ArrayList<>();
            groups(file).forEach(group -> group.path("series").forEach(times -> all.add((ObjectNode) times)));
            int first = random.nextInt(all.size());
            return IntStream.range(0, all.size()).anyMatch(i -> change.test(all.get((first + i) % all.size()), random));
        });
    }

    private static Forgery counts(String relation, BiPredicate<ObjectNode, Random> change) {
        return times(relation, ValidationRule.COSTS, (times, random) -> times.has("counts")
            && change.test(times.withObjectProperty("counts"), random));
    }

    private static Forgery remedy(String relation, BiPredicate<ObjectNode, Random> change) {
        return new Forgery(relation, ValidationRule.COSTS, (file, random) -> {
            ArrayNode remedies = array(file.withObjectProperty("costs"), "remedies");
            return change.test((ObjectNode) remedies.get(random.nextInt(2) * 4), random);
        });
    }

    static ArrayNode groups(ObjectNode file) {
        return array(file.withObjectProperty("costs"), "groups");
    }

    static ArrayNode array(ObjectNode node, String name) {
        return node.withArrayProperty(name);
    }
}
