// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** As on Windows: no file of another system's may stand in for what it would say. */
    @Test
    void shouldReadNoFileWhereThereIsNoRoot() {
        Linux kernel = new Linux(null);

        assertThat(kernel.text("proc/cpuinfo")).isEmpty();
        assertThat(kernel.exists("proc")).isFalse();
        assertThat(kernel.allowedCpus()).isPresent();
        assertThat(kernel.coreOf(0)).isEqualTo(kernel.coreOf(1)).isNotEqualTo(kernel.coreOf(2));
        assertThat(SplitLockPolicy.of(kernel)).isEqualTo(new SplitLockPolicy(null, null, null, null));
    }
}
