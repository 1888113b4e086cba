// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.run.link.WorkerFolder.CrashReport;
import org.tearline.verdict.Verdict.CellReason;

class CrashReportTest {
    @TempDir
    private Path folder;

    @Test
    void shouldNameTheSignalThatHotSpotReported() throws IOException {
        Path crash = Files.writeString(folder.resolve("crash"),
            "#\n# A fatal error has been detected\n#\n#  SIGBUS (0x7) at pc=0x00007f, pid=1, tid=2\n#\n");
        assertThat(CrashReport.describe(134, crash, folder.resolve("none")))
            .isEqualTo("SIGBUS (0x7) at pc=0x00007f, pid=1, tid=2, SIGABRT (exit code 134)");
    }

    @Test
    void shouldNameTheSignalOfTheExitCode() {
        assertThat(CrashReport.describe(137, folder.resolve("none"), folder.resolve("none")))
            .isEqualTo("SIGKILL (exit code 137)");
    }

    @Test
    void shouldTellWhoeverWasKilledFromWhoeverCrashed() throws IOException {
        Path none = folder.resolve("none");
        Path crash = Files.writeString(folder.resolve("crash"), "#  SIGSEGV (0xb)\n");
        assertThat(List.of(129, 130, 137, 143)).allMatch(code -> CrashReport.killed(code, none))
            .noneMatch(code -> CrashReport.killed(code, crash));
        assertThat(List.of(0, 1, 132, 134, 135, 139)).noneMatch(code -> CrashReport.killed(code, none));
    }

    @Test
    void shouldTellWhatAnEndMeansForTheTrial() throws IOException {
        Path none = folder.resolve("none");
        Path bus = Files.writeString(folder.resolve("bus"), "#\n#  SIGBUS (0x7) at pc=0x1\n");
        Path segment = Files.writeString(folder.resolve("segment"), "#\n#  SIGSEGV (0xb) at pc=0x1\n");
        Path thrown = Files.writeString(folder.resolve("thrown"), "Exception in thread \"main\""
            + " java.lang.InternalError: a fault occurred in an unsafe memory access operation\n");
        Path starved = Files.writeString(folder.resolve("starved"), "Failed to start thread \"main\" - no SIGBUS\n");
        assertThat(List.of(CrashReport.reason(134, bus, none), CrashReport.reason(134, segment, none),
            CrashReport.reason(135, none, none), CrashReport.reason(139, none, none),
            CrashReport.reason(1, none, thrown), CrashReport.reason(132, none, none),
            CrashReport.reason(137, none, none), CrashReport.reason(1, none, starved)))
            .containsExactly(CellReason.SIGBUS, CellReason.SIGSEGV, CellReason.SIGBUS, CellReason.SIGSEGV,
                CellReason.INTERNAL_ERROR, CellReason.WORKER_DIED, CellReason.STOPPED, CellReason.STOPPED);
    }

    /** What JVMs of 17, 21 and 25 said under a limit of processes or of memory; no access can have caused it. */
    @Test
    void shouldTellWhatCouldNotStartFromWhatAnAccessDid() throws IOException {
        Path none = folder.resolve("none");
        for (String words : List.of("[0.1s][warning][os,thread] Failed to start thread \"GC Thread#0\" -"
            + " pthread_create failed (EAGAIN) for attributes: stacksize: 1024k, guardsize: 4k, detached.",
            "Error occurred during initialization of VM\nCould not reserve enough space for object heap",
            "Exception in thread \"main\" java.lang.OutOfMemoryError: unable to create native thread: possibly out of"
                + " memory or process/resource limits reached",
            "# There is insufficient memory for the Java Runtime Environment to continue.")) {
            Path said = Files.writeString(folder.resolve("said"), "\n" + words + "\n");
            assertThat(CrashReport.starved(1, none, said)).as(words).isTrue();
            assertThat(CrashReport.starved(1, said, none)).as(words).isTrue();
            assertThat(CrashReport.starved(134, none, said)).as("a signal of the access, besides").isFalse();
        }
        Path fault = Files.writeString(folder.resolve("fault"), "Exception in thread \"main\""
            + " java.lang.InternalError: a fault occurred in an unsafe memory access operation\n");
        assertThat(CrashReport.starved(1, none, fault)).isFalse();
    }
}
