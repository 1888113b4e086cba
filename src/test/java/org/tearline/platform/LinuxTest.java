// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.report.json.Facts;

class LinuxTest {
    @TempDir
    private Path folder;

    @Test
    void shouldTellCoresApartWhoseNumbersRepeat() {
        Linux kernel = new Linux(Sysroot.unpack("s390-256", folder));

        assertThat(kernel.coreOf(0)).isPresent().isNotEqualTo(kernel.coreOf(1));
    }

    @Test
    void shouldKnowSiblingsByTheirNumbersWhereTheyAreNotListed() {
        Sysroot.write(folder.resolve("sys/devices/system/cpu/cpu5/topology/core_id"), "3\n");
        Sysroot.write(folder.resolve("sys/devices/system/cpu/cpu5/topology/physical_package_id"), "1\n");

        assertThat(new Linux(folder).coreOf(5)).contains("1/3");
        assertThat(new Linux(folder).coreOf(6)).isEmpty();
    }

    @Test
    void shouldFindTheLineSizeWhereTheFirstCpuIsOffline() {
        Sysroot.write(folder.resolve("sys/devices/system/cpu/online"), "2-3\n");
        Sysroot.write(folder.resolve("sys/devices/system/cpu/cpu2/cache/index0/coherency_line_size"), "256\n");

        assertThat(new Linux(folder).lineBytes()).contains(256);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "48", "96", "99999", "-64", "64 64", "x"})
    void shouldNotTakeForALineWhatNoCpuHas(String text) {
        Sysroot.write(folder.resolve("sys/devices/system/cpu/cpu0/cache/index0/coherency_line_size"), text + "\n");

        assertThat(new Linux(folder).lineBytes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\t\nMems_allowed:\t1\n", "\t0-65536\n", "\t99999999999\n", "", "\t0-"})
    void shouldNotKnowTheAllowedCpusOfAnOddList(String text) {
        Sysroot.write(folder.resolve("proc/self/status"), "Cpus_allowed:\t3\nCpus_allowed_list:" + text);

        assertThat(new Linux(folder).allowedCpus()).isEmpty();
    }

    @Test
    void shouldReadAFileThatIsNotUtf8() throws IOException {
        Files.createDirectories(folder.resolve("proc"));
        Files.write(folder.resolve("proc/cpuinfo"), new byte[] {'c', 'p', 'u', ':', ' ', (byte) 0xff, '\n'});

        assertThat(new Linux(folder).cpuinfo("cpu")).contains("\ufffd");
    }

    /** As on a Windows whose API does not answer: no file of another system's may stand in for what it would say. */
    @Test
    void shouldKnowNoMoreThanTheJvmDoesWhereThereIsNoRoot() {
        assumeFalse(Os.WINDOWS);
        Linux kernel = new Linux(null);
        Machine machine = Machine.of(kernel, Jvm.here());

        assertThat(kernel.bytes("proc/cpuinfo")).isEmpty();
        assertThat(kernel.link("proc/self/exe")).isEmpty();
        assertThat(kernel.exists("proc")).isFalse();
        assertThat(kernel.allowedCpus()).isEmpty();
        assertThat(kernel.coreOf(0)).isEmpty();
        assertThat(machine.cpus().usable()).isNull();
        assertThat(machine.cpus().online().value()).isEmpty();
        assertThat(machine.geometry().pageBytes()).isEqualTo(UnsafeApi.pageSize());
        assertThat(machine.hypervisor()).isEqualTo(Hypervisor.UNKNOWN);
        assertThat(machine.emulated()).isEqualTo(Emulated.UNKNOWN);
        assertThat(machine.splitLocks()).isEqualTo(new SplitLockPolicy(null, null, null, null));
        assertThat(machine.os().toString()).isEqualTo(System.getProperty("os.name") + " "
            + System.getProperty("os.version"));
        assertThat(Cgroup.of(kernel)).isEmpty();
        assertThat(Facts.of(machine, null).value("topology", "usable")).isEmpty();
    }
}
