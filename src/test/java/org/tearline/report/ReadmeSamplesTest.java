// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tearline.plan.ReadMode;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.WriteMode;
import org.tearline.report.terminal.RunText;
import org.tearline.report.text.Screen;
import org.tearline.result.Controls;
import org.tearline.result.Samples;
import org.tearline.result.StressorUse;
import org.tearline.result.TrialOutcome;
import org.tearline.result.TrialResult;

/** The outputs in the README are what the program prints: the words are the same, only what was measured differs. */
class ReadmeSamplesTest {
    /** What was measured, on which machine, and who was seen to tear: the sample of a test has its own. */
    private static final String MACHINE = "(?m)^  (?:Intel|Sample|OpenJDK|who tore).*\\n";

    @Test
    void shouldShowATearAsTheProgramPrintsIt() throws IOException {
        assertThat(shape(block("A long at offset 60"))).isEqualTo(shape(printed(60, WriteMode.CAS, Samples.torn())));
    }

    @Test
    void shouldShowANegativeResultAsTheProgramPrintsIt() throws IOException {
        Controls controls = new Controls(Samples.CONTROLS.aligned(), 2_000_000_000L,
            List.of(new StressorUse("none", 9, 1_000, 50)));
        String all = printed(28, WriteMode.ORDERED, Samples.silent(12_345_678, controls));

        assertThat(shape(block("NONE SEEN"))).isEqualTo(shape(all.substring(all.indexOf("NONE SEEN"))));
    }

    /** Returns the fenced block that begins so. */
    private static String block(String begin) throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        int at = readme.indexOf("```\n" + begin) + 4;
        assertThat(at).as(begin).isGreaterThan(4);
        return readme.substring(at, readme.indexOf("```", at));
    }

    /** Returns a text with every number, unit of time and line end replaced; offsets and seams of the head stay. */
    private static String shape(String text) {
        int verdict = Math.max(0, Math.max(text.indexOf("TORN"), text.indexOf("NONE SEEN")));
        return text.substring(0, verdict).replaceAll(MACHINE, "").replaceAll("CPU \\d+", "CPU N")
            + text.substring(verdict).replaceAll(MACHINE, "").replaceAll("0x[0-9a-f]+\\|[0-9a-f]+|0x[0-9a-f]+", "0x")
                .replaceAll("\\b\\d[\\d,.]*(?:e-\\d+)?(?: (?:ms|us|s)\\b)?", "N").replaceAll("\\s+", " ").strip();
    }

    private static String printed(int offset, WriteMode write, TrialOutcome outcome) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TrialSpec trial = Samples.trial(offset, write, ReadMode.VOLATILE);
        TrialResult result = Samples.result(trial, outcome);
        RunText text = new RunText(new PrintStream(bytes, true, StandardCharsets.UTF_8),
            new Screen(Screen.ENDLESS, false, true), false);
        text.printTrial(trial, null, result.machine().rules(), result.threadCpus(), result::machine);
        text.printVerdict(result);
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
