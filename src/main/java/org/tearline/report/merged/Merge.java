package org.tearline.report.merged;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.promise.CpuTraits;
import org.tearline.published.Kind;
import org.tearline.published.PlacementRecord.TierControl;
import org.tearline.published.PublishedCpu;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;
import org.tearline.published.SeriesTier;
import org.tearline.result.StressorUse;

/**
 * Adds result files up, CPU model by CPU model, and forgets each as soon as it is counted. One thread; the order of the
 * files decides only which witnesses are kept.
 */
public final class Merge {
    /** No handle is empty, so nobody can pose as the pool. */
    private static final String ANONYMOUS = "";
    private static final String UNKNOWN = "unknown";

    private final SortedMap<Model, Gathered> models = new TreeMap<>();
    private final SortedMap<Model, CpuCosts.Gathered> costs = new TreeMap<>();
    private final Set<String> runIds = new HashSet<>();
    private int files;

    /** What was gathered of one model. */
    private static final class Gathered {
        private final Map<String, Integer> brands = new TreeMap<>();
        private final Map<String, Integer> designs = new TreeMap<>();
        private final SortedMap<Pair, PairCounts> pairs = new TreeMap<>();
        private final SortedMap<SeriesTier, TierControl> controls = new TreeMap<>();
        private final SortedMap<Pair, List<StressorUse>> yields = new TreeMap<>();
        private final Set<String> submitters = new TreeSet<>();
        private final List<RunLine> runs = new ArrayList<>();
        private final SortedMap<String, SortedSet<String>> instructions = new TreeMap<>();
        private CpuTraits traits;
        private int throttled;
    }

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
        if (file.kind() == Kind.COSTS) {
            costs.computeIfAbsent(Model.of(file.environment()), key -> new CpuCosts.Gathered()).add(path, file);
            return;
        }
        PublishedCpu cpu = file.environment().cpu();
        Model model = Model.of(file.environment());
        Gathered gathered = models.computeIfAbsent(model, key -> new Gathered());
        CpuTraits traits = file.environment().traits();
        gathered.traits = gathered.traits == null ? traits : gathered.traits.with(traits.features());
        gathered.brands.merge(cpu.brand() == null ? cpu.key() : cpu.brand(), 1, Integer::sum);
        gathered.designs.merge(cpu.microarchitecture() == null ? UNKNOWN : cpu.microarchitecture(), 1, Integer::sum);
        gathered.runs.add(RunLine.of(path, file));
        file.evidence().forEach(found -> gathered.instructions.computeIfAbsent(found.tier() + ", " + found.access(),
            name -> new TreeSet<>()).add(found.instruction()));
        gathered.throttled += file.environment().splitLocks() != null && file.environment().splitLocks().throttled()
            ? 1 : 0;
        String submitter = file.submitter() == null ? ANONYMOUS : file.submitter();
        gathered.submitters.add(submitter);
        file.placements().stream().flatMap(placement -> placement.controls().stream())
            .forEach(control -> gathered.controls.merge(control.tier(), control, TierControl::plus));
        Map<Pair, List<Series.Cell>> counted = new TreeMap<>();
        for (Series series : file.series()) {
            if (!series.calibration().isEmpty()) {
                gathered.yields.merge(Pair.of(file.kind(), series, false),
                    series.calibration(), Merge::together);
            }
            Map<Boolean, List<Series.Cell>> cells = series.cells(file.profile(), file.environment()).stream()
                .collect(Collectors.partitioningBy(Series.Cell::piecewise));
            cells.forEach((pieces, some) -> {
                if (!some.isEmpty()) {
                    Pair pair = Pair.of(file.kind(), series, pieces);
                    gathered.pairs.computeIfAbsent(pair, key -> new PairCounts(key, model)).add(submitter, series,
                        some);
                    counted.computeIfAbsent(pair, key -> new ArrayList<>()).addAll(some);
                }
            });
        }
        counted.forEach((pair, cells) -> gathered.pairs.get(pair).addStrengths(cells));
    }

    /** The cells of one series of a file, judged as if it were the only one, in the order of their offsets. */
    public static List<MergedCell> cells(ResultFile file, Series series) {
        List<MergedCell> all = new ArrayList<>();
        Model model = Model.of(file.environment());
        series.cells(file.profile(), file.environment()).stream()
            .collect(Collectors.partitioningBy(Series.Cell::piecewise))
            .forEach((pieces, some) -> {
                PairCounts ballots = new PairCounts(Pair.of(file.kind(), series, pieces), model);
                ballots.add(ANONYMOUS, series, some);
                ballots.addStrengths(some);
                all.addAll(ballots.merged().cells());
            });
        all.sort(Comparator.comparingInt(MergedCell::offset));
        return all;
    }

    /** How many files were counted. */
    public int files() {
        return files;
    }

    /** What accesses cost, in the order of the CPU keys, emulated ones last. */
    public List<CpuCosts> costs() {
        return costs.entrySet().stream().map(entry -> entry.getValue().sum(entry.getKey())).toList();
    }

    /** The sums, in the order of the CPU keys, emulated ones last. */
    public List<MergedCpu> cpus() {
        return models.entrySet().stream().map(entry -> merged(entry.getKey(), entry.getValue())).toList();
    }

    private static MergedCpu merged(Model model, Gathered gathered) {
        List<RunLine> runs = gathered.runs.stream().sorted(RunLine.NEWEST_FIRST).toList();
        return new MergedCpu(model, mostFrequent(gathered.brands), mostFrequent(gathered.designs),
            gathered.traits, gathered.pairs.values().stream().map(PairCounts::merged).toList(),
            List.copyOf(gathered.controls.values()), sensitivities(gathered),
            gathered.submitters.size(), runs, gathered.instructions, gathered.throttled);
    }

    private static List<StressorUse> together(List<StressorUse> some, List<StressorUse> others) {
        return StressorUse.sum(Stream.concat(some.stream(), others.stream()).toList());
    }

    private static SortedMap<Pair, StressorUse> sensitivities(Gathered gathered) {
        SortedMap<Pair, StressorUse> best = new TreeMap<>();
        gathered.yields.forEach((pair, uses) -> best.put(pair, uses.stream().sorted(Comparator.comparing(
            StressorUse::name)).max(Comparator.comparingDouble(StressorUse::yield)).orElseThrow()));
        return best;
    }

    /** Of equals the first in the alphabet, whatever the order of the files. */
    private static String mostFrequent(Map<String, Integer> names) {
        String best = null;
        for (Map.Entry<String, Integer> name : names.entrySet()) {
            if (best == null || name.getValue() > names.get(best)) {
                best = name.getKey();
            }
        }
        return best;
    }
}
