// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.tearline.archive.Agreement.Promise;
import org.tearline.archive.CpuDesign.ArchivedCell;
import org.tearline.archive.CpuDesign.Claim;
import org.tearline.archive.CpuDesign.Claim.Difference;
import org.tearline.archive.CpuDesign.CpuFile;
import org.tearline.archive.CpuDesign.Voice;
import org.tearline.file.Environment;
import org.tearline.file.FileGranules;
import org.tearline.file.ResultFile;
import org.tearline.file.Series;
import org.tearline.machine.CpuModel;
import org.tearline.machine.Virtualization.Emulated;
import org.tearline.promise.Guarantees.CpuTraits;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Tally.Counts;
import org.tearline.verdict.Verdict;

/**
 * Adds result files up, CPU design by CPU design and voice by voice, and forgets each file as soon as it is counted.
 * The project's word is enough for a number; else it takes two handles. What others say stands beside it and changes
 * nothing. The order of the files does not matter. Not thread-safe.
 */
public final class Archive {
    private static final Geometry USUAL = new Geometry(64, 4096);
    private static final int CONFIRMING = 2;

    private final Map<Group, SortedMap<Voice, Gathered>> groups = new TreeMap<>();
    /** Interns the keys: there are many times as many cells. */
    private final Map<ArchivedCell.Key, ArchivedCell.Key> keys = new HashMap<>();
    private final Map<Group, Map<Voice, List<ResultFile>>> jcstress = new TreeMap<>();
    private final Set<String> runIds = new HashSet<>();
    private int files;

    /** Files with the same group are about the same design; its name is computed, whatever the file says. */
    private record Group(boolean emulated, String design, String arch, Geometry geometry)
        implements Comparable<Group> {
        private static final Comparator<Group> ORDER = Comparator.comparing(Group::emulated)
            .thenComparing(Group::design).thenComparing(Group::arch).thenComparing(one -> one.geometry.lineBytes())
            .thenComparing(one -> one.geometry.pageBytes());

        static Group of(Environment environment) {
            CpuModel cpu = environment.cpu().withDesign();
            return new Group(environment.emulated() == Emulated.YES,
                cpu.microarchitecture() == null ? cpu.key() : cpu.microarchitecture(), environment.arch(),
                environment.geometry());
        }

        String id() {
            return design.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-")
                + (geometry.equals(USUAL) ? "" : "-line" + geometry.lineBytes() + "-page" + geometry.pageBytes())
                + (emulated ? "-emulated-" + arch : arch.equals(Environment.X86_64) ? "" : "-" + arch);
        }

        AccessRules rules() {
            return new AccessRules(Architecture.of(arch), geometry, true);
        }

        @Override
        public int compareTo(Group other) {
            return ORDER.compare(this, other);
        }
    }

    /** One voice's answer for one cell. */
    private record Vote(boolean strong, Verdict verdict, long changes, long torn) {
        /** Adds the counts of two files of one voice; a tear decides. */
        Vote plus(Vote other) {
            return new Vote(strong || other.strong, graver(verdict, other.verdict), Counts.sum(changes, other.changes),
                Counts.sum(torn, other.torn));
        }
    }

    /** The files of one voice about one design. */
    private static final class Gathered {
        private final Granules.Sums sums = new Granules.Sums();
        private final List<CpuFile> files = new ArrayList<>();
        private final SortedSet<String> keys = new TreeSet<>();
        private final SortedSet<String> brands = new TreeSet<>();
        private final Map<ArchivedCell.Key, Vote> cells = new HashMap<>();
        private CpuTraits traits;

        void add(CpuFile line, ResultFile file, Map<ArchivedCell.Key, ArchivedCell.Key> known) {
            files.add(line);
            CpuModel cpu = file.environment().cpu();
            keys.add(cpu.key());
            if (cpu.brand() != null) {
                brands.add(cpu.brand());
            }
            CpuTraits of = file.environment().traits();
            traits = traits == null ? of : traits.with(of.features());
            FileGranules.asked(file).forEach(sums::add);
            for (Series series : known == null ? List.<Series>of() : file.series()) {
                if (series.trial(1).oneSided()) {
                    // Only granules follow from it: a place of a vector is one of its boundaries there.
                    continue;
                }
                for (Series.Cell cell : series.cells(file.profile(), file.environment())) {
                    ArchivedCell.Key key = new ArchivedCell.Key(series.memory(), series.width(),
                        Processes.of(series.processes()), series.write(), series.read(), series.tier(),
                        cell.piecewise(), cell.offset());
                    cells.merge(known.computeIfAbsent(key, one -> one), new Vote(cell.state() == Verdict.NONE
                        && cell.reason() == null, cell.state(), cell.changes(), cell.torn()), Vote::plus);
                }
            }
        }
    }

    /** Returns the archive of one file, which counts as the project's. */
    public static Archive of(ResultFile file, String name) {
        Archive archive = new Archive();
        archive.add(name, Voice.PROJECT, file);
        return archive;
    }

    /** Counts a valid file, unless another file of its run was counted. */
    public void add(String path, Voice voice, ResultFile file) {
        if (!runIds.add(file.runId())) {
            return;
        }
        files++;
        if (file.kind() == ResultFile.Kind.JCSTRESS) {
            jcstress.computeIfAbsent(Group.of(file.environment()), key -> new TreeMap<>())
                .computeIfAbsent(voice, key -> new ArrayList<>()).add(file);
            return;
        }
        SortedMap<Voice, Gathered> voices = groups.computeIfAbsent(Group.of(file.environment()),
            key -> new TreeMap<>());
        voices.computeIfAbsent(voice, key -> new Gathered()).add(CpuFile.of(path, voice, file), file,
            voice.equals(Voice.PROJECT) || voice.isHandle() && !voices.containsKey(Voice.PROJECT) ? keys : null);
        if (voices.containsKey(Voice.PROJECT)) {
            // Beside the project's word nobody's cells are shown: of many files they are most of the memory.
            voices.forEach((other, gathered) -> {
                if (!other.equals(Voice.PROJECT)) {
                    gathered.cells.clear();
                }
            });
        }
    }

    public int files() {
        return files;
    }

    /** The designs by name, emulated ones last. */
    public List<CpuDesign> designs() {
        return groups.entrySet().stream().map(entry -> design(entry.getKey(), entry.getValue(),
            jcstress.getOrDefault(entry.getKey(), Map.of()))).toList();
    }

    private static CpuDesign design(Group group, SortedMap<Voice, Gathered> voices,
                                    Map<Voice, List<ResultFile>> jcstress) {
        List<Voice> handles = voices.keySet().stream().filter(Voice::isHandle).toList();
        CpuDesign.Standing standing = voices.containsKey(Voice.PROJECT) ? CpuDesign.Standing.PROJECT
            : handles.size() >= CONFIRMING ? CpuDesign.Standing.TWO_HANDLES : CpuDesign.Standing.UNCONFIRMED;
        List<Voice> counted = switch (standing) {
            case PROJECT -> List.of(Voice.PROJECT);
            case TWO_HANDLES -> handles;
            case UNCONFIRMED -> List.of();
        };
        List<Gathered> sound = counted.stream().map(voices::get).toList();
        int quorum = Math.min(CONFIRMING, sound.size());
        CpuTraits any = (sound.isEmpty() ? voices.get(voices.firstKey()) : sound.get(0)).traits;
        CpuTraits traits = new CpuTraits(any.architecture(), any.vendor(), any.family(), confirmed(sound, quorum, one ->
            one.traits.features() == null ? Set.of() : one.traits.features()));
        Promise promise = group.emulated ? Promise.NONE : Promise.of(traits, group.geometry);
        SortedMap<Voice, Granules> said = new TreeMap<>();
        voices.forEach((voice, gathered) -> said.put(voice, gathered.sums.granules()));
        Granules agreed = switch (standing) {
            case PROJECT -> said.get(Voice.PROJECT);
            case TWO_HANDLES -> Agreement.ofTwo(handles.stream().map(said::get).toList(), promise);
            case UNCONFIRMED -> Granules.of(List.of());
        };
        SortedSet<String> keys = new TreeSet<>();
        (sound.isEmpty() ? voices.values() : sound).forEach(gathered -> keys.addAll(gathered.keys));
        return new CpuDesign(group.id(), group.design, traits.architecture(), group.geometry, group.emulated, keys,
            new TreeSet<>(confirmed(sound, quorum, one -> one.brands)), traits, standing, agreed,
            sound.stream().flatMap(one -> one.files.stream()).sorted(CpuFile.NEWEST_FIRST).toList(),
            cells(sound, quorum, (key, torn) -> torn >= quorum && (quorum == 1 || !promise.covers(key, group.rules()))
                || Agreement.tears(agreed, key, group.rules())),
            claims(voices, said, counted, agreed, promise), Jcstress.of(agreed, counted.stream()
                .flatMap(voice -> jcstress.getOrDefault(voice, List.of()).stream()).toList()));
    }

    /** The facts that a quorum reports. */
    private static <T> Set<T> confirmed(List<Gathered> voices, int quorum, Function<Gathered, Set<T>> what) {
        Map<T, Integer> votes = new HashMap<>();
        voices.forEach(voice -> what.apply(voice).forEach(one -> votes.merge(one, 1, Integer::sum)));
        return votes.keySet().stream().filter(one -> votes.get(one) >= quorum).collect(Collectors.toSet());
    }

    /** Cells that a quorum counted; a tear that fewer saw has to follow from the agreed granules. */
    private static List<ArchivedCell> cells(List<Gathered> voices, int quorum,
                                            BiPredicate<ArchivedCell.Key, Integer> mayTear) {
        Map<ArchivedCell.Key, List<Vote>> all = new TreeMap<>(ArchivedCell.Key.ORDER);
        voices.forEach(voice -> voice.cells.forEach((key, cell) -> all.computeIfAbsent(key, one -> new ArrayList<>())
            .add(cell)));
        return all.entrySet().stream().filter(entry -> {
            int torn = (int) entry.getValue().stream().filter(vote -> vote.verdict == Verdict.TORN).count();
            return entry.getValue().size() >= quorum && (torn == 0 || mayTear.test(entry.getKey(), torn));
        }).map(entry -> new ArchivedCell(entry.getKey(),
            entry.getValue().stream().filter(Vote::strong).count() >= quorum,
            entry.getValue().stream().map(Vote::verdict).reduce(Archive::graver).orElseThrow(), entry.getValue()
                .stream().map(vote -> new ArchivedCell.Tally(vote.changes, vote.torn)).toList())).toList();
    }

    private static List<Claim> claims(SortedMap<Voice, Gathered> voices, SortedMap<Voice, Granules> said,
                                      List<Voice> counted, Granules agreed, Promise promise) {
        SortedMap<Voice, List<Difference>> differences = new TreeMap<>();
        said.forEach((voice, granules) -> differences.put(voice, Agreement.differences(agreed, promise, granules)));
        Map<Difference.Side, Integer> handles = new HashMap<>();
        differences.forEach((voice, all) -> {
            if (voice.isHandle()) {
                all.forEach(one -> handles.merge(one.side(), 1, Integer::sum));
            }
        });
        return voices.keySet().stream().filter(voice -> !counted.contains(voice)
                || !differences.get(voice).isEmpty() && counted.size() > 1)
            .map(voice -> new Claim(voice, voices.get(voice).files.stream().sorted(CpuFile.NEWEST_FIRST).toList(),
                said.get(voice), differences.get(voice), differences.get(voice).stream()
                    .mapToInt(one -> handles.getOrDefault(one.side(), 0)).max().orElse(0))).toList();
    }

    /** Torn outranks none, which outranks everything without an answer. */
    private static Verdict graver(Verdict one, Verdict other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
