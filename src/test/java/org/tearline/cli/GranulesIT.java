// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.Jdks;
import org.tearline.cli.text.Output;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Measures the granules of this machine, whatever they are. */
@Tag("stress")
class GranulesIT {
    private static final boolean TWO_CPUS = Runtime.getRuntime().availableProcessors() > 1;
    private static final int LINES = 24;
    private static final int COLUMNS = 80;

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#all")
    void shouldPrintTheAnswerFirstAndFitAScreen(String jdk) throws Exception {
        assumeTrue(TWO_CPUS);
        Jar.Result run = Jar.plain(jdk);

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        // Where split locks are slow, stores and loads cannot always be told apart.
        assertThat(run.out()).containsPattern("(?s)^[^\\n]+: a (store|load|store or load) (is|tears) "
            + ".*\\n  (stores|loads|both): (torn|none) ");
        assertThat(run.out()).containsPattern("\n  by the law: only offsets 0, .* were\\s+tried");
        assertThat(run.out().lines()).hasSizeLessThanOrEqualTo(LINES).allMatch(line -> line.length() <= COLUMNS);
    }

    @ParameterizedTest
    @CsvSource({"'', store", "--no-split-locks --width=2, pair", "--no-split-locks --memory=bytebuffer, pair",
        "--no-split-locks --tier=interpreter, pair"})
    void shouldPrintBoundsThatDoNotContradictItsTrials(String option, String kind) throws Exception {
        assumeTrue(TWO_CPUS);
        Jar.Result run = Jar.loaded(("granules --json " + option).strip().split(" "));

        assertThat(run.exitCode()).as(run.err()).isZero();
        Output.assertFollows("granules-run", run.out());
        JsonNode root = JsonMapper.shared().readTree(run.out());
        JsonNode bounds = root.get("granules").get(kind);
        int width = root.get("width").asInt();
        assertThat(root.get("trials").size()).isPositive();
        root.get("trials").forEach(trial -> {
            int offset = trial.get("offset").asInt();
            int boundary = Integer.highestOneBit(offset ^ offset + width - 1);
            assertThat(trial.get("torn").asLong() > 0 && offset % width == 0).as(trial.toString()).isFalse();
            boolean tested = kind.equals("pair") || trial.get("read").asString().equals("exchange")
                && !trial.get("write").asString().equals("cas");
            if (tested && boundary < bounds.get("atLeast").asInt(0) && trial.get("changes").asLong() >= 20_000) {
                assertThat(trial.get("verdict").asString()).as(trial.toString()).isEqualTo("none-seen");
            }
            if (tested && trial.get("verdict").asString().equals("torn")) {
                assertThat(bounds.get("atMost").asInt()).isLessThanOrEqualTo(boundary);
                assertThat(bounds.get("atLeast").asInt(0)).isLessThanOrEqualTo(boundary);
            }
        });
    }

    @Test
    void shouldReportThatOneCpuIsTooFew() throws Exception {
        Jar.Result run = Jar.run(Jdks.first(), Jar.under("taskset", "-c", "0"), "granules");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).singleElement().asString().contains("one CPU");
    }

    /** A single number is taken as the offset, and an option or a property of run implies run. */
    @ParameterizedTest
    @CsvSource({"60", "-Doffset=60", "--offset=60"})
    void shouldRunOneTrialIfAnOffsetIsGiven(String word) throws Exception {
        Jar.Result run = word.startsWith("-D") ? Jar.run(Jdks.first(), word, "-Dduration=1ms", "-Djson")
            : Jar.loaded(word, "--duration=1ms", "--json");

        assertThat(JsonMapper.shared().readTree(run.out()).at("/trial/offset").asInt()).isEqualTo(60);
    }
}
