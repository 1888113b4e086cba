// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.Jdks;
import org.tearline.machine.Sysroot;

/** Prints facts and promises with the packaged jar. */
class ProbeIT {
    @TempDir
    private Path folder;

    @Test
    void shouldPrintThisMachineWithSources() throws Exception {
        Jar.Result run = Jar.run(Jdks.first(), "probe");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("JVM\n", "java.vm.name", "page bytes", "promised: whole within")
            .doesNotContain("null");
    }

    static Stream<Arguments> machines() {
        return Stream.of(
            Arguments.of("x86-hybrid", List.of("key genuineintel-06-97-02 /proc/cpuinfo",
                "brand Example(R) Hybrid CPU /proc/cpuinfo", "features avx /proc/cpuinfo",
                "online 4 CPUs: 0-3 /sys/devices/system/cpu/cpu*/topology",
                "cores 3 /sys/devices/system/cpu/cpu*/topology",
                "same-l2 pair CPUs 2 and 3 /sys/devices/system/cpu/cpu*/topology",
                "L1d 48 KiB or 32 KiB x 3, by CPUs 0-1 | 2 | 3 /sys/devices/system/cpu/cpu*/cache",
                "line bytes 64 /sys/devices/system/cpu/cpu*/cache/index*/coherency_line_size",
                "kernel linux 6.8 /proc/sys/kernel/osrelease", "split lock detect yes /proc/cpuinfo",
                "command line fatal /proc/cmdline", "mitigate if detected no /proc/sys/kernel/split_lock_mitigate")),
            Arguments.of("arm-cpuset", List.of("key arm-41-d40-r1p1 /proc/cpuinfo", "features uscat /proc/cpuinfo",
                "usable 5 CPUs: 1,3-5,7 /proc/self/status",
                "L1d 64 KiB x 8, CPUs per cache: at most 1 /sys/devices/system/cpu/cpu*/cache",
                "hypervisor kvm /proc/device-tree/hypervisor/compatible")),
            Arguments.of("s390-256", List.of("key ibm-8561 /proc/cpuinfo",
                "sockets 3 /sys/devices/system/cpu/cpu*/topology",
                "line bytes 256 /sys/devices/system/cpu/cpu*/cache/index*/coherency_line_size",
                "hypervisor kvm /proc/sysinfo")));
    }

    @ParameterizedTest
    @MethodSource("machines")
    void shouldPrintACapturedMachineWithoutLiveFacts(String machine, List<String> facts) throws Exception {
        Jar.Result run = Jar.loaded("probe", "--sysroot", Sysroot.unpack(machine, folder).toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines().map(line -> line.strip().replaceAll(" +", " "))).containsAll(facts)
            .noneMatch(line -> line.equals("JVM") || line.startsWith("page bytes") || line.startsWith("finding"));
    }

    @Test
    void shouldReportABadSysrootInOneLine() throws Exception {
        for (Path wrong : List.of(folder, folder.resolve("missing"), Files.createFile(folder.resolve("file")))) {
            Jar.Result run = Jar.loaded("probe", "--sysroot", wrong.toString());

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).startsWith("tester: --sysroot " + wrong).hasLineCount(1);
        }
    }

    @Test
    void shouldLoadNoNativeLibraryForARun() throws Exception {
        Path loaded = folder.resolve("loaded");
        Jar.run(Jdks.first(), builder -> {
            List<String> command = builder.command();
            command.add(1, "-Xlog:class+load:file=" + loaded);
            // With a class path of two parts, the command runs in this JVM, which has the log.
            int option = command.indexOf("-jar");
            command.set(option, "-cp");
            command.set(option + 1, command.get(option + 1) + File.pathSeparator);
            command.add(option + 2, "org.tearline.Main");
        }, "run", "--duration=1ms", "--no-split-locks");

        assertThat(Files.readString(loaded)).contains(" org.tearline.machine.Machine ")
            .doesNotContain(" com.sun.jna.");
    }
}
