// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.run.link.WorkerFolder.CrashReport;
import org.tearline.verdict.CellReason;

class CrashReportTest {
    @TempDir
    private Path folder;

    @Test
    void shouldNameTheSignal() throws IOException {
        assertThat(new CrashReport(134, file("#\n# A fatal error has been detected\n#\n"
            + "#  SIGBUS (0x7) at pc=0x00007f, pid=1, tid=2\n#\n"), file("")).describe())
            .isEqualTo("SIGBUS (0x7) at pc=0x00007f, pid=1, tid=2, SIGABRT (exit code 134)");
        assertThat(new CrashReport(137, folder.resolve("none"), folder.resolve("none")).describe())
            .isEqualTo("SIGKILL (exit code 137)");
        assertThat(new CrashReport(152, folder.resolve("none"), folder.resolve("none")).describe())
            .isEqualTo("SIGXCPU: the limit of CPU time (exit code 152)");
    }

    @ParameterizedTest
    @CsvSource({"134, '#  SIGBUS (0x7) at pc=0x1', , SIGBUS", "134, '#  SIGSEGV (0xb) at pc=0x1', , SIGSEGV",
        "129, , , STOPPED", "130, , , STOPPED", "137, , , STOPPED", "143, , , STOPPED", "135, , , SIGBUS",
        "139, , , SIGSEGV", "138, , , STOPPED", "152, , , STOPPED", "133, , , WORKER_DIED",
        "134, , , STOPPED", "134, , free(): invalid pointer, WORKER_DIED",
        "134, '#  SIGSEGV (0xb) at pc=0x00007ff34c76ff14 (sent by kill), pid=1, tid=1', , STOPPED",
        "132, , , WORKER_DIED", "137, '#  SIGSEGV (0xb)', , SIGSEGV", "0, , , WORKER_DIED",
        "1, , Exception in thread \"main\" java.lang.InternalError: a fault occurred in an unsafe access,"
            + " INTERNAL_ERROR", "1, , Failed to start thread \"main\" - no SIGBUS, STOPPED"})
    void shouldReturnTheReason(int exitCode, String crash, String stderr, CellReason reason) throws IOException {
        Path none = folder.resolve("none");
        assertThat(new CrashReport(exitCode, crash == null ? none : file("#\n" + crash + "\n"),
            stderr == null ? none : file(stderr)).reason()).isEqualTo(reason);
    }

    /** Messages that JDK 17, 21 and 25 print under a limit on processes or memory. */
    @ParameterizedTest
    @ValueSource(strings = {"[0.1s][warning][os,thread] Failed to start thread \"GC Thread#0\" -"
        + " pthread_create failed (EAGAIN) for attributes: stacksize: 1024k, guardsize: 4k, detached.",
        "Error occurred during initialization of VM\nCould not reserve enough space for object heap",
        "Exception in thread \"main\" java.lang.OutOfMemoryError: unable to create native thread: possibly out of"
            + " memory or process/resource limits reached",
        "# There is insufficient memory for the Java Runtime Environment to continue."})
    void shouldRecognizeAJvmWithoutResources(String words) throws IOException {
        Path none = folder.resolve("none");
        Path said = file("\n" + words + "\n");
        assertThat(new CrashReport(1, none, said).reason()).isEqualTo(CellReason.STOPPED);
        assertThat(new CrashReport(1, said, none).reason()).isEqualTo(CellReason.STOPPED);
        assertThat(new CrashReport(134, none, said).reason()).as("ended by a signal").isNotEqualTo(CellReason.STOPPED);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "file", ""), text);
    }
}
