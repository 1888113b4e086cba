// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.machine.KernelFiles.CpuList;
import org.tearline.machine.KernelFiles.X86Family;

class KernelFilesTest {
    @TempDir
    private Path folder;

    @Test
    void shouldDistinguishCoresWithEqualNumbers() {
        KernelFiles kernel = new KernelFiles(Sysroot.unpack("s390-256", folder));

        assertThat(kernel.coreOf(0)).isPresent().isNotEqualTo(kernel.coreOf(1));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldNotWaitForAPipe() throws Exception {
        Path pipe = Files.createDirectory(folder.resolve("proc")).resolve("cpuinfo");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

        assertThat(new KernelFiles(folder).text("proc/cpuinfo")).isEmpty();
        assertThat(new KernelFiles(folder).family()).isEqualTo(X86Family.OTHER);
    }

    @Test
    void shouldIdentifyACoreByNumbersIfSiblingsAreNotListed() {
        Sysroot.write(folder.resolve("sys/devices/system/cpu/cpu5/topology/core_id"), "3\n");
        Sysroot.write(folder.resolve("sys/devices/system/cpu/cpu5/topology/physical_package_id"), "1\n");

        assertThat(new KernelFiles(folder).coreOf(5)).contains("1/3");
        assertThat(new KernelFiles(folder).coreOf(6)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"x86-hybrid, INTEL", "x86-cpuinfo-only, OTHER", "s390-256, OTHER", "arm-cpuset, OTHER"})
    void shouldFindTheFamily(String machine, X86Family family) {
        assertThat(new KernelFiles(Sysroot.unpack(machine, folder)).family()).isEqualTo(family);
    }

    @ParameterizedTest
    @CsvSource({"AuthenticAMD, 25, ZEN_3_AND_4", "AuthenticAMD, 26, ZEN_5", "GenuineIntel, 15, OTHER"})
    void shouldFindTheFamilyOfMeasuredCpus(String vendor, int number, X86Family family) {
        Sysroot.write(folder.resolve("proc/cpuinfo"), "processor\t: 0\nvendor_id\t: " + vendor + "\ncpu family\t: "
            + number + "\nmodel\t\t: 1\n");

        assertThat(new KernelFiles(folder).family()).isEqualTo(family);
    }

    @Test
    void shouldFindTheLineSizeIfTheFirstCpuIsOffline() {
        Sysroot.write(folder.resolve("sys/devices/system/cpu/online"), "2-3\n");
        Sysroot.write(folder.resolve("sys/devices/system/cpu/cpu2/cache/index0/coherency_line_size"), "256\n");

        assertThat(new KernelFiles(folder).lineBytes()).contains(256);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "48", "96", "99999", "-64", "64 64", "x"})
    void shouldRejectImplausibleLineSizes(String text) {
        Sysroot.write(folder.resolve("sys/devices/system/cpu/cpu0/cache/index0/coherency_line_size"), text + "\n");

        assertThat(new KernelFiles(folder).lineBytes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\t\nMems_allowed:\t1\n", "\t0-65536\n", "\t99999999999\n", "", "\t0-"})
    void shouldIgnoreAnInvalidListOfAllowedCpus(String text) {
        Sysroot.write(folder.resolve("proc/self/status"), "Cpus_allowed:\t3\nCpus_allowed_list:" + text);

        assertThat(new KernelFiles(folder).allowedCpus()).isEmpty();
    }

    @Test
    void shouldReadNoFileOnWindows() {
        KernelFiles kernel = new KernelFiles(null);

        assertThat(kernel.text("proc/cpuinfo")).isEmpty();
        assertThat(kernel.exists("proc")).isFalse();
        assertThat(kernel.allowedCpus()).isPresent();
        assertThat(kernel.coreOf(0)).isEqualTo(kernel.coreOf(1)).isNotEqualTo(kernel.coreOf(2));
        assertThat(SplitLockPolicy.of(kernel)).isEqualTo(new SplitLockPolicy(null, null, null, null));
    }

    @Test
    void shouldParseNumbersAndRanges() {
        assertThat(CpuList.parse("8,0-3,2\n")).containsExactly(0, 1, 2, 3, 8);
        assertThat(CpuList.parse("\n")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3-1", "x", "-1", "70000", "1-2-3", "0x3"})
    void shouldRejectInvalidLists(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> CpuList.parse(text));
        assertThat(CpuList.read(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'00000001,0000000f', '0,1,2,3,32'", "f0, '4,5,6,7'", "0,", "0x3,", "'',"})
    void shouldParseMasks(String mask, String cpus) {
        assertThat(CpuList.readMask(mask).map(CpuList::format).orElse(null)).isEqualTo(cpus);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0-3,8", "1,3,5-6", "0-511"})
    void shouldFormatRanges(String text) {
        assertThat(CpuList.ranges(CpuList.parse(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "split_lock_detect=fatal quiet, fatal", "quiet split_lock_detect=ratelimit:20, ratelimit:20",
        "root=x split_lock_detect=off, off", "nosplit_lock_detect=fatal, ", "quiet, ",
        "split_lock_detect=warn split_lock_detect=fatal, fatal", "split_lock_detect=fatal split_lock_detect=off, off",
        "split_lock_detect=fatal split_lock_detect=FATAL, ", "split_lock_detect=fatalist, ",
        "split_lock_detect=ratelimit, ", "split_lock_detect=ratelimit:1000, ratelimit:1000",
        "split_lock_detect=ratelimit:1001, ", "split_lock_detect=, "})
    void shouldFindTheOptionOnTheCommandLine(String commandLine, String value) {
        Sysroot.write(folder.resolve("proc/cmdline"), commandLine + "\n");

        SplitLockPolicy policy = SplitLockPolicy.of(new KernelFiles(folder));

        assertThat(policy.commandLine()).isEqualTo(value);
        assertThat(policy.fatal()).isEqualTo("fatal".equals(value));
    }

    @Test
    void shouldReadFlagsAndMitigation() {
        SplitLockPolicy policy = SplitLockPolicy.of(new KernelFiles(Sysroot.unpack("x86-hybrid", folder)));

        assertThat(policy).isEqualTo(new SplitLockPolicy(true, false, "fatal", false));
    }

    @Test
    void shouldKnowNothingWithoutFiles() {
        assertThat(SplitLockPolicy.of(new KernelFiles(folder))).isEqualTo(new SplitLockPolicy(null, null, null, null));
    }

    @ParameterizedTest
    @CsvSource({"split_lock_detect=fatal, fpu split_lock_detect, true",
        "split_lock_detect=fatal, fpu bus_lock_detect, true", "split_lock_detect=fatal, fpu, false",
        "split_lock_detect=warn, fpu split_lock_detect, false", "quiet, fpu split_lock_detect, false"})
    void shouldBeFatalOnlyIfTheKernelCanDetectSplitLocks(String commandLine, String flags, boolean fatal) {
        Sysroot.write(folder.resolve("proc/cmdline"), commandLine + "\n");
        Sysroot.write(folder.resolve("proc/cpuinfo"), "processor\t: 0\nvendor_id\t: GenuineIntel\n"
            + "cpu family\t: 6\nmodel\t\t: 143\nflags\t\t: " + flags + "\n");
        KernelFiles kernel = new KernelFiles(folder);

        assertThat(SplitLockPolicy.of(kernel).fatal()).isEqualTo(fatal);
    }
}
