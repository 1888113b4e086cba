// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.machine.Linux;
import org.tearline.machine.Machine;
import org.tearline.machine.Machines;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.SplitLocks;
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
