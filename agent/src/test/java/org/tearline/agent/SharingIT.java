// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.agent.Fork.Result;
import org.tearline.agent.Fork.Seen;
import org.tearline.agent.programs.CalledByJdk;
import org.tearline.agent.programs.Sharing;
import tools.jackson.databind.JsonNode;

/** Checks that the report shows which threads share a value, in which way, and from which code. */
class SharingIT {
    @TempDir
    private Path folder;

    static Stream<Arguments> newestAndOptions() {
        return Fork.newest().flatMap(jdk -> Stream.of(Arguments.of(jdk, "ordered,granule=8"),
            Arguments.of(jdk, "line=64")));
    }

    private Result run(String jdk, String options, String... arguments) throws Exception {
        return new Fork(folder).on(jdk).options(options).run(Sharing.class, arguments);
    }

    @ParameterizedTest
    @MethodSource("newestAndOptions")
    void shouldSayHowAValueIsShared(String jdk, String options) throws Exception {
        Result result = run(jdk, options);
        assertThat(ways(result)).containsAllEntriesOf(TruthIT.truth(result.out(), options.startsWith("ordered")));
    }

    /** Returns the hits of the first instruction of each method, and the evidence about its value. */
    private static Map<String, String> ways(Result result) {
        Map<String, String> ways = new TreeMap<>();
        for (JsonNode site : result.sites()) {
            // A site with several values is none of those that are expected.
            ways.putIfAbsent(Result.frame(site).get("method").asString(), site.get("hits").asInt() + " "
                + Result.evidence(site).filter(kind -> site.get("values").get(kind).asInt() == 1).findFirst()
                .orElse("several"));
        }
        return ways;
    }

    @OnEachJdk
    void shouldNotBlameTheJdkForWhatItCalls(String jdk) throws Exception {
        Result result = new Fork(folder).on(jdk).options("quiet").run(CalledByJdk.class);
        assertThat(result.seen()).singleElement().satisfies(seen ->
            assertThat(seen.site()).contains(CalledByJdk.class.getName()));
    }

    @ParameterizedTest
    @MethodSource("newestAndOptions")
    void shouldNameTheCallersOfAWrapper(String jdk, String options) throws Exception {
        Result result = run(jdk, options, "callers");
        assertThat(result.seen()).hasSize(5).allMatch(seen -> seen.site().contains("lambda$callers$"));
        assertThat(result.seen().stream().map(Seen::hits).sorted().limit(2)).containsExactly(100L, 100L);
        assertThat(result.sites().valueStream()
            .filter(site -> site.get("estimated").asBoolean())).as("alternating callers").hasSize(2);
        assertThat(result.seen().stream().mapToLong(Seen::hits).sum()).isEqualTo(100 + 400 + 100 + 800);
    }
}
