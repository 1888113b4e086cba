// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProcessMarkTest {
    @Test
    void shouldDetectAHaltedProcess() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/stat")), "needs /proc");
        Process process = new ProcessBuilder("sleep", "60").start();
        try {
            assertThat(ProcessMark.halted(process.pid())).isFalse();
            new ProcessBuilder("kill", "-STOP", String.valueOf(process.pid())).start().waitFor();
            while (!ProcessMark.halted(process.pid())) {
                Thread.onSpinWait();
            }
            new ProcessBuilder("kill", "-CONT", String.valueOf(process.pid())).start().waitFor();
            while (ProcessMark.halted(process.pid())) {
                Thread.onSpinWait();
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(ProcessMark.halted(process.pid())).as("ended").isFalse();
    }
}
