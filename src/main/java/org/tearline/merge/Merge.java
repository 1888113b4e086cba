// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;

/**
 * Adds result files up, CPU model by CPU model, and forgets each as soon as it is counted, unless there are so few that
 * each can be shown. The order of the files decides nothing. Not thread-safe.
 */
public final class Merge {
    /** Results of tears that are kept apart: so many fit into a page beside their sums. */
    public static final int MAX_APART = 12;

    private final SortedMap<Model, MergedCpu.Gathered> models = new TreeMap<>();
    private final SortedMap<Model, List<ResultFile>> jcstress = new TreeMap<>();
    private final List<MergedCpu> apart = new ArrayList<>();
    private final Set<String> runIds = new HashSet<>();
    private int files;
    private int tears;

    /**
     * Counts a valid file; the second file of one run is not counted.
     *
     * @param path where it lies, with slashes, as links should have it
     */
    public void add(String path, ResultFile file) {
        if (!runIds.add(file.runId())) {
            return;
        }
        files++;
        Model model = Model.of(file.environment());
        if (file.kind() == Kind.JCSTRESS) {
            jcstress.computeIfAbsent(model, key -> new ArrayList<>()).add(file);
            return;
        }
        tears++;
        models.computeIfAbsent(model, MergedCpu.Gathered::new).add(path, file);
        if (tears <= MAX_APART) {
            apart.add(alone(path, file));
        } else {
            apart.clear();
        }
    }

    /** Returns what one file says, of tears, as if it were the only one. */
    public static MergedCpu alone(String path, ResultFile file) {
        MergedCpu.Gathered gathered = new MergedCpu.Gathered(Model.of(file.environment()));
        gathered.add(path, file);
        return gathered.sum();
    }

    /** Returns the cells of one series of a file, judged as if it were the only one, in the order of their offsets. */
    public static List<MergedCell> cells(ResultFile file, Series series) {
        List<MergedCell> all = new ArrayList<>();
        Model model = Model.of(file.environment());
        series.cells(file.profile(), file.environment()).stream()
            .collect(Collectors.partitioningBy(Series.Cell::piecewise))
            .forEach((pieces, some) -> {
                PairCounts counts = new PairCounts(Pair.of(file.kind(), series, pieces), model);
                counts.add(series, some);
                counts.addFile(MergedCpu.submitter(file), some);
                all.addAll(counts.merged(file.environment().traits(), file.environment().traits()).cells());
            });
        all.sort(Comparator.comparingInt(MergedCell::offset));
        return all;
    }

    /** What jcstress saw on CPU models, beside their own cells; none of a model of which there are no cells. */
    public List<Jcstress> jcstress() {
        return cpus().stream().filter(cpu -> jcstress.containsKey(cpu.model()))
            .map(cpu -> Jcstress.of(cpu, jcstress.get(cpu.model()))).toList();
    }

    /** Returns how many files were counted. */
    public int files() {
        return files;
    }

    /** Returns the sums, in the order of the CPU keys, emulated ones last. */
    public List<MergedCpu> cpus() {
        return models.values().stream().map(MergedCpu.Gathered::sum).toList();
    }

    /**
     * Returns the files of a CPU, each as if it were the only one, the newest first; empty for a lone one, or in a
     * crowd.
     */
    public List<MergedCpu> apart(MergedCpu cpu) {
        List<MergedCpu> some = apart.stream().filter(one -> one.model().equals(cpu.model()))
            .sorted(Comparator.comparing(one -> one.runs().get(0), RunLine.NEWEST_FIRST)).toList();
        return some.size() < 2 ? List.of() : some;
    }
}
