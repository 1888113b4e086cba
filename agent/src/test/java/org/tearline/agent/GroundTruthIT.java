// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.agent.Fork.Result;
import org.tearline.agent.programs.EveryBuffer;
import org.tearline.agent.programs.EveryMethod;
import tools.jackson.databind.JsonNode;

/** Calls every watched method at known offsets. The report must list exactly these accesses. */
class GroundTruthIT {
    private static final String WATCHED = "sun.misc.Unsafe,jdk.internal.misc.Unsafe";
    private static final int LINE = 64;
    private static final int PAGE = 4096;

    @TempDir
    private Path folder;

    /** The check is the same on every JDK. */
    @OnNewestJdk
    void shouldReportEveryCutAccessWithAnOrder(String jdk) throws Exception {
        for (int granule : new int[] {8, 32, LINE}) {
            compare(run(jdk, "quiet,ordered,granule=" + granule, WATCHED), granule, false);
        }
    }

    @OnEachJdk
    void shouldReportPlainAccessesOnRequest(String jdk) throws Exception {
        compare(run(jdk, "quiet,granule=8", WATCHED, "split"), 8, true);
    }

    /** Sites that share an instruction of the JDK are told apart by samples, so only the sums are exact. */
    @OnEachJdk
    void shouldReportBuffersAndViewsOnRequest(String jdk) throws Exception {
        Result result = new Fork(folder).on(jdk).options("quiet,granule=8,line=" + LINE)
            .run(EveryBuffer.class);
        List<Done> done = result.out().lines().map(Done::of).filter(one -> one.cut(8)).toList();
        Map<String, Long> expected = new TreeMap<>();
        done.forEach(one -> expected.merge(one.bytes + (one.access.startsWith("get") ? " read " : " write ")
            + one.position(), 1L, Long::sum));
        Map<String, Long> seen = new TreeMap<>();
        result.sites().forEach(site -> Result.places(site).forEach((position, hits) ->
            seen.merge(site.at("/access/bytes").asString() + " " + site.at("/access/operation").asString() + " "
                + position, hits, Long::sum)));
        assertThat(seen).isEqualTo(expected);
        assertThat(result.seen().stream().map(one -> one.site() + " " + one.access()).collect(toSet()))
            .isEqualTo(done.stream().map(one -> one.site + " " + one.access).collect(toSet()));
    }

    @OnEachJdk
    void shouldReportSegmentsOnRequest(String jdk) throws Exception {
        Result result = runOfSegments(jdk, "quiet,granule=8", "Segments", Segments.SOURCE);
        // Of the accesses at 8 successive offsets, 7 cross a multiple of 8 if they are 8 bytes wide, 3 if 4 and 1 if 2.
        // A bulk write at 52 covers 17 of the values up to 63 and, in native memory, also the three at 65 to 67.
        Map<String, Long> hits = new TreeMap<>();
        result.sites().forEach(site -> hits.merge(site.at(
            site.at("/access/bulk").asBoolean() ? "/access/method" : "/access/operation").asString() + " "
            + site.at("/access/bytes").asInt() + " " + site.get("memory").asString(),
            site.get("hits").asLong(), Long::sum));
        assertThat(hits.remove("copy 8 heap")).isEqualTo(17);
        assertThat(hits.remove("setString 8 native")).as("one value less than 16 bytes would cover").isEqualTo(19);
        assertThat(hits.remove("write 8 native")).isEqualTo(plainWrites(result));
        assertThat(hits).isEqualTo(Map.of("read 8 native", 113L, "read 4 native", 24L, "write 8 heap", 56L,
            "read 2 heap", 8L, "read 4 heap", 24L, "fill 8 native", 20L, "copyFrom 8 native", 20L,
            "copy 8 native", 60L));
    }

    /** Newer JDKs copy a few bytes of segments in pieces, with the same methods as the program's accesses. */
    @OnEachJdk
    void shouldNotJoinValuesThatTheJdkCopiesTogether(String jdk) throws Exception {
        Result result = runOfSegments(jdk, "quiet", "Neighbors", Segments.NEIGHBORS);
        for (JsonNode site : result.sites()) {
            if (site.at("/frames/0/method").asString().equals("main")) {
                assertThat(site.at("/values/oneThread")).isEqualTo(site.at("/values/known"));
            }
        }
    }

    /**
     * Checks the writes of 8 bytes to native memory by place, and returns their number. The JDK makes each of the six
     * bulk writes at 52 of one or two longs, at 52 and 60, some of which count as writes of the program.
     */
    private static long plainWrites(Result result) {
        Map<String, Long> writes = new TreeMap<>();
        result.sites().forEach(site -> {
            if (site.at("/access/operation").asString().equals("write") && site.at("/access/bytes").asInt() == 8
                && !site.at("/access/bulk").asBoolean() && site.get("memory").asString().equals("native")) {
                Result.places(site).forEach((place, hits) -> writes.merge(place, hits, Long::sum));
            }
        });
        long all = writes.values().stream().mapToLong(Long::longValue).sum();
        long at52 = writes.get("inside 52");
        long at60 = writes.get("line 60");
        assertThat(at52).as("two writes in the loop").isBetween(2L, 2L + 6);
        assertThat(at60).as("two writes in the loop, and two handles").isBetween(4L, 4L + 6);
        assertThat(all - at52 - at60).as("two writes in the loop at each of 54 offsets").isEqualTo(108);
        return all;
    }

    private Result run(String jdk, String options, String... arguments) throws Exception {
        return new Fork(folder).on(jdk).options(options + ",line=" + LINE)
            .jvm("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
            .libraries("asm-").run(EveryMethod.class, arguments);
    }

    private Result runOfSegments(String jdk, String options, String name, String source) throws Exception {
        assumeTrue(Segments.exist(jdk), "memory segments exist since Java 22");
        Path classes = Segments.compile(jdk, folder, name, source);
        return new Fork(folder).on(jdk).options(options + ",line=" + LINE).run(name, classes);
    }

    private static void compare(Result result, int granule, boolean plain) {
        Map<String, Long> expected = new HashMap<>();
        result.out().lines().map(Done::of).filter(done -> done.cut(granule) && (plain || !done.plain()))
            .forEach(done -> expected.merge(done.seen(), 1L, Long::sum));
        assertThat(expected).hasSizeGreaterThan(200);
        Map<String, Long> seen = new HashMap<>();
        result.seen().forEach(one -> seen.merge(one.site() + " " + one.access() + " " + one.place() + " "
            + one.offset(), one.hits(), Long::sum));
        assertThat(seen).containsExactlyInAnyOrderEntriesOf(expected);
        result.assertNothingLost();
    }

    /** A line of the program's output: calling method, called method, bytes, memory, offset in the page or object. */
    private record Done(String site, String access, int bytes, boolean heap, long offset) {
        static Done of(String line) {
            String[] words = line.split(" ");
            return new Done(words[0], words[1], Integer.parseInt(words[2]), words[3].equals("heap"),
                Long.parseLong(words[4]));
        }

        boolean cut(int granule) {
            int block = heap ? 8 : granule;
            return offset / block != (offset + bytes - 1) / block;
        }

        /** Whether the name of the method contains neither an order nor an update. */
        boolean plain() {
            return !access.matches(".*(Volatile|Opaque|Acquire|Release|Ordered).*|(weakC|c)ompareAnd.*|getAnd.*");
        }

        String seen() {
            return site + " " + access + " " + position();
        }

        private String position() {
            return heap ? "object " + offset % 8 : place() + " " + offset % LINE;
        }

        private String place() {
            return offset / PAGE != (offset + bytes - 1) / PAGE ? "page"
                : offset / LINE != (offset + bytes - 1) / LINE ? "line" : "inside";
        }
    }
}
