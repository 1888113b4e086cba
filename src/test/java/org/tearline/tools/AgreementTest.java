// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.published.Resealed;
import org.tearline.published.ResultText;
import tools.jackson.databind.node.ArrayNode;

/** Sweeps agree with themselves; one that saw a tear more does not agree with the other. */
class AgreementTest {
    private static final Path SWEEP = Path.of("src/test/resources/results/sweep-x86.json");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void shouldFindThatASweepAgreesWithItself() throws Exception {
        assertThat(print(SWEEP, SWEEP)).isZero();
        assertThat(said()).startsWith("2 sweeps, ").contains("; 0 differ, 0 cells contradict");
    }

    @Test
    void shouldNameTheClassThatDiffers(@TempDir Path folder) throws Exception {
        Path other = folder.resolve("other.json");
        Files.write(other, Resealed.after(ResultText.read(SWEEP), file -> {
            ArrayNode torn = (ArrayNode) file.at("/series/0/torn");
            for (int i = 0; i < torn.size(); i++) {
                torn.set(i, 0);
            }
        }));

        assertThat(print(SWEEP, other)).isEqualTo(1);
        assertThat(said()).contains("differs: ").contains("torn").doesNotContain("; 0 differ");
    }

    private int print(Path... sweeps) throws Exception {
        return Agreement.print(List.of(sweeps), new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
