// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tearline.published.Costs;
import org.tearline.published.PublishedCpu;
import org.tearline.published.ResultFile;

/**
 * Holds what accesses cost on one CPU model. Times of several runs are not added up: the run that answers most
 * questions speaks for all; of several the longest. Of several that measured about as much it is the one whose times
 * lie nearest to the usual ones of all, if there are more than two runs, so that no single file decides; else that
 * which measured most, then the newest. How far the others lie from it is its range. Immutable.
 *
 * @param brand             the name that the CPU gives itself, or its key
 * @param microarchitecture the design's usual name, or "unknown"
 * @param costs             of the first run, as its file has them
 * @param ranged            the same medians with the range over all forks of all runs, and which of them stand alone
 * @param runs              the one that speaks first
 */
public record CpuCosts(Model model, String brand, String microarchitecture, Costs costs, Ranged ranged,
                       List<RunLine> runs) {

    /** The files of one CPU model, the one that speaks first. */
    static final class Gathered {
        private static final String FULL = "full";
        /** Nine in ten of the most that a file measured are about as much. */
        private static final double ABOUT = 0.9;
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

        /** Returns the most usual of the runs that come before all others, or else the first. */
        private static Map.Entry<RunLine, ResultFile> speaker(List<Map.Entry<RunLine, ResultFile>> sorted) {
            RunLine line = sorted.get(0).getKey();
            Costs costs = sorted.get(0).getValue().costs();
            List<Map.Entry<RunLine, ResultFile>> alike = sorted.stream().filter(file ->
                answered(file.getValue().costs()) == answered(costs)
                    && file.getKey().profile().equals(FULL) == line.profile().equals(FULL)
                    && measured(file.getValue().costs()) >= ABOUT * measured(costs)).toList();
            if (sorted.size() <= 2) {
                return sorted.get(0);
            }
            List<Map<List<Object>, Double>> times = alike.stream().map(file -> logarithms(file.getValue().costs()))
                .toList();
            Map<List<Object>, Double> usual = sorted.stream().map(file -> logarithms(file.getValue().costs()))
                .flatMap(one -> one.entrySet().stream()).collect(Collectors.groupingBy(
                    Map.Entry::getKey, Collectors.collectingAndThen(Collectors.toList(), some -> some.stream()
                        .map(Map.Entry::getValue).sorted().toList().get((some.size() - 1) / 2))));
            return IntStream.range(0, alike.size()).boxed().min(Comparator.comparingDouble(i -> times.get(i).entrySet()
                .stream().mapToDouble(time -> Math.abs(time.getValue() - usual.get(time.getKey()))).average()
                .orElse(0))).map(alike::get).orElseThrow();
        }

        /** Returns the logarithm of each median, by all that says what it is of. */
        private static Map<List<Object>, Double> logarithms(Costs costs) {
            Map<List<Object>, Double> all = new HashMap<>();
            for (Costs.Group group : costs.groups()) {
                for (Costs.Times times : group.series()) {
                    for (int i = 0; i < times.size(); i++) {
                        all.put(List.of(group.id(), times.setting(), times.metric(), times.axis(), times.point(i)),
                            Math.log(Math.max(1, times.medianPicos().get(i))));
                    }
                }
            }
            return all;
        }

        CpuCosts sum(Model model) {
            List<Map.Entry<RunLine, ResultFile>> sorted = new ArrayList<>(files.entrySet());
            sorted.sort(BEST_FIRST);
            Map.Entry<RunLine, ResultFile> speaker = speaker(sorted);
            sorted.remove(speaker);
            sorted.add(0, speaker);
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
