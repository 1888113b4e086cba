// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.cli.text.Output;

/** Asks the packaged jar, which starts the script engine for each question; QueryIT tests the answers. */
class AskIT {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Zen 5 60 both cas       | 0 | asked CPU Zen 5, write cas, read cas, place 60",
        "8 bytes at 60           | 3 | Emerald Rapids: yes, it tears",
        "-Xint getLong Zen 4     | 0 | see   Do the answers hold before the code is compiled?",
        "Ryzen 9 7950X 28        | 1 | YES, IT TEARS  Zen 4: 7950X, a long at 28, ordered / volatile (measured)",
        "u0000x script           | 3 | note  Not understood: this page lists no CPU"})
    void shouldAnswer(String question, int exit, String line) throws Exception {
        Jar.Result run = ask(question);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exit);
        assertThat(run.out()).contains(line);
        assertThat(run.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"Zen 4 28 cas, 0", "buffer.putLong(28) Zen 4, 3", "SIGBUS (0x7) si_code: 1 (BUS_ADRALN), 0"})
    void shouldPrintJsonThatFollowsTheSchema(String question, int exit) throws Exception {
        Jar.Result run = ask("--json " + question);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exit);
        Output.assertFollows("ask", run.out());
    }

    private static Jar.Result ask(String words) throws Exception {
        return Jar.loaded(Stream.concat(Stream.of("ask"), Stream.of(words.split(" "))).toArray(String[]::new));
    }
}
