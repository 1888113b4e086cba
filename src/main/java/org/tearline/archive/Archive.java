// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.tearline.plan.Geometry;
import org.tearline.plan.Processes;
import org.tearline.platform.CpuModel;
import org.tearline.platform.Emulated;
import org.tearline.promise.CpuTraits;
import org.tearline.published.Environment;
import org.tearline.published.FileGranules;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;
import org.tearline.result.Granule;
import org.tearline.result.Granules;
import org.tearline.result.Granules.Kind;
import org.tearline.result.Verdict;

/**
 * Adds result files up, CPU design by CPU design and voice by voice, and forgets each file as soon as it is counted.
 * The project's word is enough for a number; else it takes two handles. What others say stands beside it and changes
 * nothing. The order of the files does not matter. Not thread-safe.
 */
public final class Archive {
    private static final Geometry USUAL = new Geometry(64, 4096);
    private static final int CONFIRMING = 2;

    private final Map<Group, Map<Voice, Gathered>> groups = new TreeMap<>();
    private final Set<String> runIds = new HashSet<>();
    private int files;

    /** What makes two files be about the same thing. */
    private record Group(boolean emulated, String design, String arch, Geometry geometry)
        implements Comparable<Group> {
        private static final Comparator<Group> ORDER = Comparator.comparing(Group::emulated)
            .thenComparing(Group::design).thenComparing(Group::arch).thenComparing(one -> one.geometry.lineBytes())
            .thenComparing(one -> one.geometry.pageBytes());

        static Group of(Environment environment) {
            CpuModel cpu = environment.cpu();
            return new Group(environment.emulated() == Emulated.YES,
                cpu.microarchitecture() == null ? cpu.key() : cpu.microarchitecture(), environment.arch(),
                environment.geometry());
        }

        String id() {
            return design.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-")
                + (geometry.equals(USUAL) ? "" : "-line" + geometry.lineBytes() + "-page" + geometry.pageBytes())
                + (emulated ? "-emulated-" + arch : "");
        }

        @Override
        public int compareTo(Group other) {
            return ORDER.compare(this, other);
        }
    }

    /** What one voice says of one design. Not thread-safe. */
    private static final class Gathered {
        private final List<Granules.Asked> asked = new ArrayList<>();
        private final List<CpuFile> files = new ArrayList<>();
        private final SortedSet<String> keys = new TreeSet<>();
        private final SortedSet<String> brands = new TreeSet<>();
        private final Map<ArchivedCell.Key, ArchivedCell> cells = new TreeMap<>(Comparator
            .comparing(ArchivedCell.Key::memory).thenComparing(ArchivedCell.Key::width)
            .thenComparing(ArchivedCell.Key::processes).thenComparing(ArchivedCell.Key::write)
            .thenComparing(ArchivedCell.Key::read).thenComparing(ArchivedCell.Key::tier)
            .thenComparing(ArchivedCell.Key::pieces).thenComparing(ArchivedCell.Key::offset));
        private CpuTraits traits;

        void add(CpuFile line, ResultFile file) {
            files.add(line);
            CpuModel cpu = file.environment().cpu();
            keys.add(cpu.key());
            if (cpu.brand() != null) {
                brands.add(cpu.brand());
            }
            CpuTraits of = file.environment().traits();
            traits = traits == null ? of : traits.with(of.features());
            asked.addAll(FileGranules.asked(file));
            for (Series series : file.series()) {
                for (Series.Cell cell : series.cells(file.profile(), file.environment())) {
                    ArchivedCell.Key key = new ArchivedCell.Key(series.memory(), series.width(),
                        Processes.of(series.processes()), series.write(), series.read(), series.tier(),
                        cell.piecewise(), cell.offset());
                    boolean strong = cell.state() == Verdict.NONE && cell.reason() == null;
                    cells.merge(key, new ArchivedCell(key, strong, cell.state(),
                        List.of(new ArchivedCell.Tally(cell.changes(), cell.torn()))), Gathered::together);
                }
            }
        }

        /** Two of one voice: the counts are added up, and a tear decides. */
        private static ArchivedCell together(ArchivedCell one, ArchivedCell other) {
            return new ArchivedCell(one.key(), one.strong() || other.strong(), graver(one.verdict(), other.verdict()),
                List.of(one.tallies().get(0).plus(other.tallies().get(0))));
        }
    }

    /** Counts a valid file; the second file of one run is not counted. */
    public void add(String path, Voice voice, ResultFile file) {
        if (runIds.add(file.runId())) {
            files++;
            groups.computeIfAbsent(Group.of(file.environment()), key -> new TreeMap<>())
                .computeIfAbsent(voice, key -> new Gathered()).add(CpuFile.of(path, voice, file), file);
        }
    }

    /** How many files were counted. */
    public int files() {
        return files;
    }

    /** The designs by name, emulated ones last. */
    public List<CpuDesign> designs() {
        return groups.entrySet().stream().map(entry -> design(entry.getKey(), entry.getValue())).toList();
    }

    private static CpuDesign design(Group group, Map<Voice, Gathered> voices) {
        List<Voice> handles = voices.keySet().stream().filter(Voice::isHandle).toList();
        CpuDesign.Standing standing = voices.containsKey(Voice.PROJECT) ? CpuDesign.Standing.PROJECT
            : handles.size() >= CONFIRMING ? CpuDesign.Standing.TWO_HANDLES : CpuDesign.Standing.UNCONFIRMED;
        List<Voice> counted = switch (standing) {
            case PROJECT -> List.of(Voice.PROJECT);
            case TWO_HANDLES -> handles;
            case UNCONFIRMED -> List.of();
        };
        Map<Voice, Granules> said = new TreeMap<>();
        voices.forEach((voice, gathered) -> said.put(voice, Granules.of(gathered.asked)));
        Granules agreed = switch (standing) {
            case PROJECT -> said.get(Voice.PROJECT);
            case TWO_HANDLES -> Agreement.ofTwo(handles.stream().map(said::get).toList());
            case UNCONFIRMED -> Granules.of(List.of());
        };
        List<Gathered> all = List.copyOf(voices.values());
        List<Gathered> sound = counted.isEmpty() ? all : counted.stream().map(voices::get).toList();
        SortedSet<String> keys = new TreeSet<>();
        SortedSet<String> brands = new TreeSet<>();
        sound.forEach(gathered -> keys.addAll(gathered.keys));
        sound.forEach(gathered -> brands.addAll(gathered.brands));
        CpuTraits traits = sound.stream().map(gathered -> gathered.traits)
            .reduce((one, other) -> one.with(other.features())).orElseThrow();
        return new CpuDesign(group.id(), group.design, traits.architecture(), group.geometry, group.emulated, keys,
            brands, traits, standing, agreed, counted.stream().flatMap(voice -> voices.get(voice).files.stream())
                .sorted(CpuFile.NEWEST_FIRST).toList(),
            cells(counted.stream().map(voices::get).toList(), standing == CpuDesign.Standing.TWO_HANDLES, agreed,
                group.geometry), claims(voices, said, counted, agreed));
    }

    /** The cells of the voices that count. Of handles a tear that only one of them saw is left out. */
    private static List<ArchivedCell> cells(List<Gathered> voices, boolean two, Granules agreed, Geometry geometry) {
        Map<ArchivedCell.Key, List<ArchivedCell>> all = new TreeMap<>(Comparator.comparing(ArchivedCell.Key::memory)
            .thenComparing(ArchivedCell.Key::width).thenComparing(ArchivedCell.Key::processes)
            .thenComparing(ArchivedCell.Key::write).thenComparing(ArchivedCell.Key::read)
            .thenComparing(ArchivedCell.Key::tier).thenComparing(ArchivedCell.Key::pieces)
            .thenComparing(ArchivedCell.Key::offset));
        voices.forEach(voice -> voice.cells.forEach((key, cell) -> all.computeIfAbsent(key, one -> new ArrayList<>())
            .add(cell)));
        return all.values().stream().filter(cells -> !two || confirmed(cells, agreed, geometry))
            .map(cells -> new ArchivedCell(cells.get(0).key(), cells.stream().anyMatch(ArchivedCell::strong),
                cells.stream().map(ArchivedCell::verdict).reduce(Archive::graver).orElseThrow(),
                cells.stream().flatMap(cell -> cell.tallies().stream()).toList())).toList();
    }

    private static boolean confirmed(List<ArchivedCell> cells, Granules agreed, Geometry geometry) {
        ArchivedCell.Key key = cells.get(0).key();
        int smallest = Stream.of(Kind.STORE, Kind.LOAD, Kind.PAIR).map(kind -> key.width().isVector()
            ? agreed.of(kind, key.width()) : agreed.of(kind)).mapToInt(Granule::atMost).min().orElseThrow();
        long torn = cells.stream().filter(cell -> cell.verdict() == Verdict.TORN).count();
        return torn == 0 || torn >= CONFIRMING || geometry.boundary(key.offset(), key.width()) >= smallest;
    }

    private static List<Claim> claims(Map<Voice, Gathered> voices, Map<Voice, Granules> said, List<Voice> counted,
                                      Granules agreed) {
        Map<Voice, List<String>> differences = new TreeMap<>();
        said.forEach((voice, granules) -> differences.put(voice, Agreement.differences(agreed, granules)));
        return voices.keySet().stream().filter(voice -> !counted.contains(voice)
                || !differences.get(voice).isEmpty() && counted.size() > 1)
            .map(voice -> new Claim(voice, voices.get(voice).files.stream().sorted(CpuFile.NEWEST_FIRST).toList(),
                said.get(voice), differences.get(voice), (int) differences.entrySet().stream()
                    .filter(other -> other.getKey().isHandle() && other.getValue().stream()
                        .anyMatch(differences.get(voice)::contains)).count())).toList();
    }

    /** Torn before none before everything that is no answer. */
    private static Verdict graver(Verdict one, Verdict other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
