// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the scripts make of bad arguments: one line, 2, and no work. */
class ScriptsTest {
    @BeforeEach
    void needsBash() {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "there is no bash here");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tools", "soak", "bench-run", "bench-costs", "bench-agent", "jcstress", "jcstress-smoke",
        "jdks", "check", "native-tears", "cells", "questions", "sample-junit", "fleet",
        "programs"})
    void shouldPrintItsHelp(String script) throws Exception {
        Process process = new ProcessBuilder("../scripts/" + script, "--help").directory(Path.of("src").toFile())
            .redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(out).isZero();
        assertThat(out).contains("Usage: scripts/" + script).containsIgnoringCase("Exit codes:")
            .doesNotContain("SPDX", "shellcheck", "set -euo");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "soak --runs 0|--runs '0': give a whole number, 1 to", "soak --runs abc|--runs 'abc': give a whole number",
        "soak --runs|--runs takes a value", "soak --jar /nowhere|no such file", "soak --rums 1|unknown option '--rums'",
        "truth --java /nowhere|there is no JDK", "bench-run --runs -1|give a whole number",
        "native-tears --tier c3|give c2, c1 or interpreter",
        "native-tears --memory heap|give some of base processes",
        "bench-agent --pairs 1|give a whole number, 2 to 100", "programs --pairs 0|give a whole number, 1 to 50",
        "programs Nothing|unknown program 'Nothing'; known: Aeron",
        "bench-costs --only EMPTY|--only '': give some of clock", "bench-costs --only clock,foo|give some of clock",
        "jcstress --out /proc/x|--out '/proc/x': no such folder can be made", "jcstress --time 0|--time '0'",
        "jcstress-smoke --jdk /nowhere|no JDK", "jdks --seconds 0|give a whole number",
        "jdks /nowhere|there is no JDK", "cells --batch 0 . out|--batch '0': give a whole number",
        "cells /nowhere out|'/nowhere': there is no reports/results", "cells .|give a checkout and a folder",
        "fleet --machines 3|--machines '3': give a whole number, 18 to",
        "questions /nowhere|'/nowhere': there is no cells.parquet", "questions|give the folder",
        "questions --sparc .|unrecognized arguments: --sparc", "check|give a command that starts the program",
        "check --source /nowhere true|no such", "check --baseline /nowhere true|no such file",
        "check --outt x|unknown option '--outt'"})
    void shouldTakeOneLineForABadArgument(String line, String said) throws Exception {
        List<String> command = new ArrayList<>(Arrays.stream(line.split(" "))
            .map(word -> word.equals("EMPTY") ? "" : word).toList());
        command.set(0, "scripts/" + command.get(0));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(out).isEqualTo(2);
        assertThat(out.lines()).singleElement().asString().contains(said);
    }
}
