// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.tearline.archive.Agreement.DesignPromise;
import org.tearline.archive.CpuDesign.ArchivedCell;
import org.tearline.archive.CpuDesign.ArchivedCell.CellKey;
import org.tearline.archive.CpuDesign.Claim;
import org.tearline.archive.CpuDesign.Claim.Difference;
import org.tearline.archive.CpuDesign.CpuFile;
import org.tearline.archive.CpuDesign.Standing;
import org.tearline.archive.CpuDesign.Submitter;
import org.tearline.file.ResultFile;
import org.tearline.file.Series;
import org.tearline.file.Series.Cell;
import org.tearline.machine.CpuModel;
import org.tearline.machine.CpuModel.CpuFeature;
import org.tearline.promise.Guarantees.CpuTraits;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Seen;
import org.tearline.verdict.Verdict;

/**
 * Adds up result files by CPU design and submitter. Of sweeps, which are most of the files, keeps only the sums. A
 * number is confirmed by the project's own files or by files from two accounts. All other results are only listed as
 * claims. The order of the files does not matter. Not thread-safe.
 */
public final class Archive {
    private static final int CONFIRMING_HANDLES = 2;

    private final Map<CpuIdentity, SortedMap<Submitter, SubmitterSum>> groups = new TreeMap<>();
    /** Interns the keys, because there are many cells per key. */
    private final Map<CellKey, CellKey> keys = new HashMap<>();
    private final Map<CpuIdentity, Map<Submitter, List<ResultFile>>> jcstress = new TreeMap<>();
    private final Set<String> runIds = new HashSet<>();
    private int files;
    /** Caches {@link #designs()}; null before the first call and after a file was added. */
    private List<CpuDesign> designs;

    /** What the files of one submitter say about a cell. */
    private record Vote(boolean strong, Verdict verdict, Seen seen) {
        /** Adds another file from the same submitter. */
        Vote plus(Vote other) {
            return new Vote(strong || other.strong, worse(verdict, other.verdict), seen.plus(other.seen));
        }
    }

    /** The sum of a submitter's files for a design. */
    private static final class SubmitterSum {
        private final Granules.Sums sums = new Granules.Sums();
        private final List<CpuFile> files = new ArrayList<>();
        private final SortedSet<String> keys = new TreeSet<>();
        private final SortedSet<String> brands = new TreeSet<>();
        private final Map<CellKey, Vote> cells = new HashMap<>();
        private CpuTraits traits;

        Set<CpuFeature> features() {
            if (traits.features() == null) {
                return Set.of();
            }
            return traits.features();
        }

        void add(CpuFile listed, ResultFile file) {
            files.add(listed);
            CpuModel cpu = file.environment().cpu();
            keys.add(cpu.key());
            if (cpu.brand() != null) {
                brands.add(cpu.brand());
            }
            CpuTraits reported = file.environment().traits();
            if (traits == null) {
                traits = reported;
            }
            traits = traits.with(reported.features());
            FileGranules.tried(file).forEach(sums::add);
        }

        /** A one-sided series tries one boundary inside a vector, not the whole access, so it has no cells here. */
        void addCells(ResultFile file, Map<CellKey, CellKey> interned) {
            file.series().stream()
                .filter(series -> !series.misaligned().oneSided())
                .forEach(series -> addCells(series, file, interned));
        }

        private void addCells(Series series, ResultFile file, Map<CellKey, CellKey> interned) {
            // An unknown JVM may use any number of instructions.
            boolean unknown = !file.environment().rules().jvmKnown();
            for (Cell cell : file.cells(series)) {
                CellKey key = new CellKey(series.trial(cell.offset()), unknown || cell.piecewise());
                boolean strong = cell.state() == Verdict.NOT_SEEN && cell.reason() == null;
                cells.merge(interned.computeIfAbsent(key, same -> same),
                    new Vote(strong, cell.state(), new Seen(cell.changes(), cell.torn())), Vote::plus);
            }
        }
    }

    /** Returns an archive of one file that counts as the project's own. */
    public static Archive of(ResultFile file, String name) {
        Archive archive = new Archive();
        archive.add(name, Submitter.PROJECT, file);
        return archive;
    }

    /** Adds a file, unless one from the same run was added before. */
    public void add(String path, Submitter submitter, ResultFile file) {
        if (!runIds.add(file.runId())) {
            return;
        }
        files++;
        designs = null;
        if (file.kind() == ResultFile.Kind.JCSTRESS) {
            jcstress.computeIfAbsent(CpuIdentity.of(file.environment()), key -> new TreeMap<>())
                .computeIfAbsent(submitter, key -> new ArrayList<>())
                .add(file);
            return;
        }
        SortedMap<Submitter, SubmitterSum> submitters = groups.computeIfAbsent(CpuIdentity.of(file.environment()),
            key -> new TreeMap<>());
        SubmitterSum sum = submitters.computeIfAbsent(submitter, key -> new SubmitterSum());
        sum.add(CpuFile.of(path, submitter, file), file);
        if (submitter.equals(Submitter.PROJECT)
            || submitter.isHandle() && !submitters.containsKey(Submitter.PROJECT)) {
            sum.addCells(file, keys);
        }
        if (submitters.containsKey(Submitter.PROJECT)) {
            // Claims are shown without their cells, which would take up most of the memory.
            submitters.forEach((other, claims) -> {
                if (!other.equals(Submitter.PROJECT)) {
                    claims.cells.clear();
                }
            });
        }
    }

    public int files() {
        return files;
    }

    /** Returns the number of files that the agreed numbers are based on. */
    public int deciding() {
        int deciding = 0;
        for (Map.Entry<CpuIdentity, SortedMap<Submitter, SubmitterSum>> group : groups.entrySet()) {
            SortedMap<Submitter, SubmitterSum> submitters = group.getValue();
            for (Submitter submitter : counted(standing(group.getKey()), submitters)) {
                deciding += submitters.get(submitter).files.size();
            }
        }
        return deciding;
    }

    /**
     * Returns the designs in the order of {@link Standing}: the project's first, then the confirmed ones, then the
     * others. Emulated ones come last.
     */
    public List<CpuDesign> designs() {
        if (designs == null) {
            designs = makeDesigns();
        }
        return designs;
    }

    private List<CpuDesign> makeDesigns() {
        List<CpuIdentity> ordered = groups.keySet().stream()
            .sorted(Comparator.comparing(this::standing))
            .toList();
        Map<CpuIdentity, String> ids = ids(ordered);
        return ordered.stream()
            .sorted(Comparator.comparing(CpuIdentity::emulated))
            .map(group -> design(group, ids.get(group), standing(group), groups.get(group),
                jcstress.getOrDefault(group, Map.of())))
            .toList();
    }

    /** Returns a different id for every group. A later group cannot take the id of an earlier one. */
    private static Map<CpuIdentity, String> ids(List<CpuIdentity> ordered) {
        Map<CpuIdentity, String> ids = new HashMap<>();
        Set<String> taken = new HashSet<>();
        for (CpuIdentity group : ordered) {
            String id = group.id();
            int number = 1;
            while (!taken.add(id)) {
                number++;
                // Only this suffix and the prefix of unnamed designs contain a dot.
                id = group.id() + "." + number;
            }
            ids.put(group, id);
        }
        return ids;
    }

    /** Handles cannot confirm a group if the project measured the same CPU with another line or page size. */
    private Standing standing(CpuIdentity group) {
        if (groups.get(group).containsKey(Submitter.PROJECT)) {
            return Standing.PROJECT;
        }
        long handles = groups.get(group).keySet().stream()
            .filter(Submitter::isHandle)
            .count();
        boolean measured = groups.keySet().stream().anyMatch(other -> other.sameCpu(group)
            && groups.get(other).containsKey(Submitter.PROJECT));
        if (handles >= CONFIRMING_HANDLES && !measured) {
            return Standing.TWO_HANDLES;
        }
        return Standing.UNCONFIRMED;
    }

    /** Returns the submitters whose files decide the numbers. */
    private static List<Submitter> counted(Standing standing, SortedMap<Submitter, SubmitterSum> submitters) {
        return switch (standing) {
            case PROJECT -> List.of(Submitter.PROJECT);
            case TWO_HANDLES -> submitters.keySet().stream().filter(Submitter::isHandle).toList();
            case UNCONFIRMED -> List.of();
        };
    }

    private static CpuDesign design(CpuIdentity group, String id, Standing standing,
                                    SortedMap<Submitter, SubmitterSum> submitters,
                                    Map<Submitter, List<ResultFile>> jcstress) {
        List<Submitter> counted = counted(standing, submitters);
        List<SubmitterSum> sums = counted.stream().map(submitters::get).toList();
        int quorum = Math.min(CONFIRMING_HANDLES, sums.size());
        // Without agreed numbers, the claims say what the CPU is.
        Collection<SubmitterSum> described = sums;
        if (sums.isEmpty()) {
            described = submitters.values();
        }
        CpuTraits any = described.iterator().next().traits;
        CpuTraits traits = new CpuTraits(any.architecture(), any.vendor(), any.family(),
            confirmed(sums, quorum, SubmitterSum::features));
        DesignPromise promise = promise(group, traits);
        SortedMap<Submitter, Granules> reported = new TreeMap<>();
        submitters.forEach((submitter, sum) -> reported.put(submitter, sum.sums.granules()));
        Granules agreed = switch (standing) {
            case PROJECT -> reported.get(Submitter.PROJECT);
            case TWO_HANDLES -> Agreement.supportedByTwo(counted.stream().map(reported::get).toList(), promise);
            case UNCONFIRMED -> Granules.of(List.of());
        };
        SortedSet<String> keys = new TreeSet<>();
        described.forEach(sum -> keys.addAll(sum.keys));
        List<CpuFile> files = sums.stream().flatMap(sum -> sum.files.stream()).sorted(CpuFile.NEWEST_FIRST).toList();
        // Only the project's files can contradict the vendor's promise.
        Predicate<CellKey> quorumMayTear = key -> standing == Standing.PROJECT || !promise.covers(key, group.rules());
        List<ArchivedCell> cells = cells(sums, quorum, (key, torn) -> Agreement.tears(agreed, key, group.rules())
            || torn >= quorum && quorumMayTear.test(key));
        List<ResultFile> tests = counted.stream()
            .flatMap(submitter -> jcstress.getOrDefault(submitter, List.of()).stream())
            .toList();
        return new CpuDesign(
            id,
            group.design(),
            traits.architecture(),
            group.geometry(),
            group.emulated(),
            keys,
            new TreeSet<>(confirmed(sums, quorum, sum -> sum.brands)),
            traits,
            standing,
            agreed,
            files,
            cells,
            claims(submitters, reported, counted, agreed, promise),
            Jcstress.of(agreed, tests));
    }

    private static DesignPromise promise(CpuIdentity group, CpuTraits traits) {
        if (group.emulated()) {
            return DesignPromise.NONE;
        }
        return DesignPromise.of(traits, group.geometry());
    }

    /** Returns the facts that a quorum reports. */
    private static <T> Set<T> confirmed(List<SubmitterSum> sums, int quorum, Function<SubmitterSum, Set<T>> facts) {
        Map<T, Integer> votes = new HashMap<>();
        sums.forEach(sum -> facts.apply(sum).forEach(fact -> votes.merge(fact, 1, Integer::sum)));
        return votes.keySet().stream()
            .filter(fact -> votes.get(fact) >= quorum)
            .collect(Collectors.toSet());
    }

    /**
     * Returns the cells that a quorum tried, without those whose tears do not count.
     *
     * @param mayTear whether a cell's tears count, given how many submitters saw it tear
     */
    private static List<ArchivedCell> cells(List<SubmitterSum> sums, int quorum,
                                            BiPredicate<CellKey, Integer> mayTear) {
        Map<CellKey, List<Vote>> all = new TreeMap<>(CellKey.ORDER);
        sums.forEach(sum -> sum.cells.forEach((key, vote) -> all.computeIfAbsent(key, absent -> new ArrayList<>())
            .add(vote)));
        List<ArchivedCell> cells = new ArrayList<>();
        all.forEach((key, votes) -> {
            int torn = (int) votes.stream().filter(vote -> vote.verdict == Verdict.TORN).count();
            if (votes.size() >= quorum && (torn == 0 || mayTear.test(key, torn))) {
                boolean strong = votes.stream().filter(Vote::strong).count() >= quorum;
                Verdict verdict = votes.stream().map(Vote::verdict).reduce(Archive::worse).orElseThrow();
                cells.add(new ArchivedCell(key, strong, verdict, votes.stream().map(Vote::seen).toList()));
            }
        });
        return List.copyOf(cells);
    }

    private static List<Claim> claims(SortedMap<Submitter, SubmitterSum> submitters,
                                      SortedMap<Submitter, Granules> reported, List<Submitter> counted,
                                      Granules agreed, DesignPromise promise) {
        SortedMap<Submitter, List<Difference>> differences = new TreeMap<>();
        reported.forEach((submitter, granules) ->
            differences.put(submitter, Agreement.differences(agreed, promise, granules)));
        Map<Difference.Disputed, Integer> handles = new HashMap<>();
        differences.forEach((submitter, all) -> {
            if (submitter.isHandle()) {
                all.forEach(difference -> handles.merge(difference.disputed(), 1, Integer::sum));
            }
        });
        List<Claim> claims = new ArrayList<>();
        submitters.forEach((submitter, sum) -> {
            List<Difference> own = differences.get(submitter);
            // The numbers of a single counted submitter are the agreed ones; only those for different widths can
            // contradict each other.
            if (!counted.contains(submitter) || !own.isEmpty() && counted.size() > 1) {
                int disputing = own.stream()
                    .mapToInt(difference -> handles.getOrDefault(difference.disputed(), 0))
                    .max()
                    .orElse(0);
                claims.add(new Claim(submitter, sum.files.stream().sorted(CpuFile.NEWEST_FIRST).toList(),
                    reported.get(submitter), own, disputing));
            }
        });
        return List.copyOf(claims);
    }

    /** Returns torn, then not seen, then what is least of all an answer. */
    private static Verdict worse(Verdict a, Verdict b) {
        return Collections.min(List.of(a, b), Comparator.comparing((Verdict verdict) -> verdict != Verdict.TORN)
            .thenComparing(verdict -> verdict != Verdict.NOT_SEEN)
            .thenComparing(Comparator.reverseOrder()));
    }
}
