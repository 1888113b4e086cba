// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.trial.CpuDistance;

class MachineTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "x86-hybrid, genuineintel-06-97-02, 64", "arm-cpuset, arm-41-d40-r1p1, 64",
        "power-128, ibm-power9-4e-22, 128", "s390-256, ibm-8561, 256", "x86-cpuinfo-only, authenticamd-0f-6b-01, "})
    void shouldFindKeyAndLineSize(String name, String key, Integer lineBytes) {
        Machine machine = machine(name);

        assertThat(machine.cpu().value().key()).isEqualTo(key);
        assertThat(machine.lines().lineBytes().value())
            .isEqualTo(lineBytes);
    }

    @ParameterizedTest
    @CsvSource({"x86-hybrid, 1, 3", "arm-cpuset, 1, 8", "power-128, 2, 2", "s390-256, 3, 3"})
    void shouldCountSocketsAndCores(String machine, int sockets, int cores) {
        Topology topology = machine(machine).topology().value();

        assertThat(topology.sockets()).isEqualTo(sockets);
        assertThat(topology.cores()).isEqualTo(cores);
    }

    @Test
    void shouldUseOnlyAllowedCpus() {
        assertThat(machine("arm-cpuset").usable().value()).isEqualTo(List.of(1, 3, 4, 5, 7));
    }

    @Test
    void shouldNameTheSourceOfTheUsableCpus() {
        assertThat(machine("arm-cpuset").usable().source()).isEqualTo("/proc/self/status");
        assertThat(Machine.of(new KernelFiles(null), null).usable().source()).isEqualTo("Runtime.availableProcessors");
    }

    @Test
    void shouldReadHundredsOfCpus() {
        int cpus = 512;
        String cpu = "sys/devices/system/cpu/";
        write(cpu + "online", "0-511");
        for (int i = 0; i < cpus; i++) {
            int core = i % 256;
            String siblings = core + "," + (core + 256);
            write(cpu + "cpu" + i + "/topology/thread_siblings_list", siblings);
            write(cpu + "cpu" + i + "/topology/core_siblings_list", core < 128 ? "0-127,256-383" : "128-255,384-511");
            cache(cpu + "cpu" + i + "/cache/index0/", 1, siblings);
            int ccx = core / 8 * 8;
            cache(cpu + "cpu" + i + "/cache/index3/", 3, ccx + "-" + (ccx + 7) + "," + (ccx + 256) + "-" + (ccx + 263));
        }

        Topology topology = Machine.of(new KernelFiles(folder), null).topology().value();

        assertThat(topology.sockets()).isEqualTo(2);
        assertThat(topology.cores()).isEqualTo(256);
        assertThat(topology.cachesByName().get("L3")).hasSize(32);
        assertThat(topology.onePairEach(IntStream.range(0, cpus).boxed().toList()))
            .isEqualTo(Map.of(CpuDistance.SMT_SIBLINGS, List.of(0, 256),
                CpuDistance.SAME_L3, List.of(0, 1), CpuDistance.OTHER_L3, List.of(0, 8),
                CpuDistance.OTHER_SOCKET, List.of(0, 128)));
    }

    @Test
    void shouldJoinArmClustersThatShareACache() {
        write("proc/cpuinfo", IntStream.range(0, 2).mapToObj(i -> "processor\t: " + i + "\nCPU implementer\t: 0x41\n"
            + "CPU architecture: 8\nCPU variant\t: 0x0\nCPU part\t: 0xd46\nCPU revision\t: 1\n\n")
            .collect(Collectors.joining()));
        for (int i = 0; i < 2; i++) {
            write("sys/devices/system/cpu/cpu" + i + "/topology/core_siblings_list", String.valueOf(i));
            cache("sys/devices/system/cpu/cpu" + i + "/cache/index3/", 3, "0-1");
        }

        assertThat(Machine.of(new KernelFiles(folder), null).topology().value().sockets()).isEqualTo(1);
    }

    @Test
    void shouldFindNoCpusInAnEmptyFolder() {
        assertThat(Machine.of(new KernelFiles(folder), null).topology().value().cpus()).isEmpty();
        assertThat(Machine.of(new KernelFiles(folder), null).cpuOrUnknown()).isEqualTo(CpuModel.UNKNOWN);
    }

    private void cache(String index, int level, String sharedBy) {
        write(index + "level", String.valueOf(level));
        write(index + "type", level == 1 ? "Data" : "Unified");
        write(index + "size", "32K");
        write(index + "coherency_line_size", "64");
        write(index + "shared_cpu_list", sharedBy);
    }

    private void write(String file, String text) {
        Sysroot.write(folder.resolve(file), text + "\n");
    }

    private Machine machine(String name) {
        return Machine.of(new KernelFiles(Sysroot.unpack(name, folder)), null);
    }
}
