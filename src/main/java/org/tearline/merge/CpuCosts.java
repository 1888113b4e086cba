// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tearline.published.Costs;
import org.tearline.published.PublishedCpu;
import org.tearline.published.ResultFile;

/**
 * Holds what accesses cost on one CPU model. Times of several runs are not added up: the run that answers most
 * questions speaks for all; of several the longest, then that which measured most, then the newest. How far the others
 * lie from it is its range. Immutable.
 *
 * @param brand             the name that the CPU gives itself, or its key
 * @param microarchitecture the design's usual name, or "unknown"
 * @param costs             of the first run, as its file has them
 * @param ranged            the same medians with the range over all forks of all runs
 * @param runs              the one that speaks first
 */
public record CpuCosts(Model model, String brand, String microarchitecture, Costs costs, Costs ranged,
                       List<RunLine> runs) {

    /** The files of one CPU model, the one that speaks first. */
    static final class Gathered {
        private static final String FULL = "full";
        /** A file that leaves something out must not take it from the tables. */
        private static final Comparator<Map.Entry<RunLine, ResultFile>> BEST_FIRST = Comparator
            .comparing((Map.Entry<RunLine, ResultFile> file) -> -answered(file.getValue().costs()))
            .thenComparing(file -> !file.getKey().profile().equals(FULL))
            .thenComparing(file -> -measured(file.getValue().costs()))
            .thenComparing(Map.Entry::getKey, RunLine.NEWEST_FIRST);

        private final Map<RunLine, ResultFile> files = new HashMap<>();

        void add(String path, ResultFile file) {
            files.put(RunLine.of(path, file), file);
        }

        private static long answered(Costs costs) {
            return costs.groups().stream().filter(group -> !group.series().isEmpty()).count();
        }

        private static long measured(Costs costs) {
            return costs.groups().stream().mapToLong(group -> group.series().size()).sum();
        }

        CpuCosts sum(Model model) {
            List<Map.Entry<RunLine, ResultFile>> sorted = files.entrySet().stream().sorted(BEST_FIRST).toList();
            ResultFile first = sorted.get(0).getValue();
            PublishedCpu cpu = first.environment().cpu();
            return new CpuCosts(model, cpu.brand() == null ? cpu.key() : cpu.brand(),
                cpu.microarchitecture() == null ? "unknown" : cpu.microarchitecture(), first.costs(),
                Ranges.of(first.costs(), sorted.stream().map(file -> file.getValue().costs()).toList()),
                sorted.stream().map(Map.Entry::getKey).toList());
        }
    }

    /** Returns the run whose times these are. */
    public RunLine run() {
        return runs.get(0);
    }
}
