// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that docs/costs.md is what bench/costs.py makes of the stored results. */
class CostsPageTest {
    @TempDir
    private Path folder;

    @Test
    void shouldEqualTheGeneratedPage() throws Exception {
        Path log = folder.resolve("log");
        int code = new ProcessBuilder("python3", "bench/costs.py", "bench/results", folder.toString())
            .redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor();

        assertThat(code).as(Files.readString(log)).isZero();
        assertThat(Files.readString(Path.of("docs/costs.md")).equals(Files.readString(folder.resolve("costs.md"))))
            .as("docs/costs.md is up to date: scripts/bench-costs --page").isTrue();
    }

    @Test
    void shouldMarkRoundTripsThatSawATornValue() throws Exception {
        assertThat(Files.readAllLines(Path.of("docs/costs.md"))).contains("| two processes, mapped memory, at 60 | – | "
            + "160, torn | 160, torn | – | – | 292, torn | – | – | – | – |");
    }
}
