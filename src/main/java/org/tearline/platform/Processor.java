// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The model of a machine's CPUs: that of the first one online. Immutable, any thread; a null is not known.
 *
 * @param identity  its numbers and names
 * @param microcode the revision of its microcode
 * @param features  what it can do, in the words of /proc/cpuinfo
 * @param design    what its design is called where OSHI's native code was asked; null: look in the tables
 */
public record Processor(Found<CpuIdentity> identity, Found<String> microcode, Found<SortedSet<String>> features,
                        Found<String> design) {

    /** Returns the model below a root. */
    static Processor of(Linux kernel, Optional<Cpuinfo> cpuinfo, NativeCpu nativeCpu, int first) {
        // In a container the file may number the CPUs again.
        Optional<Found<CpuIdentity>> told = cpuinfo.flatMap(info -> CpuIdentity.of(info, info.cpus().contains(first)
            ? first : info.first()))
            .map(identity -> new Found<>(identity, Cpuinfo.FILE));
        if (told.isEmpty() && nativeCpu != null) {
            return new Processor(new Found<>(nativeCpu.identity(), NativeCpu.SOURCE), null, null,
                Found.of(nativeCpu.microarchitecture(), NativeCpu.SOURCE));
        }
        return new Processor(told.orElse(null), told.map(cpu -> microcode(kernel, cpu.value(), first)).orElse(null),
            cpuinfo.map(Processor::features).orElse(null), null);
    }

    /** Returns what the design is called and who says so, if anybody has a name for it. Loads a table. */
    public Optional<Found<String>> microarchitecture() {
        return design != null ? Optional.of(design)
            : Optional.ofNullable(identity).flatMap(cpu -> Microarchitecture.of(cpu.value()));
    }

    private static Found<String> microcode(Linux kernel, CpuIdentity cpu, int first) {
        String file = TopologyReader.FOLDER + "cpu" + first + "/microcode/version";
        return cpu.microcode() != null ? new Found<>(cpu.microcode(), Cpuinfo.FILE)
            : Found.of(kernel.line(file).orElse(null), "/" + file);
    }

    private static Found<SortedSet<String>> features(Cpuinfo info) {
        return info.value("flags").or(() -> info.value("Features")).or(() -> info.value("features"))
            .or(() -> info.value("isa")).map(text -> new Found<SortedSet<String>>(Collections.unmodifiableSortedSet(
                new TreeSet<>(Arrays.asList(text.split("[ _]+")))), Cpuinfo.FILE)).orElse(null);
    }
}
