// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.agent.programs.CalledByJdk;
import org.tearline.agent.programs.Sharing;
import tools.jackson.databind.JsonNode;

/** Checks that the report shows which threads share a value, in which way, and from which code. */
class SharingIT {
    /** Hits of the first instruction, and how its value is shared, by method. */
    private static final Map<String, String> ORDERED = Map.ofEntries(
        Map.entry("publishedWrite", "1 publishedOnce"), Map.entry("publishedRead", "2 publishedOnce"),
        Map.entry("handedWrite", "1 inTurn"), Map.entry("handedUse", "2 inTurn"),
        Map.entry("lockedUpdate", "6 locked"),
        Map.entry("initializedFirst", "1 locked"), Map.entry("initializedUpdate", "4 locked"),
        Map.entry("contendedWrite", "2 communicated"), Map.entry("contendedRead", "1 communicated"),
        Map.entry("copyMemory", "400 communicated"), Map.entry("setMemory", "400 communicated"));
    private static final List<String> PUTS = List.of("put", "putPart", "putBuffer", "putAt", "putPartAt",
        "putBufferAt");

    @TempDir
    private Path folder;

    static Stream<Arguments> newestAndOptions() {
        return Fork.newest().flatMap(jdk -> Stream.of(Arguments.of(jdk, "granule=8"), Arguments.of(jdk, "plain")));
    }

    private Fork.Result run(String jdk, String options, String... arguments) throws Exception {
        Fork.Result result = new Fork(folder).on(jdk).options(options).jvm(Fork.QUICK).run(Sharing.class, arguments);
        assertThat(result.exit()).as(result.err()).isZero();
        return result;
    }

    @ParameterizedTest
    @MethodSource("newestAndOptions")
    void shouldSayHowAValueIsShared(String jdk, String options) throws Exception {
        Map<String, String> expected = new TreeMap<>(ORDERED);
        if (options.equals("plain")) {
            PUTS.forEach(method -> expected.put(method, "400 communicated"));
            // Nothing that the agent knows passes the value on.
            expected.putAll(Map.of("publishedWrite", "1 inTurn", "publishedRead", "2 inTurn"));
        }
        Fork.Result result = run(jdk, options);
        assertThat(ways(result)).containsAllEntriesOf(expected);
        assertThat(result.err()).contains("used in turn", "always locked", "up to 2 threads", "plain write of 8 bytes");
    }

    private static Map<String, String> ways(Fork.Result result) {
        Map<String, String> ways = new TreeMap<>();
        for (JsonNode site : result.report().get("sites")) {
            JsonNode values = site.get("values");
            String way = Stream.of("oneThread", "locked", "publishedOnce", "handedOver", "guarded", "recycled",
                "inTurn", "changed", "unseenWriter", "unseenReader", "communicated")
                .filter(one -> values.get(one).asInt() == 1)
                .findFirst().orElse("several");
            ways.putIfAbsent(site.get("frames").get(site.get("site").asInt()).get("method").asString(),
                site.get("hits").asInt() + " " + way);
        }
        return ways;
    }

    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldNotBlameTheJdkForWhatItCalls(String jdk) throws Exception {
        Fork.Result result = new Fork(folder).on(jdk).options("quiet").run(CalledByJdk.class);
        assertThat(result.seen()).singleElement().satisfies(seen ->
            assertThat(seen.site()).contains(CalledByJdk.class.getName()));
    }

    @ParameterizedTest
    @MethodSource("newestAndOptions")
    void shouldNameTheCallersOfAWrapper(String jdk, String options) throws Exception {
        Fork.Result result = run(jdk, options, "callers");
        assertThat(result.seen()).hasSize(5).allMatch(seen -> seen.site().contains("lambda$callers$"));
        assertThat(result.seen().stream().map(Fork.Seen::hits).sorted().limit(2)).containsExactly(100L, 100L);
        assertThat(result.err()).contains("through " + Sharing.class.getName() + ".put(", "inner(", "outer(");
        assertThat(result.err().lines().filter(line -> line.endsWith("(hits estimated)"))).as("alternating callers")
            .hasSize(2);
        assertThat(result.seen().stream().mapToLong(Fork.Seen::hits).sum()).isEqualTo(100 + 400 + 100 + 800);
    }
}
