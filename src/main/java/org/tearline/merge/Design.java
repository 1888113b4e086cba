// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * CPU models of one microarchitecture: a row of the tables. Where that is unknown, each CPU model is a row of its own,
 * so that no two makers are ever added up. Immutable.
 *
 * @param name the microarchitecture, or the name that the CPU gives itself
 */
public record Design(String name, List<MergedCpu> members) {

    /** Returns the rows of real CPUs or of emulated ones, in the order of their names. */
    public static List<Design> of(List<MergedCpu> cpus, boolean emulated) {
        SortedMap<String, List<MergedCpu>> designs = new TreeMap<>();
        cpus.stream().filter(cpu -> cpu.model().emulated() == emulated).forEach(cpu ->
            designs.computeIfAbsent(name(cpu, cpus), name -> new ArrayList<>()).add(cpu));
        return designs.entrySet().stream().map(entry -> new Design(entry.getKey(), List.copyOf(entry.getValue())))
            .toList();
    }

    /** With its key where another CPU of unknown design has the same name. */
    private static String name(MergedCpu cpu, List<MergedCpu> all) {
        if (cpu.isDesignKnown()) {
            return cpu.microarchitecture();
        }
        return all.stream().anyMatch(other -> other != cpu && other.name().equals(cpu.name())
            && other.model().emulated() == cpu.model().emulated()) ? cpu.name() + ", " + cpu.id() : cpu.name();
    }
}
