// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tearline.merge.MergedCpu;
import org.tearline.report.ResultsReport;
import org.tearline.report.page.Answer;
import org.tearline.report.text.Screen;
import org.tearline.submission.Validator;

class FindingTextTest {
    /** Every published CPU, at the widths of terminals and in a pipe. */
    @Test
    void shouldFitOnOneScreenWhateverWasFound() throws IOException {
        for (MergedCpu cpu : published()) {
            for (Screen screen : List.of(new Screen(80, false, true), new Screen(100, true, true), Screen.FILE)) {
                String text = text(cpu, screen);
                assertThat(text.lines()).as(cpu.id()).hasSizeLessThan(40)
                    .allMatch(line -> line.length() <= Math.min(100, screen.columns()));
                assertThat(text.replaceAll("\\s+", " ")).contains(Answer.of(cpu).sentence());
            }
        }
    }

    @Test
    void shouldTellTheOffsetsOfATearInsideTheLine() throws IOException {
        MergedCpu zen4 = published().stream().filter(cpu -> cpu.name().equals("Zen 4")).findFirst().orElseThrow();

        assertThat(text(zen4, Screen.FILE)).contains("at 25..31");
    }

    private static List<MergedCpu> published() throws IOException {
        ResultsReport all = new ResultsReport(Path.of("reports/results"), new PrintStream(
            new ByteArrayOutputStream(), false, StandardCharsets.UTF_8));
        all.read(new Validator(Clock.systemUTC()));
        assertThat(all.cpus()).isNotEmpty();
        return all.cpus();
    }

    private static String text(MergedCpu cpu, Screen screen) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new FindingText(new PrintStream(bytes, true, StandardCharsets.UTF_8), screen).print(cpu);
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
