// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.tearline.submission.Parts.cpu;
import static org.tearline.submission.Parts.jvm;
import static org.tearline.submission.Parts.os;
import static org.tearline.submission.Parts.place;
import static org.tearline.submission.Parts.series;
import static org.tearline.submission.Parts.splitLocks;
import static org.tearline.submission.Parts.topology;

import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Relations that few files can break: each says what kind of file can. Stateless. */
final class OddForgeries {
    private static final int LONG = 8;

    private OddForgeries() {
    }

    /** Of an ordinary x86 sweep, the one that ValidatorTest has. */
    static List<Forgery> ofTheGood() {
        return List.of(
            good("an address is a leak", ValidationRule.LEAK, file -> cpu(file).put("brand", "Xeon ftp://x")),
            good("alien values are counted where they are noted", ValidationRule.ALIEN, file ->
                RuleFixtures.note(file, "inconclusive", "alien-values", 12)),
            good("an interpreter's instructions cannot be read", ValidationRule.INSTRUCTION, file ->
                ((ObjectNode) file.path("evidence").get(0)).put("tier", "interpreter")),
            good("a volatile write is fenced", ValidationRule.INSTRUCTION, file -> file.withArrayProperty("evidence")
                .addObject().put("memory", "unsafe").put("tier", "c2").put("write", "volatile")
                .put("instruction", "mov")),
            good("siblings need a core with two CPUs", ValidationRule.PLACEMENT, file -> {
                place(file, "smt-siblings");
                ObjectNode topology = topology(file);
                topology.set("cores", topology.path("threads"));
            }),
            good("something runs", ValidationRule.PLACEMENT, file ->
                topology(file).put("cores", 0)),
            good("what is slowed was timed", ValidationRule.SPLIT_LOCKS, file ->
                splitLocks(file).removeAll().put("policy", "warn").put("throttled", true)),
            good("what ends the process is not timed", ValidationRule.SPLIT_LOCKS, file ->
                splitLocks(file).put("policy", "fatal").put("nanos", 900)),
            good("the worst and the first are told together", ValidationRule.SPLIT_LOCKS, file ->
                splitLocks(file).removeAll().put("policy", "off").put("nanos", 900).put("alignedNanos", 5)
                    .put("worstNanos", 9_000).put("throttled", false)),
            good("what is slowed took long", ValidationRule.SPLIT_LOCKS, file ->
                splitLocks(file).removeAll().put("policy", "off").put("nanos", 900).put("throttled", true)),
            good("no kernel sleeps for a minute", ValidationRule.SPLIT_LOCKS, file ->
                splitLocks(file).removeAll().put("policy", "off").put("nanos", 60_000_000_000L)
                    .put("throttled", true)),
            good("a JDK runs on FreeBSD 11 and later", ValidationRule.OS, file ->
                os(file).put("family", "freebsd").put("kernel", "6.8")),
            good("a version is no vendor", ValidationRule.JVM, file ->
                jvm(file).put("vendor", "21.0.5.11.1")),
            good("AVX is a CPU's before it is a JVM's", ValidationRule.FLAGS, file -> {
                cpu(file).putArray("features");
                jvm(file).withObjectProperty("flags").put("UseAVX", "3");
            }),
            good("unpinned threads are not pinned", ValidationRule.PLACEMENT, file -> place(file, "unpinned")));
    }

    /** Of many sweeps: those with vectors, and with accesses of several instructions. */
    static List<Forgery> ofSweeps() {
        return List.of(
            new Forgery("a vector has its registers", ValidationRule.FLAGS, (file, random) ->
                seriesOf(file).anyMatch(one -> one.path("widthBytes").intValue() > 16
                    && one.at("/totals/reads").longValue() > 0) && jvm(file)
                    .withObjectProperty("flags").put("UseAVX", "1") != null),
            new Forgery("a seqlock gives no torn value away", ValidationRule.COUNTS, (file, random) ->
                seriesOf(file).filter(one -> one.path("read").stringValue().equals("seqlock")).findFirst().map(one ->
                    ((ObjectNode) one).withArrayProperty("torn").set(0, 1) != null).orElse(false)),
            piecewise("pieces are cut where the witness says", (witness, bytes) ->
                bytes[witness.path("seam").intValue()] = bytes[witness.path("seam").intValue() - 1]),
            piecewise("pieces are cut between bytes that each wrote", (witness, bytes) -> {
                int seam = witness.path("seam").intValue();
                for (int i = seam + 1; i < bytes.length; i += 2) {
                    bytes[i] = bytes[0];
                }
            }));
    }

    /** Of a file of jcstress. */
    static List<Forgery> ofJcstress() {
        return List.of(
            good("jcstress stores its own bytes", ValidationRule.WITNESS, file ->
                series(file).putArray("witnesses").addObject().put("offset", 60).put("seam", 4)
                    .put("before", "0x1111111111111111").put("after", "0x2222222222222222")
                    .put("seen", "0x1111111122222222")),
            good("jcstress has no controls", ValidationRule.CONTROLS, file ->
                ((ObjectNode) file.path("placements").get(0)).putArray("controls").addObject().put("tier", "mixed")
                    .putObject("aligned").put("runs", 1).put("failed", 0).put("changes", 9).put("torn", 0)),
            good("jcstress tells no time", ValidationRule.COUNTS, file ->
                series(file).withObjectProperty("totals").put("nanos", 5)),
            good("jcstress writes as often as it reads", ValidationRule.COUNTS, file ->
                series(file).withObjectProperty("totals").put("writes", 1L << 52)),
            good("a version is no JVM of jcstress", ValidationRule.JVM, file ->
                jvm(file).put("vm", "21.0.9+10-LTS")),
            good("jcstress tries a long", ValidationRule.TRIAL, file -> series(file).put("widthBytes", 4)),
            good("jcstress times no tear", ValidationRule.COUNTS, file ->
                series(file).putObject("firstTornNanos").put("60", 5_000)));
    }

    private static Forgery good(String relation, ValidationRule rule, Consumer<ObjectNode> change) {
        return new Forgery(relation, rule, (file, random) -> {
            change.accept(file);
            return true;
        });
    }

    /** The bytes of a witness that may be cut in several places. */
    private static Forgery piecewise(String relation, BiConsumer<JsonNode, String[]> change) {
        BiPredicate<ObjectNode, Random> all = (file, random) -> seriesOf(file).filter(one -> one.path("memory")
            .stringValue().equals("bytebuffer") && one.path("widthBytes").intValue() == LONG).flatMap(one ->
            one.path("witnesses").valueStream()).filter(witness -> {
                String seen = witness.path("seen").stringValue();
                String[] bytes = IntStream.range(0, LONG).mapToObj(i -> seen.substring(2 + 2 * i, 4 + 2 * i))
                    .toArray(String[]::new);
                change.accept(witness, bytes);
                return ((ObjectNode) witness).put("seen", "0x" + String.join("", bytes)) != null;
            }).count() > 0;
        return new Forgery(relation, ValidationRule.WITNESS, all);
    }

    private static Stream<JsonNode> seriesOf(ObjectNode file) {
        return file.path("series").valueStream();
    }
}
