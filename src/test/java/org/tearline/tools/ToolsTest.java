// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the help texts, and that a usage error prints one line and exits with 2. */
class ToolsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(strings = {"truth", "faults", "bench-power", "make-results", "result-form"})
    void shouldPrintHelp(String name) {
        assertThat(execute(name, "--help")).isZero();

        assertThat(out.toString()).contains("Usage: scripts/" + name, "--help", "--java HOME", "Exit codes:",
            "2   wrong usage").doesNotContain("inside");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldListThePrograms() {
        assertThat(execute()).isEqualTo(2);
        assertThat(execute("lies")).isEqualTo(2);

        assertThat(err.toString().lines()).hasSize(2).allMatch(line -> line.startsWith("tools: give one of truth, "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "truth --seconds x|--seconds 'x': give a whole number, 1 to 86400", "truth --seconds|--seconds",
        "truth --tier foo|'foo': give one or more of c2, c1, interpreter", "truth --sed 1|'--sed'",
        "faults --jar pom.xml --only [|--only '[': give a glob",
        "faults --jar /nowhere|--jar '/nowhere': no such file",
        "faults --jar pom.xml --other-java /nowhere|--other-java '/nowhere': no bin/java",
        "bench-power --case cas/cas@1|'cas/cas@1': give one of ordered/volatile@57, ", "make-results|'DIR'"})
    void shouldRejectABadArgumentInOneLine(String line, String said) {
        String[] words = line.split(" ");

        assertThat(execute(words)).isEqualTo(2);

        assertThat(err.toString().lines()).singleElement().asString().startsWith(words[0] + ": ").contains(said);
    }

    private int execute(String... arguments) {
        return Tools.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }
}
