// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.agent.programs.Sharing;
import tools.jackson.databind.JsonNode;

/** Checks that the report shows which threads share a value, in which way, and from which code. */
class SharingIT {
    @TempDir
    private Path folder;

    static Stream<Arguments> jdksAndOptions() {
        return Fork.jdks().flatMap(jdk -> Stream.of(Arguments.of(jdk, "granule=8"), Arguments.of(jdk, "plain")));
    }

    private Fork.Result run(String jdk, String options, String how) throws Exception {
        Fork.Result result = new Fork(folder).on(jdk).options(options).jvm(Fork.QUICK).run(Sharing.class, how);
        assertThat(result.exit()).as(result.err()).isZero();
        return result;
    }

    @ParameterizedTest
    @MethodSource("jdksAndOptions")
    void shouldSayHowAValueIsShared(String jdk, String options) throws Exception {
        assertShared(run(jdk, options, "published"), "published once (as far as observed)", 1, 0, 0);
        assertShared(run(jdk, options, "handed"), "handed over (as far as observed)", 0, 1, 0);
        assertShared(run(jdk, options, "locked"), "always locked", 0, 0, 1);
        assertShared(run(jdk, options, "initialized"), "always locked", 0, 0, 1);
        assertShared(run(jdk, options, "contended"), "up to 2 threads", 0, 0, 0);
    }

    private static void assertShared(Fork.Result result, String words, int published, int handed, int locked) {
        assertThat(result.err()).contains(words);
        JsonNode values = result.report().at("/sites/0/values");
        assertThat(Stream.of("shared", "publishedOnce", "handedOver", "locked").map(way -> values.get(way).asInt()))
            .containsExactly(1, published, handed, locked);
    }

    @ParameterizedTest
    @MethodSource("jdksAndOptions")
    void shouldCountABulkWriteForEachValueThatItCovers(String jdk, String options) throws Exception {
        for (String how : options.equals("plain") ? List.of("copyMemory", "setMemory", "put", "put part", "put buffer",
            "put at", "put part at", "put buffer at") : List.of("copyMemory", "setMemory")) {
            Fork.Result result = run(jdk, options, how);
            assertShared(result, "plain write of 8 bytes", 0, 0, 0);
            assertThat(result.site(how.replaceFirst(" .*", "")).get("hits").asInt()).as(how)
                .isEqualTo(how.equals("setMemory") ? 1 : 400);
        }
    }

    @ParameterizedTest
    @MethodSource("jdksAndOptions")
    void shouldNameTheCallersOfAWrapper(String jdk, String options) throws Exception {
        Fork.Result result = run(jdk, options, "callers");
        assertThat(result.seen()).extracting(Fork.Seen::hits).containsExactlyInAnyOrder(100L, 400L);
        assertThat(result.err()).doesNotContain("estimated").contains("through " + Sharing.class.getName() + ".put(");
        Fork.Result nested = run(jdk, options, "nested");
        assertThat(nested.seen()).singleElement().satisfies(seen -> assertThat(seen.site()).contains("lambda$main$"));
        assertThat(nested.err()).contains("inner(", "outer(");
    }

    @ParameterizedTest
    @MethodSource("jdksAndOptions")
    void shouldMarkTheHitsOfAlternatingCallersAsEstimated(String jdk, String options) throws Exception {
        Fork.Result result = run(jdk, options, "turns");
        assertThat(result.seen()).hasSize(2).allMatch(seen -> seen.hits() > 200);
        assertThat(result.seen().stream().mapToLong(Fork.Seen::hits).sum()).isEqualTo(800);
        assertThat(result.err().lines().filter(line -> line.endsWith("(hits estimated)"))).hasSize(2);
    }
}
