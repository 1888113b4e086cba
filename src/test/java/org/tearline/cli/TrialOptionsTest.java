// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.engine.link.TrialRequest;
import org.tearline.plan.LibraryCase;
import org.tearline.plan.SplitLocks;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Width;
import org.tearline.platform.Linux;
import org.tearline.platform.Machine;
import org.tearline.platform.Machines;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class TrialOptionsTest {
    private static final Machine X86 = Machines.x86();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"split_lock_detect=fatal, FATAL", "split_lock_detect=warn, ALLOWED",
        "split_lock_detect=ratelimit:10, ALLOWED", "quiet, ALLOWED"})
    void shouldNotLockAcrossALineWhereTheKernelWasToldToKill(String commandLine, SplitLocks expected)
        throws IOException {
        tellKernel(commandLine);

        assertThat(request().splitLocks()).isEqualTo(expected);
    }

    @Test
    void shouldTakeOffsetWriteAndReadFromACase() {
        for (LibraryCase layout : LibraryCase.values()) {
            TrialSpec trial = request("--case", layout.toString()).trial();

            assertThat(trial.offset()).isEqualTo(layout.offset());
            assertThat(trial.width()).isEqualTo(layout.width());
            assertThat(trial.memory()).isEqualTo(layout.memory());
            assertThat(trial.processes()).isEqualTo(layout.processes());
            assertThat(trial.write()).isEqualTo(layout.write());
            assertThat(trial.read()).isEqualTo(layout.read());
        }
    }

    @Test
    void shouldLetWhatIsGivenWinOverACase() {
        assertThat(request("--offset=60", "--case=agrona-counter").trial()).isEqualTo(
            request("--offset=60", "--memory=direct").trial());
        assertThat(request("--case=chronicle-queue", "--write=ordered", "--processes=1").trial()).isEqualTo(
            request("--offset=61", "--width=4", "--memory=mapped").trial());
        assertThat(request("--case=ipc-ping", "--read=exchange", "--memory=unsafe").trial()).isEqualTo(
            request("--offset=0", "--write=cas", "--read=exchange").trial());
        assertThat(request("--case=chronicle-position", "--width=4").trial().width()).isEqualTo(Width.INT);
    }

    private void tellKernel(String commandLine) throws IOException {
        Files.createDirectories(folder.resolve("proc"));
        Files.writeString(folder.resolve("proc/cmdline"), commandLine + "\n");
    }

    private TrialRequest request(String... arguments) {
        Holder holder = new Holder();
        CommandLine commandLine = new CommandLine(holder);
        Converters.register(commandLine);
        commandLine.parseArgs(arguments);
        return holder.options.request(X86.rules(), new Linux(folder), null);
    }

    @Command(name = "test")
    private static final class Holder {
        @Mixin
        private TrialOptions options;
    }
}
