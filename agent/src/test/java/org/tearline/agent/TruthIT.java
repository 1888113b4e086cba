// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.agent.programs.BulkReads;
import org.tearline.agent.programs.Changed;
import org.tearline.agent.programs.Channels;
import org.tearline.agent.programs.Collected;
import org.tearline.agent.programs.Copies;
import org.tearline.agent.programs.Guarded;
import org.tearline.agent.programs.Monitored;
import org.tearline.agent.programs.Monitors;
import org.tearline.agent.programs.Optimistic;
import org.tearline.agent.programs.Ordered;
import org.tearline.agent.programs.Pools;
import org.tearline.agent.programs.Reused;
import org.tearline.agent.programs.Rows;
import org.tearline.agent.programs.Tasks;
import org.tearline.agent.programs.Truth;
import org.tearline.agent.programs.Variables;
import org.tearline.agent.programs.Views;
import tools.jackson.databind.JsonNode;

/** Checks what the report says about values of which the truth is known. */
class TruthIT {
    /** Width, offset and evidence, by method. */
    private static final Map<String, String> ORDERED = Map.ofEntries(
        Map.entry("insideWrite", "8 at 28 communicated"), Map.entry("insideRead", "8 at 28 communicated"),
        Map.entry("intWrite", "4 at 18 communicated"), Map.entry("intRead", "4 at 18 communicated"),
        Map.entry("overlapWrite", "8 at 58 communicated"), Map.entry("overlapRead", "8 at 60 communicated"),
        Map.entry("partWrite", "8 at 58 communicated"), Map.entry("partRead", "4 at 62 communicated"),
        Map.entry("lockedUpdate", "8 at 28 locked"), Map.entry("addedUpdate", "8 at 26 communicated"),
        Map.entry("addedRead", "8 at 26 communicated"), Map.entry("poolUse", "8 at 60 recycled"),
        Map.entry("guardedWrite", "8 at 60 guarded"), Map.entry("guardedRead", "8 at 60 guarded"),
        Map.entry("lockWrite", "8 at 60 guarded"), Map.entry("lockRead", "8 at 60 guarded"),
        Map.entry("afterLockRead", "8 at 60 guarded"), Map.entry("readWriteLockWrite", "8 at 60 guarded"),
        Map.entry("readWriteLockRead", "8 at 60 guarded"),
        Map.entry("readLockWrite", "8 at 60 communicated"), Map.entry("readLockRead", "8 at 60 communicated"),
        Map.entry("unwrittenRead", "8 at 60 unseenWriter"), Map.entry("unwrittenWrite", "8 at 60 unseenWriter"),
        Map.entry("publishedWrite", "8 at 60 publishedOnce"), Map.entry("publishedRead", "8 at 60 publishedOnce"));
    private static final Map<String, String> PLAIN = Map.ofEntries(
        Map.entry("bufferWrite", "8 at 12 communicated"), Map.entry("bufferRead", "8 at 12 communicated"),
        Map.entry("typedWrite", "8 at 60 communicated"), Map.entry("typedRead", "8 at 60 communicated"),
        Map.entry("handleWrite", "8 at 60 communicated"), Map.entry("referenceRead", "8 at 60 communicated"),
        Map.entry("mappedWrite", "8 at 60 communicated"), Map.entry("mappedRead", "8 at 60 communicated"),
        Map.entry("copyWrite", "8 at 4 communicated"), Map.entry("copyRead", "8 at 4 communicated"),
        Map.entry("digest", "8 at 4 communicated"),
        Map.entry("streamWrite", "8 at 4 communicated"), Map.entry("streamRead", "8 at 4 communicated"),
        Map.entry("channelWrite", "8 at 60 communicated"), Map.entry("channelRead", "8 at 60 communicated"),
        Map.entry("aloneWrite", "8 at 60 oneThread"));
    private static final Map<String, String> REUSED = Map.ofEntries(
        Map.entry("loopedCopy", "8 at 4 communicated"), Map.entry("loopedRead", "8 at 4 communicated"),
        Map.entry("firstWrite", "8 at 60 oneThread"),
        Map.entry("filledRead", "8 at 4 inTurn"), Map.entry("filledGet", "8 at 60 inTurn"),
        Map.entry("acrossGet", "8 at 60 inTurn"),
        Map.entry("partsWrite", "4 at 58,62 inTurn"), Map.entry("partsRead", "8 at 58 inTurn"),
        Map.entry("changedPartsWrite", "4 at 58,62 communicated"),
        Map.entry("changedPartsRead", "8 at 58 communicated"),
        Map.entry("refilledCopy", "8 at 4 communicated"), Map.entry("refilledRead", "8 at 4 communicated"),
        Map.entry("freedWrite", "8 at 60 inTurn"), Map.entry("freedRead", "8 at 60 inTurn"),
        Map.entry("contendedWrite", "8 at 60 communicated"), Map.entry("contendedRead", "8 at 60 communicated"),
        Map.entry("passedWrite", "8 at 60 handedOver"), Map.entry("passedRead", "8 at 60 handedOver"),
        Map.entry("earlyWrite", "8 at 60 communicated"), Map.entry("earlyRead", "8 at 60 communicated"),
        Map.entry("loggedWrite", "8 at 60 handedOver"), Map.entry("loggedRead", "8 at 60 handedOver"),
        Map.entry("seldomWrite", "8 at 60 communicated"), Map.entry("seldomRead", "8 at 60 communicated"),
        Map.entry("otherLockWrite", "8 at 60 communicated"), Map.entry("otherLockRead", "8 at 60 communicated"),
        Map.entry("bytesRead", "8 at 60 unseenWriter"),
        Map.entry("mappedTwiceCopy", "8 at 60 communicated"), Map.entry("mappedTwiceRead", "8 at 60 communicated"),
        Map.entry("otherFileWrite", "8 at 60 inTurn"), Map.entry("otherFileRead", "8 at 60 inTurn"),
        Map.entry("remappedWrite", "8 at 60 communicated"), Map.entry("remappedRead", "8 at 60 communicated"));
    private static final Map<String, String> COPIES = Map.of("main", "8 at 4 inTurn",
        "copyOf", "8 at 4 inTurn", "copyOfRange", "8 at 4 inTurn", "cloned", "8 at 4 inTurn",
        "copyOfAgain", "8 at 4 inTurn", "copyOfRead", "8 at 4 inTurn",
        "copyOfRangeRead", "8 at 4 inTurn", "clonedRead", "8 at 4 inTurn",
        "copyOfAgainRead", "8 at 4 communicated", "copyOfAgainWrite", "8 at 4 communicated");
    private static final Map<String, String> CHANNELS = Map.ofEntries(
        Map.entry("main", "8 at 60 oneThread"), Map.entry("unwrittenRead", "8 at 60 oneThread"),
        Map.entry("scattered", "8 at 60 communicated"), Map.entry("scatteredRead", "8 at 60 communicated"),
        Map.entry("scatteredArray", "8 at 4 communicated"), Map.entry("scatteredArrayRead", "8 at 4 communicated"),
        Map.entry("socket", "8 at 60 communicated"), Map.entry("socketRead", "8 at 60 communicated"),
        Map.entry("scatteredSocket", "8 at 60 communicated"), Map.entry("scatteredSocketRead", "8 at 60 communicated"),
        Map.entry("datagram", "8 at 60 communicated"), Map.entry("datagramRead", "8 at 60 communicated"),
        Map.entry("asynchronousRead", "8 at 60 communicated"));
    private static final Map<String, String> BULK_READS = Stream.concat(
        Stream.of("get", "put", "longs", "written", "gathered", "sent", "compared", "write")
            .map(copy -> Map.entry(copy, "8 at 60 communicated 8 at 4 communicated")),
        Stream.of(Map.entry("copyMemory", "8 at 60 communicated"), Map.entry("arraycopy", "8 at 4 communicated"),
            Map.entry("copyOf", "8 at 4 communicated"), Map.entry("copyOfRange", "8 at 4 communicated"),
            Map.entry("cloned", "8 at 4 communicated"), Map.entry("copyArray", "8 at 4 communicated"),
            Map.entry("equal", "8 at 4 communicated"), Map.entry("equalParts", "8 at 4 communicated"),
            Map.entry("string", "8 at 4 communicated"), Map.entry("streamed", "8 at 4 communicated"),
            Map.entry("checksum", "8 at 4 communicated"), Map.entry("heapChecksum", "8 at 4 communicated"),
            Map.entry("mac", "8 at 4 communicated"), Map.entry("encoded", "8 at 4 communicated"),
            Map.entry("directChecksum", "8 at 60 communicated"), Map.entry("heapDigest", "8 at 4 communicated"),
            Map.entry("besideWrite", "8 at 4 oneThread")))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    private static final Map<String, String> ROWS = Map.of(
        "directWrite", "8 at 52,60 communicated", "directRead", "8 at 52,60 communicated",
        "heapWrite", "8 at 4 communicated", "heapRead", "8 at 4 communicated",
        "unsafeWrite", "4 at 58,62 communicated", "unsafeRead", "4 at 58,62 communicated");
    private static final Map<String, String> VECTORS = Map.of(
        "directWrite", "8 at 52,60 communicated", "directRead", "8 at 52,60 communicated",
        "bytesWrite", "8 at 4 communicated", "bytesRead", "8 at 4 communicated",
        "lanesWrite", "8 at 4 communicated", "lanesRead", "8 at 4 communicated");
    private static final Map<String, String> PASSED_ON = Stream.concat(
        Stream.of("ringWrite", "ringRead", "heapWrite", "heapRead", "viewWrite", "viewRead", "mappedWrite",
                "mappedRead", "lockedWrite", "lockedRead", "permitWrite", "permitRead", "latchWrite", "latchRead",
                "stampedWrite", "stampedRead", "joinedUse", "endedWrite", "endedUse", "endedRead", "queueWrite",
                "queueRead", "taskUse", "chainedUse")
            .map(method -> Map.entry(method, "8 at 60 handedOver")),
        Stream.of("lateWrite", "lateRead", "plainWrite", "plainRead", "misalignedWrite", "misalignedRead",
                "otherWordWrite", "otherWordRead")
            .map(method -> Map.entry(method, "8 at 60 communicated")))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    private static final Map<String, String> OPTIMISTIC = Stream.concat(
        Stream.of("write", "read", "nestedWrite", "nestedRead").map(method -> Map.entry(method, "8 at 60 handedOver")),
        Stream.of("uncheckedWrite", "uncheckedRead", "unlockedWrite", "validatedRead", "strayWrite", "strayRead")
            .map(method -> Map.entry(method, "8 at 60 communicated")))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    private static final Map<String, String> CHANGED = Map.ofEntries(
        Map.entry("partsRead", "8 at 60 changed 8 at 4 changed"),
        Map.entry("bytesRead", "4 at 29 changed 4 at 5 changed"), Map.entry("fileRead", "8 at 60 changed"),
        Map.entry("unsafeRead", "8 at 60 changed"), Map.entry("arrayRead", "8 at 4 changed"),
        Map.entry("publishedWrite", "8 at 60 unseenWriter"), Map.entry("publishedRead", "8 at 60 unseenWriter"),
        Map.entry("unchangedRead", "8 at 60 oneThread"), Map.entry("constantRead", "8 at 60 publishedOnce"),
        Map.entry("writtenUse", "8 at 60 oneThread"),
        Map.entry("bothOrdersRead", "8 at 60 oneThread"));
    /** Contended values that are among thousands of others. */
    private static final Set<String> CONTENDED = Set.of("manyWrite", "manyRead", "tableWrite", "tableRead",
        "laterWrite", "laterRead");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#newest")
    void shouldReportEveryMisalignedAccessWithAnOrder(String jdk) throws Exception {
        assertThat(evidence(jdk, "quiet", "manyWrite", "tableWrite")).isEqualTo(ORDERED);
    }

    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldReportEveryWayToAccessMemoryOnRequest(String jdk) throws Exception {
        Map<String, String> both = new TreeMap<>(ORDERED);
        both.putAll(PLAIN);
        // Nothing that the agent knows passes the value on.
        both.put("publishedWrite", "8 at 60 inTurn");
        both.put("publishedRead", "8 at 60 inTurn");
        assertThat(evidence(jdk, "quiet,plain", "manyWrite", "tableWrite",
            "laterWrite")).isEqualTo(both);
    }

    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldKnowMemoryThatIsUsedAgain(String jdk) throws Exception {
        assertThat(evidence(Reused.class, jdk, "quiet,plain")).isEqualTo(REUSED);
    }

    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldKnowWhoMadeACopy(String jdk) throws Exception {
        assertThat(evidence(Copies.class, jdk, "quiet,plain")).isEqualTo(COPIES);
    }

    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldKnowWhatChannelsWrite(String jdk) throws Exception {
        assertThat(evidence(Channels.class, jdk, "quiet,plain")).isEqualTo(CHANNELS);
    }

    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldKnowWhoCopiesAValue(String jdk) throws Exception {
        assertThat(evidence(BulkReads.class, jdk, "quiet,plain")).isEqualTo(BULK_READS);
    }

    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldReportTheNumbersInACopyOfAnArray(String jdk) throws Exception {
        Fork.Result result = new Fork(folder).on(jdk).options("quiet,plain,line=64").run(Rows.class);
        assertThat(evidence(result)).isEqualTo(ROWS);
        List<String> methods = new ArrayList<>();
        result.report().at("/watched/copies").forEach(line -> methods.add(
            line.asString().replaceAll(".*Rows\\.(\\w+)\\(Rows.java:\\d+\\)", "$1")));
        assertThat(methods).as("memory only copied").containsExactly("arrayWrite", "mappedWrite", "packedWrite");
    }

    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldReportTheLanesOfVectors(String jdk) throws Exception {
        assumeFalse(Segments.isVersion(jdk, "19|2[01]"), "memory segments were a preview");
        Fork fork = new Fork(folder).on(jdk).options("quiet,plain,line=64")
            .jvm("--add-modules", "jdk.incubator.vector").jar(Vectors.compile(jdk, folder));
        assertThat(evidence(fork.finish(fork.start(fork.command("org.tearline.agent.programs.Vectors", Fork.CLASSES)))))
            .isEqualTo(VECTORS);
    }

    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldNoticeWritesThatAreNotWatched(String jdk) throws Exception {
        assertThat(evidence(Changed.class, jdk, "quiet,plain")).isEqualTo(CHANGED);
    }

    /** Without plain, accesses to aligned words are not watched, so that they cost nothing. */
    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldKnowWhatOrderedAccessesPassOn(String jdk) throws Exception {
        assertThat(evidence(Ordered.class, jdk, "quiet,plain")).isEqualTo(PASSED_ON);
    }

    /** A method that passes a value on has a twin that uses another variable; others never pass anything on. */
    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldKnowWhatVariablesPassOn(String jdk) throws Exception {
        shouldPassOn(Variables.class, jdk, "field", "intField", "staticField", "inheritedField", "unsafeField",
            "handle", "staticHandle", "element", "atomic", "subclass", "reference", "atomicElement",
            "updater", "stamped", "unsafeReference", "nested");
        shouldPassOn(Views.class, jdk, "view");
    }

    /** A read counts if it was not validated, or if the writer had no lock, so that validating it says nothing. */
    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldTrustValidatedReads(String jdk) throws Exception {
        assertThat(evidence(Optimistic.class, jdk, "quiet,plain")).isEqualTo(OPTIMISTIC);
    }

    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldKnowWhatMonitorsPassOn(String jdk) throws Exception {
        shouldPassOn(Monitors.class, jdk, "block", "method", "staticMethod", "thrown", "waiting");
    }

    /** Here, the twins access values without waiting for the other thread. */
    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldKnowWhatTasksPassOn(String jdk) throws Exception {
        shouldPassOn(Tasks.class, jdk, "submittedUse", "invokedUse", "forkedUse", "bothUse", "otherBothUse",
            "virtualUse", "streamedUse", "phasedUse");
    }

    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldKnowWhatPoolsPassOn(String jdk) throws Exception {
        shouldPassOn(Pools.class, jdk, "awaitedUse", "endedUse", "forkJoinUse", "quiescentUse", "startingUse",
            "invokedUse", "forkJoinInvokedUse", "doneUse", "timedUse", "combinedUse", "publishedUse");
    }

    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldKnowWhatCollectionsPassOn(String jdk) throws Exception {
        shouldPassOn(Collected.class, jdk, "drained", "transferred", "iterated", "iteratedDeque", "copied", "wrapped",
            "vector", "table", "piped");
    }

    /** If a call of the agent exhausts the stack, the monitor must be unlocked nevertheless, and nothing may hang. */
    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldUnlockEveryMonitor(String jdk) throws Exception {
        Fork.Result result = new Fork(folder).on(jdk).options("quiet,plain,line=64").run(Monitors.class, "deep");
        assertThat(result.exit()).as(result.err()).isZero();
    }

    private void shouldPassOn(Class<?> program, String jdk, String... methods) throws Exception {
        Fork.Result result = new Fork(folder).on(jdk).options("quiet,plain,line=64,frames=2").jvm("-Xverify:all")
            .run(program);
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.report().get("hits").get("lost").asInt()).isZero();
        Map<String, Set<String>> known = new TreeMap<>();
        for (JsonNode site : result.report().get("sites")) {
            String caller = site.get("frames").get(site.get("site").asInt() + 1).get("method").asString();
            known.computeIfAbsent(caller, any -> new TreeSet<>()).addAll(said(site.get("values")));
        }
        Map<String, Set<String>> expected = new TreeMap<>();
        known.keySet().forEach(method -> expected.put(method, Set.of("communicated")));
        Stream.of(methods).forEach(method -> expected.put(method, Set.of("handedOver")));
        assertThat(known).isEqualTo(expected).hasSizeGreaterThan(methods.length);
    }

    /** All accesses without the lock must be found, though they are rare and the lock orders them. */
    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#newest")
    void shouldFindRareAccessesWithoutTheLock(String jdk) throws Exception {
        Fork.Result result = new Fork(folder).on(jdk).options("quiet,line=64").run(Guarded.class);
        assertThat(result.exit()).as(result.err()).isZero();
        Map<String, JsonNode> values = new TreeMap<>();
        result.report().get("sites").forEach(site -> values.put(method(site), site.get("values")));
        for (String method : new String[] {"write", "read"}) {
            assertThat(values.get(method).get("communicated").asInt()).as(method + ": three at each of two lines")
                .isEqualTo(6);
            assertThat(values.get(method).get("guarded").asInt()).isGreaterThan(4_000);
        }
        assertThat(said(values.get("otherWrite"))).containsOnly("communicated");
        for (String method : new String[] {"sharedWrite", "sharedRead"}) {
            assertThat(said(values.get(method))).containsOnly("guarded");
            assertThat(values.get(method).get("contended").asBoolean()).as("values that are not tracked").isFalse();
        }
        assertThat(said(values.get("mistakenWrite"))).containsOnly("communicated");
        assertThat(values.get("mistakenWrite").get("contended").asBoolean()).isTrue();
    }

    /**
     * If a reader holds no monitor, or each record has its own, the agent can say only that it does not know. It then
     * looks at one in 64 of the accesses that may be contended, and so may see the one that is.
     */
    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#newest")
    void shouldKnowTheMonitorsOfThousandsOfValues(String jdk) throws Exception {
        Fork.Result result = new Fork(folder).on(jdk).options("quiet,line=64").run(Monitored.class);
        assertThat(result.exit()).as(result.err()).isZero();
        Map<String, String> known = new TreeMap<>();
        result.report().get("sites").forEach(site -> known.put(method(site), worst(site.get("values"))));
        assertThat(known).containsEntry("write", "guarded").containsEntry("read", "guarded")
            .containsEntry("guardedWrite", "unknown").containsEntry("recordWrite", "unknown");
        assertThat(known.get("strayWrite")).as("depends on whether the sample contains the value")
            .isIn("contended", "communicated guarded");
        assertThat(known.get("strayRecordWrite")).as("once written without a monitor")
            .isIn("unknown", "contended");
    }

    /** Checks the contended values among thousands that are not tracked, and returns what is said of the others. */
    private Map<String, String> evidence(String jdk, String options, String... hidden) throws Exception {
        return evidence(Truth.class, jdk, options, hidden);
    }

    private Map<String, String> evidence(Class<?> program, String jdk, String options, String... hidden)
        throws Exception {
        return evidence(new Fork(folder).on(jdk).options(options + ",line=64").run(program), hidden);
    }

    private static Map<String, String> evidence(Fork.Result result, String... hidden) {
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.report().get("hits").get("lost").asInt()).isZero();
        assertThat(result.report().get("hits").get("unplaced").asInt()).isZero();
        Map<String, String> evidence = new TreeMap<>();
        Set<String> contended = new TreeSet<>();
        for (JsonNode site : result.report().get("sites")) {
            String method = method(site);
            if (CONTENDED.contains(method)) {
                if (said(site.get("values")).contains("communicated")
                    || site.get("values").get("contended").asBoolean()) {
                    contended.add(method);
                }
            } else if (!method.equals("newArrays")) {
                assertThat(site.get("values").get("contended").asBoolean()).as(method).isFalse();
                evidence.merge(method, site.get("access").get("bytes").asInt() + " at " + offsets(site) + " "
                    + String.join(" ", said(site.get("values"))), (one, other) -> one.equals(other) ? one
                    : one + " " + other);
            }
        }
        assertThat(contended).contains(hidden);
        return evidence;
    }

    private static String worst(JsonNode values) {
        for (String flag : new String[] {"contended", "unknown"}) {
            if (values.get(flag).asBoolean()) {
                return flag;
            }
        }
        return String.join(" ", said(values));
    }

    private static String method(JsonNode site) {
        return site.get("frames").get(site.get("site").asInt()).get("method").asString()
            .replaceFirst("lambda\\$(\\w+)\\$\\d+", "$1");
    }

    private static String offsets(JsonNode site) {
        Set<String> offsets = new TreeSet<>();
        site.get("places").forEach(place -> offsets.add(place.get("offset").asString()));
        return String.join(",", offsets);
    }

    private static Set<String> said(JsonNode values) {
        Set<String> said = new TreeSet<>();
        for (String way : new String[] {"oneThread", "locked", "publishedOnce", "handedOver", "guarded", "recycled",
            "inTurn", "changed", "unseenWriter", "unseenReader", "communicated"}) {
            if (values.get(way).asInt() > 0) {
                said.add(way);
            }
        }
        return said;
    }
}
