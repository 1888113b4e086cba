// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tearline.machine.Topology.Cpu;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.LogicalProcessor;
import oshi.hardware.CentralProcessor.ProcessorCache;
import oshi.hardware.CentralProcessor.ProcessorIdentifier;

/**
 * Facts from OSHI, for systems without /proc, such as macOS and Windows.
 *
 * @param topology  without caches, because OSHI does not report which CPUs share one
 * @param lineBytes null if the line size is unknown, or differs between data caches
 */
record Oshi(CpuModel cpu, Topology topology, Integer lineBytes) {
    static final String SOURCE = "OSHI";

    /** Loads OSHI, which takes a third of a second; empty if it has no native code for this system. */
    static Optional<Oshi> find() {
        try {
            CentralProcessor processor = new SystemInfo().getHardware().getProcessor();
            return Optional.of(new Oshi(cpu(processor.getProcessorIdentifier()),
                topology(processor.getLogicalProcessors()), lineBytes(processor.getProcessorCaches())));
        } catch (UnsupportedOperationException | LinkageError e) {
            return Optional.empty();
        }
    }

    private static Integer lineBytes(List<ProcessorCache> caches) {
        List<Integer> sizes = caches.stream()
            .filter(cache -> cache.getType() != ProcessorCache.Type.INSTRUCTION && cache.getLineSize() > 0)
            .map(cache -> (int) cache.getLineSize())
            .distinct()
            .toList();
        if (sizes.size() != 1) {
            return null;
        }
        return sizes.get(0);
    }

    private static Topology topology(List<LogicalProcessor> all) {
        Map<String, Integer> cores = new HashMap<>();
        Map<Integer, Integer> sockets = new HashMap<>();
        List<Cpu> cpus = new ArrayList<>();
        // Assumes that OSHI lists the CPUs in ascending order, as it does within a NUMA node on Windows.
        for (LogicalProcessor cpu : all) {
            // On Windows, threads can be pinned only within the first processor group.
            if (cpu.getProcessorGroup() == 0) {
                int number = cpu.getProcessorNumber();
                int socket = cpu.getPhysicalPackageNumber();
                String core = socket + "/" + cpu.getPhysicalProcessorNumber();
                cpus.add(new Cpu(number, cores.merge(core, number, Math::min),
                    sockets.merge(socket, number, Math::min)));
            }
        }
        boolean known = true;
        return new Topology(cpus, List.of(), known);
    }

    /** Keeps the numbers of Intel and AMD only. For Apple's CPUs, OSHI reports every number as 0. */
    static CpuModel cpu(ProcessorIdentifier id) {
        String vendor = id.getVendor();
        if (vendor.startsWith("Genuine") || vendor.startsWith("Authentic")) {
            return CpuModel.numbered(vendor, number(id.getFamily()), number(id.getModel()), number(id.getStepping()),
                id.getName());
        }
        return CpuModel.numbered(vendor.replaceFirst("^Apple.*", "Apple"), null, null, null, id.getName());
    }

    private static Integer number(String text) {
        if (!text.matches("\\d{1,4}")) {
            return null;
        }
        return Integer.valueOf(text);
    }
}
