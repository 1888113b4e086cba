// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SplitLockPolicyTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "split_lock_detect=fatal quiet, fatal", "quiet split_lock_detect=ratelimit:20, ratelimit:20",
        "root=x split_lock_detect=off, off", "nosplit_lock_detect=fatal, ", "quiet, "})
    void shouldFindTheOptionOnTheCommandLine(String commandLine, String value) {
        Sysroot.write(folder.resolve("proc/cmdline"), commandLine + "\n");

        SplitLockPolicy policy = SplitLockPolicy.of(new Linux(folder));

        assertThat(policy.commandLine()).isEqualTo(value);
        assertThat(policy.fatal()).isEqualTo("fatal".equals(value));
    }

    @Test
    void shouldReadFlagsAndMitigation() {
        SplitLockPolicy policy = SplitLockPolicy.of(new Linux(Sysroot.unpack("x86-hybrid", folder)));

        assertThat(policy).isEqualTo(new SplitLockPolicy(true, false, "fatal", false));
    }

    @Test
    void shouldKnowNothingWithoutFiles() {
        assertThat(SplitLockPolicy.of(new Linux(folder))).isEqualTo(new SplitLockPolicy(null, null, null, null));
    }

    @ParameterizedTest
    @CsvSource({"split_lock_detect=fatal, fpu split_lock_detect, true",
        "split_lock_detect=fatal, fpu bus_lock_detect, true", "split_lock_detect=fatal, fpu, false",
        "split_lock_detect=warn, fpu split_lock_detect, false", "quiet, fpu split_lock_detect, false"})
    void shouldBeFatalOnlyIfTheKernelCanDetectSplitLocks(String commandLine, String flags, boolean fatal) {
        Sysroot.write(folder.resolve("proc/cmdline"), commandLine + "\n");
        Sysroot.write(folder.resolve("proc/cpuinfo"), "processor\t: 0\nvendor_id\t: GenuineIntel\n"
            + "cpu family\t: 6\nmodel\t\t: 143\nflags\t\t: " + flags + "\n");
        Linux kernel = new Linux(folder);

        assertThat(SplitLockPolicy.of(kernel).fatal()).isEqualTo(fatal);
        assertThat(SplitLockPolicy.isFatal(kernel)).isEqualTo(fatal);
    }
}
