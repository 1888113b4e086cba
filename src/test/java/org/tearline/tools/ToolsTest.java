// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the programs behind the scripts say of themselves and of bad arguments: one line, 2, and no work. */
class ToolsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(strings = {"truth", "sweeps", "faults", "bench-power", "bench-loops", "make-results", "forged",
        "open-page"})
    void shouldPrintItsHelp(String name) {
        assertThat(execute(name, "--help")).isZero();

        assertThat(out.toString()).contains("Usage: scripts/" + name, "--help", "--java HOME", "Exit codes:",
            "2   wrong usage").doesNotContain("inside");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldNameTheProgramsThatThereAre() {
        assertThat(execute()).isEqualTo(2);
        assertThat(execute("lies")).isEqualTo(2);

        assertThat(err.toString().lines()).hasSize(2).allMatch(line -> line.startsWith("tools: give one of truth, "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "truth --seconds x|--seconds 'x': give a whole number, 1 to 86400",
        "truth --seconds 0|--seconds '0': give a whole number, 1 to", "truth --seconds|--seconds",
        "truth --tier foo|'foo' is none of c2, c1, interpreter", "truth --tier c2,,c1|'' is none of",
        "truth --tier EMPTY|'' is none of", "truth --seed 1e9|--seed '1e9': give a whole number",
        "truth --asks -1|--asks '-1'", "truth --sed 1|'--sed'", "sweeps --profile fast|'fast' is none of quick,",
        "faults --runs 0|--runs '0': give a whole number, 1 to 10000", "faults --rums 1|'--rums'",
        "faults --jar pom.xml --only [|--only '[': give a glob",
        "faults --jar /nowhere|--jar '/nowhere': no such file", "faults --jar /|--jar '/': no such file",
        "faults --jar pom.xml --other-java /nowhere|--other-java '/nowhere': there is no JDK",
        "sweeps --runs 0|--runs '0': give a whole number", "bench-power --millis 1.5|--millis '1.5': give a whole",
        "bench-power --millis 5,,6|--millis '': give a whole number",
        "bench-power --case cas/cas@1|'cas/cas@1' is none of ordered/volatile@57, ",
        "bench-loops --rounds 0|--rounds '0': give a whole number", "make-results -n x out|-n 'x': give a whole number",
        "make-results -p 101 out|-p '101': give a whole number, 0 to 100", "make-results|'DIR'",
        "forged /nowhere|'/nowhere': there is no such folder", "forged|'DIR'",
        "open-page /nowhere|'/nowhere': there is no such file"})
    void shouldTakeOneLineForABadArgument(String line, String said) {
        String[] words = Arrays.stream(line.split(" ")).map(word -> word.equals("EMPTY") ? "" : word)
            .toArray(String[]::new);

        assertThat(execute(words)).isEqualTo(2);

        assertThat(err.toString().lines()).singleElement().asString().startsWith(words[0] + ": ").contains(said);
    }

    private int execute(String... arguments) {
        return Tools.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }
}
