// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.agent.programs.BulkReads;
import org.tearline.agent.programs.Changed;
import org.tearline.agent.programs.Channels;
import org.tearline.agent.programs.Copies;
import org.tearline.agent.programs.Reused;
import org.tearline.agent.programs.Rows;
import org.tearline.agent.programs.Truth;
import tools.jackson.databind.JsonNode;

/** Checks what the report says about values of which the truth is known. */
class TruthIT {
    /** Width, offset and evidence, followed by the methods that access such values. */
    private static final String ORDERED = """
        8 at 28 unordered: insideWrite insideRead
        4 at 18 unordered: intWrite intRead
        8 at 58 unordered: overlapWrite partWrite
        8 at 60 unordered: overlapRead
        4 at 62 unordered: partRead
        """;
    private static final String EVERYTHING = ORDERED + """
        8 at 12 unordered: bufferWrite bufferRead
        8 at 60 unordered: typedWrite typedRead handleWrite referenceRead mappedWrite mappedRead
        8 at 60 unordered: channelWrite channelRead
        8 at 4 unordered: copyWrite copyRead digest streamWrite streamRead
        8 at 60 oneThread: aloneWrite
        """;
    private static final String REUSED = """
        8 at 4 unordered: loopedCopy loopedRead filledRead refilledCopy refilledRead
        8 at 60 ordered: firstWrite
        8 at 60 unordered: filledGet acrossGet freedWrite freedRead contendedWrite contendedRead
        8 at 60 unordered: mappedTwiceCopy mappedTwiceRead otherFileWrite otherFileRead remappedWrite remappedRead
        4 at 58,62 unordered: partsWrite changedPartsWrite
        8 at 58 unordered: partsRead changedPartsRead
        8 at 60 unknown: bytesRead
        """;
    private static final String COPIES = """
        8 at 4 ordered: main copyOf copyOfRange cloned copyOfAgain
        8 at 4 unordered: copyOfRead copyOfRangeRead clonedRead copyOfAgainRead copyOfAgainWrite
        """;
    private static final String CHANNELS = """
        8 at 60 oneThread: main unwrittenRead
        8 at 4 unordered: scatteredArray scatteredArrayRead
        8 at 60 unordered: scattered scatteredRead socket socketRead scatteredSocket scatteredSocketRead
        8 at 60 unordered: datagram datagramRead asynchronousRead
        """;
    private static final String BULK_READS = """
        8 at 60 unordered 8 at 4 unordered: get put longs written gathered sent compared write
        8 at 60 unordered: copyMemory directChecksum
        8 at 4 unordered: arraycopy copyOf copyOfRange cloned copyArray equal equalParts string streamed
        8 at 4 unordered: checksum heapChecksum mac encoded heapDigest
        8 at 4 oneThread: besideWrite
        """;
    private static final String ROWS = """
        8 at 52,60 unordered: directWrite directRead
        8 at 4 unordered: heapWrite heapRead
        4 at 58,62 unordered: unsafeWrite unsafeRead
        """;
    private static final String VECTORS = """
        8 at 52,60 unordered: directWrite directRead
        8 at 4 unordered: bytesWrite bytesRead lanesWrite lanesRead
        """;
    /** A thread may fill an array in parts and read it as longs, so changes of arrays are not followed. */
    private static final String CHANGED = """
        8 at 60 unknown 8 at 4 oneThread: partsRead
        4 at 29 unknown 4 at 5 oneThread: bytesRead
        8 at 60 unknown: fileRead unsafeRead
        8 at 4 oneThread: arrayRead
        8 at 60 oneThread: unchangedRead writtenUse bothOrdersRead
        8 at 60 ordered: constantRead
        """;
    /** Contended values that are among thousands of others. */
    private static final Set<String> CONTENDED = Set.of("manyWrite", "manyRead", "tableWrite", "tableRead",
        "laterWrite", "laterRead");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#newest")
    void shouldReportOnlyAccessesWithAnOrderOnRequest(String jdk) throws Exception {
        assertThat(evidence(Truth.class, jdk, "quiet,ordered", "manyWrite", "tableWrite")).isEqualTo(known(ORDERED));
    }

    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldReportEveryWayToAccessMemory(String jdk) throws Exception {
        assertThat(evidence(Truth.class, jdk, "quiet", "manyWrite", "tableWrite", "laterWrite"))
            .isEqualTo(known(EVERYTHING));
    }

    static Stream<Arguments> programs() {
        return Fork.jdks().flatMap(jdk -> Stream.of(arguments(Reused.class, jdk, REUSED),
            arguments(Copies.class, jdk, COPIES), arguments(Channels.class, jdk, CHANNELS),
            arguments(BulkReads.class, jdk, BULK_READS), arguments(Rows.class, jdk, ROWS),
            arguments(Changed.class, jdk, CHANGED)));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shouldKnowMemoryThatIsCopiedChangedOrUsedAgain(Class<?> program, String jdk, String truth) throws Exception {
        assertThat(evidence(program, jdk, "quiet")).isEqualTo(known(truth));
    }

    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldReportTheLanesOfVectors(String jdk) throws Exception {
        assumeFalse(Segments.isVersion(jdk, "19|2[01]"), "memory segments were a preview");
        Fork fork = new Fork(folder).on(jdk).options("quiet,line=64")
            .jvm("--add-modules", "jdk.incubator.vector").jar(Vectors.compile(jdk, folder));
        assertThat(evidence(fork.finish(fork.start(fork.command("org.tearline.agent.programs.Vectors", Fork.CLASSES)))))
            .isEqualTo(known(VECTORS));
    }

    private static Map<String, String> known(String table) {
        Map<String, String> evidence = new TreeMap<>();
        table.lines().map(line -> line.split(": ")).forEach(columns -> Stream.of(columns[1].split(" "))
            .forEach(method -> evidence.put(method, columns[0])));
        return evidence;
    }

    /** Checks the contended values among thousands that are not tracked, and returns what is said of the others. */
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
                if (said(site.get("values")).contains("unordered")
                    || site.at("/values/untracked/unordered").asBoolean()) {
                    contended.add(method);
                }
            } else if (!method.equals("newArrays")) {
                assertThat(site.at("/values/untracked/unordered").asBoolean()).as(method).isFalse();
                evidence.merge(method, site.get("access").get("bytes").asInt() + " at " + offsets(site) + " "
                    + String.join(" ", said(site.get("values"))), (one, other) -> one.equals(other) ? one
                    : one + " " + other);
            }
        }
        assertThat(contended).contains(hidden);
        return evidence;
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
        for (String way : new String[] {"oneThread", "locked", "ordered", "unordered", "unknown"}) {
            if (values.get(way).asInt() > 0) {
                said.add(way);
            }
        }
        return said;
    }
}
