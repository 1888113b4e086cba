// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.agent.programs.Sharing;
import tools.jackson.databind.JsonNode;

/** Who shares a value, how, and from where. */
class SharingIT {
    @TempDir
    private Path folder;

    static Stream<Arguments> jdksAndOptions() {
        return Fork.jdks().flatMap(jdk -> Stream.of(Arguments.of(jdk, "granule=8"), Arguments.of(jdk, "plain")));
    }

    private Fork.Result run(String jdk, String options, String how) throws Exception {
        Fork.Result result = new Fork(folder).on(jdk).options(options).run(Sharing.class, how);
        assertThat(result.exit()).as(result.err()).isZero();
        return result;
    }

    @ParameterizedTest
    @MethodSource("jdksAndOptions")
    void shouldSayHowAValueIsShared(String jdk, String options) throws Exception {
        assertThat(shared(jdk, options, "published", "published once")).isEqualTo("1 shared, 1 published, 0 0");
        assertThat(shared(jdk, options, "handed", "handed over (as far as seen)"))
            .isEqualTo("1 shared, 0 published, 1 0");
        assertThat(shared(jdk, options, "locked", "always locked")).isEqualTo("1 shared, 0 published, 0 1");
        assertThat(shared(jdk, options, "contended", "up to 2 threads")).isEqualTo("1 shared, 0 published, 0 0");
    }

    private String shared(String jdk, String options, String how, String words) throws Exception {
        Fork.Result result = run(jdk, options, how);
        assertThat(result.err()).contains(words);
        JsonNode values = result.report().at("/sites/0/values");
        return values.get("shared") + " shared, " + values.get("publishedOnce") + " published, "
            + values.get("handedOver") + " " + values.get("locked");
    }

    @ParameterizedTest
    @MethodSource("jdksAndOptions")
    void shouldTakeABulkCopyForAWriteOfWhatItCovers(String jdk, String options) throws Exception {
        for (String how : options.equals("plain") ? new String[] {"copied", "set", "put"}
            : new String[] {"copied", "set"}) {
            Fork.Result result = run(jdk, options, how);
            JsonNode site = result.report().get("sites").valueStream()
                .filter(one -> one.at("/access/operation").asString().equals("write")).findFirst().orElseThrow();
            assertThat(site.at("/access/method").asString()).isEqualTo(how.equals("copied") ? "copyMemory"
                : how.equals("set") ? "setMemory" : "put");
            assertThat(site.get("hits").asInt()).isEqualTo(how.equals("set") ? 1 : 400);
            assertThat(site.at("/access/bytes").asInt()).isEqualTo(8);
            assertThat(site.at("/values/mostThreads").asInt()).isEqualTo(2);
            assertThat(site.at("/values/publishedOnce").asInt() + site.at("/values/handedOver").asInt()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("jdksAndOptions")
    void shouldNameTheCallersOfAMethodThatOnlyPassesItsAddressOn(String jdk, String options) throws Exception {
        Fork.Result result = run(jdk, options, "callers");
        assertThat(result.seen()).extracting(Fork.Seen::hits).containsExactlyInAnyOrder(100L, 400L);
        assertThat(result.err()).doesNotContain("estimated").contains("through " + Sharing.class.getName() + ".put(");
    }

    @ParameterizedTest
    @MethodSource("jdksAndOptions")
    void shouldSayThatTheSharesOfTwoCallersInTurnAreEstimated(String jdk, String options) throws Exception {
        Fork.Result result = run(jdk, options, "turns");
        assertThat(result.seen()).hasSize(2).allMatch(seen -> seen.hits() > 200).extracting(Fork.Seen::hits)
            .satisfies(hits -> assertThat(hits.stream().mapToLong(n -> n).sum()).isEqualTo(800));
        assertThat(result.err().lines().filter(line -> line.endsWith("(its share is estimated)"))).hasSize(2);
    }
}
