// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripts run from any folder and need only the built jar. */
class ToolsIT {
    @TempDir
    private Path folder;

    @BeforeEach
    void needsBash() {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "needs bash");
    }

    @Test
    void shouldInjectFaults() throws Exception {
        assertThat(said(0, "faults", "--quick", "--only", "14 broken JSON").lines()).hasSize(2).last().asString()
            .matches("14 broken JSON +1 +1 +0 +\\d+\\.\\d");

        Path noTester = Files.createFile(folder.resolve("none.jar"));
        assertThat(said(1, "faults", "--only", "14 broken *", "--jar", noTester.toString())).contains(
            "-- 14 broken JSON: expected ", "; exit code 1\n").containsPattern("14 broken JSON +1 +0 +1 ");
    }

    private String said(int code, String script, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of("scripts", script).toAbsolutePath().toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isEqualTo(code);
        return out;
    }
}
