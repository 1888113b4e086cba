// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import org.tearline.machine.Topology.TopologyReader;

/**
 * The CPU and its caches, from /proc and /sys, or from the system if there is no /proc/cpuinfo. The value of an unknown
 * fact is null.
 *
 * @param cpu       the model of the first online CPU
 * @param lineBytes the line size on which all data caches agree
 */
record Hardware(Found<CpuModel> cpu, Found<Topology> topology, Found<Integer> lineBytes) {
    private static final String FOLDER = "/" + TopologyReader.FOLDER + "cpu*/";

    /** @param live whether the files are those of this system, which can also be asked otherwise */
    static Hardware of(KernelFiles kernel, Cpuinfo cpuinfo, boolean live) {
        if (live && !kernel.exists("proc/cpuinfo")) {
            return OtherSystem.find().map(Hardware::of).orElseGet(() -> of(kernel, cpuinfo));
        }
        return of(kernel, cpuinfo);
    }

    private static Hardware of(OtherSystem system) {
        String source = system.source();
        return new Hardware(new Found<>(system.cpu(), source), new Found<>(system.topology(), source),
            new Found<>(system.lineBytes(), source));
    }

    private static Hardware of(KernelFiles kernel, Cpuinfo cpuinfo) {
        Topology topology = new TopologyReader(kernel).read(cpuinfo);
        String source = Cpuinfo.FILE;
        if (topology.known()) {
            source = FOLDER + "topology";
        }
        // The first online CPU may not be listed, because a container may renumber the CPUs.
        int first = topology.online().stream()
            .findFirst()
            .filter(cpuinfo.cpus()::contains)
            .orElseGet(cpuinfo::first);
        return new Hardware(new Found<>(cpuinfo.model(first).orElse(null), Cpuinfo.FILE),
            new Found<>(topology, source),
            new Found<>(topology.lineBytes().orElse(null), FOLDER + "cache/index*/coherency_line_size"));
    }
}
