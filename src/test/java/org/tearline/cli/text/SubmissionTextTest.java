// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubmissionTextTest {
    /** The first three names need no or simple quotes. */
    @ParameterizedTest
    @ValueSource(strings = {"r.json", "my r.json", "it's.json", "\u001b[31mred.json", "a\nb.json", "\u202e'\\x.json"})
    void shouldPrintNamesThatAShellReadsBack(String name) throws Exception {
        Path bash = Path.of("/bin/bash");
        assumeTrue(Files.isExecutable(bash), "no bash");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SubmissionText.nextSteps(Path.of(name), new PrintStream(out, true, StandardCharsets.UTF_8));
        String text = out.toString(StandardCharsets.UTF_8);

        assertThat(text.lines()).hasSize(3).allMatch(line -> line.matches("[ -~]*"));
        String word = text.lines().toList().get(1).replaceFirst(".* show ", "");
        Process echo = new ProcessBuilder(bash.toString(), "-c", "printf %s " + word).start();
        assertThat(new String(echo.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(name);
    }
}
