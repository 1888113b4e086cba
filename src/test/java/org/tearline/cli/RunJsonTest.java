// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.cli.text.Output;
import org.tearline.trial.Budget;
import org.tearline.trial.ReadMode;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Controls;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Samples;
import org.tearline.verdict.Seen;
import org.tearline.verdict.Starts;
import org.tearline.verdict.StressorUse;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.TrialResult;

class RunJsonTest {
    private static final TrialSpec TRIAL = Samples.trial(60, WriteMode.ORDERED, ReadMode.VOLATILE);

    static Stream<TrialResult> results() {
        return Stream.of(Samples.result(TRIAL, Samples.torn()),
            Samples.result(TRIAL, Samples.silent(1_000, Samples.CONTROLS)),
            Samples.result(TRIAL, Samples.silent(1_000, new Controls(new Seen(20_000, 0),
                List.of(new StressorUse("spin", 9, 10, 3))))),
            Samples.result(TRIAL, Samples.outcome(Counts.NONE).controls(null)
                .refused("IllegalStateException").build()),
            Samples.result(TRIAL, TrialOutcome.uncounted(CellReason.SIGBUS, "SIGBUS")));
    }

    @ParameterizedTest
    @MethodSource("results")
    void shouldFollowItsSchema(TrialResult result) {
        Output.assertFollows("run", RunJson.print(result));
    }

    @Test
    void shouldPrintSeveralStarts() {
        List<TrialResult> results = List.of(Samples.result(TRIAL, Samples.silent(1_000, Samples.CONTROLS)),
            Samples.result(TRIAL, Samples.torn()));
        String json = RunJson.print(new Starts(results));

        Output.assertFollows("starts", json);
        assertThat(json).contains("\"verdict\" : \"torn\"", "\"starts\" : 2", "\"torn\" : 1",
            "\"tornPerChange\" : null");
        assertThat(Output.isValid("starts", json.replace("\"tier\"", "\"tear\""))).as("the schema of a run").isFalse();
    }

    @Test
    void shouldHaveASchemaThatRejectsErrors() {
        String torn = RunJson.print(Samples.result(TRIAL, Samples.torn()));
        assertThat(Output.isValid("run", torn.replace("\"torn\" : 3", "\"torn\" : -3"))).isFalse();
        assertThat(Output.isValid("run", torn.replace("\"verdict\"", "\"verdickt\""))).isFalse();
    }

    @Test
    void shouldPrintARateOnlyIfCountingContinued() {
        assertThat(RunJson.print(Samples.result(TRIAL, Samples.torn()))).contains("\"tornPerChange\" : null");
        Budget whole = new Budget(1_000_000_000, 1_000, Until.BUDGET);
        assertThat(RunJson.print(Samples.result(TRIAL, whole, Samples.torn())))
            .contains("\"tornPerChange\" : 0.004285714285714286");
    }

    @Test
    void shouldPrintNoPlantedValuesOfATrialThatWasRefused() {
        assertThat(RunJson.print(Samples.result(TRIAL, TrialOutcome.refused("IllegalStateException"))))
            .contains("\"planted\" : null");
    }

    @Test
    void shouldPrintBytesInMemoryOrder() {
        String json = RunJson.print(Samples.result(TRIAL, Samples.torn()));
        boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        assertThat(json).contains(little ? "\"seen\" : \"0x0909090905050505\"" : "\"seen\" : \"0x0505050509090909\"");
    }
}
