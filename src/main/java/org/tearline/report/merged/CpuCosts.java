// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.merged;

import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tearline.published.Costs;
import org.tearline.published.PublishedCpu;
import org.tearline.published.ResultFile;

/**
 * What accesses cost on one CPU model. Times of several runs are not added up: the longest run speaks for all, of
 * equally long ones the newest; how far the others lie from it is its range. Immutable.
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
        private static final Comparator<RunLine> BEST_FIRST = Comparator
            .comparing((RunLine run) -> !run.profile().equals(FULL)).thenComparing(RunLine.NEWEST_FIRST);

        private final SortedMap<RunLine, ResultFile> files = new TreeMap<>(BEST_FIRST);

        void add(String path, ResultFile file) {
            files.put(RunLine.of(path, file), file);
        }

        CpuCosts sum(Model model) {
            ResultFile first = files.get(files.firstKey());
            PublishedCpu cpu = first.environment().cpu();
            return new CpuCosts(model, cpu.brand() == null ? cpu.key() : cpu.brand(),
                cpu.microarchitecture() == null ? "unknown" : cpu.microarchitecture(), first.costs(),
                Ranges.of(first.costs(), files.values().stream().map(ResultFile::costs).toList()),
                List.copyOf(files.keySet()));
        }
    }

    /** The run whose times these are. */
    public RunLine run() {
        return runs.get(0);
    }
}
