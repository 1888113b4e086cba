// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.plan.OffsetList;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import org.tearline.platform.CpuFeature;
import org.tearline.platform.CpuModel;
import org.tearline.promise.CpuTraits;
import org.tearline.published.CpuPair.TierControl;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;
import org.tearline.published.SeriesTier;
import org.tearline.result.Counts;
import org.tearline.result.StressorUse;

/**
 * Everything that was reported of one CPU model. Immutable.
 *
 * @param brand             the name in most files
 * @param microarchitecture the name in most files, or "unknown"
 * @param traits            with each feature that any file found: a hypervisor can hide one from the others
 * @param vouched           with those features alone that no file lacks, or that two submitters with a handle found:
 *                          what a promise has to rest on before a tear contradicts it
 * @param controls          of each tier, all files together
 * @param sensitivities     the stressor that tore most per change across a line, of each pair that was calibrated
 * @param submitters        submitters; all anonymous runs together are one
 * @param runs              every file, the newest first
 * @param instructions      which instruction each access was, per tier, memory and side: each distinct answer once
 * @param throttled         files whose split locks were slowed down
 */
public record MergedCpu(Model model, String brand, String microarchitecture, CpuTraits traits, CpuTraits vouched,
                        List<MergedPair> pairs, List<TierControl> controls, SortedMap<Pair, StressorUse> sensitivities,
                        int submitters, List<RunLine> runs,
                        SortedMap<Access, SortedSet<String>> instructions, int throttled) {
    /** No handle is empty, so nobody can pose as the pool. */
    static final String ANONYMOUS = "";
    /** As files have it of a design that has no name. */
    private static final String UNKNOWN = "unknown";
    /** Above that, the others together change no rate in its first digit. */
    private static final double NEARLY_ALL = 0.9;

    /** Holds what an instruction was the access of. Sorted by its words. Immutable. */
    public record Access(SeriesTier tier, Integer widthBytes, WriteMode write, ReadMode read, String words)
        implements Comparable<Access> {
        private static Access of(ResultFile.Instruction found) {
            return new Access(found.tier(), found.widthBytes(), found.write(), found.read(),
                found.tier() + ", " + found.access());
        }

        @Override
        public int compareTo(Access other) {
            return words.compareTo(other.words);
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** The files of one CPU model. Not thread-safe. */
    static final class Gathered {
        private final Model model;
        private final Map<String, Integer> brands = new TreeMap<>();
        private final Map<String, Integer> designs = new TreeMap<>();
        private final SortedMap<Pair, PairCounts> pairs = new TreeMap<>();
        private final SortedMap<SeriesTier, TierControl> controls = new TreeMap<>();
        private final SortedMap<Pair, List<StressorUse>> yields = new TreeMap<>();
        private final Set<String> submitters = new TreeSet<>();
        private final List<RunLine> runs = new ArrayList<>();
        private final SortedMap<Access, SortedSet<String>> instructions = new TreeMap<>();
        private final Map<CpuFeature, Set<String>> having = new EnumMap<>(CpuFeature.class);
        private final Set<CpuFeature> lacked = EnumSet.noneOf(CpuFeature.class);
        private CpuTraits traits;
        private int throttled;

        Gathered(Model model) {
            this.model = model;
        }

        void add(String path, ResultFile file) {
            CpuModel cpu = file.environment().cpu();
            CpuTraits of = file.environment().traits();
            traits = traits == null ? of : traits.with(of.features());
            brands.merge(cpu.brand() == null ? cpu.key() : cpu.brand(), 1, Integer::sum);
            designs.merge(cpu.microarchitecture() == null ? UNKNOWN : cpu.microarchitecture(), 1, Integer::sum);
            runs.add(RunLine.of(path, file));
            file.evidence().forEach(found -> instructions.computeIfAbsent(Access.of(found),
                name -> new TreeSet<>()).add(found.instruction()));
            throttled += file.environment().splitLocks() != null && file.environment().splitLocks().throttled() ? 1 : 0;
            String submitter = submitter(file);
            submitters.add(submitter);
            if (of.features() != null) {
                lacked.addAll(EnumSet.complementOf(enumSet(of.features())));
                of.features().forEach(feature -> having.computeIfAbsent(feature, key -> new TreeSet<>())
                    .add(submitter));
            }
            file.placements().stream().flatMap(placement -> placement.controls().stream())
                .forEach(control -> controls.merge(control.tier(), control, TierControl::plus));
            Map<Pair, List<Series.Cell>> counted = new TreeMap<>();
            for (Series series : file.series()) {
                if (!series.calibration().isEmpty()) {
                    yields.merge(Pair.of(file.kind(), series, false), series.calibration(), Gathered::together);
                }
                Map<Boolean, List<Series.Cell>> cells = series.cells(file.profile(), file.environment()).stream()
                    .collect(Collectors.partitioningBy(Series.Cell::piecewise));
                cells.forEach((pieces, some) -> {
                    if (!some.isEmpty()) {
                        Pair pair = Pair.of(file.kind(), series, pieces);
                        pairs.computeIfAbsent(pair, key -> new PairCounts(key, model)).add(series, some);
                        counted.computeIfAbsent(pair, key -> new ArrayList<>()).addAll(some);
                    }
                });
            }
            counted.forEach((pair, cells) -> pairs.get(pair).addFile(submitter, cells));
        }

        MergedCpu sum() {
            CpuTraits vouched = vouched();
            return new MergedCpu(model, mostFrequent(brands), mostFrequent(designs), traits, vouched,
                pairs.values().stream().map(pair -> pair.merged(traits, vouched)).toList(),
                List.copyOf(controls.values()),
                sensitivities(), submitters.size(), runs.stream().sorted(RunLine.NEWEST_FIRST).toList(), instructions,
                throttled);
        }

        private CpuTraits vouched() {
            Set<CpuFeature> vouched = enumSet(having.keySet());
            vouched.removeIf(feature -> lacked.contains(feature) && having.get(feature).stream()
                .filter(submitter -> !submitter.equals(ANONYMOUS)).count() < PairCounts.CONFIRMING);
            return new CpuTraits(traits.architecture(), traits.vendor(), traits.family(),
                traits.features() == null ? null : vouched);
        }

        private static EnumSet<CpuFeature> enumSet(Set<CpuFeature> features) {
            EnumSet<CpuFeature> set = EnumSet.noneOf(CpuFeature.class);
            set.addAll(features);
            return set;
        }

        private static List<StressorUse> together(List<StressorUse> some, List<StressorUse> others) {
            return StressorUse.sum(Stream.concat(some.stream(), others.stream()).toList());
        }

        private SortedMap<Pair, StressorUse> sensitivities() {
            SortedMap<Pair, StressorUse> best = new TreeMap<>();
            yields.forEach((pair, uses) -> best.put(pair, uses.stream().sorted(Comparator.comparing(
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

    /** Tells the cells that every default sweep has from those that somebody tried besides. */
    public Predicate<MergedCell> usual() {
        Set<Integer> offsets = Set.copyOf(OffsetList.usual(model.geometry()));
        return cell -> cell.pair().usual() && offsets.contains(cell.offset());
    }

    /** Returns who sent a file. Forges tell no handles apart by case. */
    static String submitter(ResultFile file) {
        return file.submitter() == null ? ANONYMOUS : file.submitter().toLowerCase(Locale.ROOT);
    }

    /** Returns whether its design has a name. */
    public boolean isDesignKnown() {
        return !UNKNOWN.equals(microarchitecture);
    }

    /** Returns the design's name, or else the one that the CPU gives itself. */
    public String name() {
        return isDesignKnown() ? microarchitecture : brand;
    }

    /** Returns the name in links. */
    public String id() {
        return model.id();
    }

    /** Returns the run that has nearly all changes of several, so that every rate is really its own; else empty. */
    public Optional<RunLine> outweighing() {
        long all = runs.stream().mapToLong(RunLine::changes).reduce(0, Counts::sum);
        return runs.stream().filter(run -> runs.size() > 1 && run.changes() > NEARLY_ALL * all).findFirst();
    }

    /** Returns the day of the newest file. */
    public LocalDate newest() {
        return runs.get(0).date();
    }
}
