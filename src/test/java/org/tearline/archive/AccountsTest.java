// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tearline.archive.CpuDesign.Standing;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.Series;
import org.tearline.file.UnreadableFile;
import org.tearline.trial.Memory;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Seen;
import org.tearline.verdict.Verdict;

/** Tests a design that the project has not measured, with honest accounts and one that lies. */
class AccountsTest {
    private static final Path FOLDER = Path.of("reports/results/x86_64/authenticamd-19-11-01");
    private static final Submitter LIAR = new Submitter("mallory");
    private static List<ResultFile> read;

    enum Lie {
        TEARS_EVERYWHERE(series -> with(series, atLeast(series, 2_000_000), series.offsets().stream()
            .map(offset -> 1_000L).toList())),
        TEARS_NOWHERE(series -> with(series, atLeast(series, 2_000_000), Collections.nCopies(series.offsets().size(),
            0L))),
        LEAVES_OUT_ITS_TEARS(series -> with(series, series.changes(), Collections.nCopies(series.offsets().size(),
            0L))),
        HUGE(series -> with(series, Collections.nCopies(series.offsets().size(), Counts.MOST), series.torn().stream()
            .map(torn -> torn == 0 ? 0 : Counts.MOST / 2).toList())),
        TINY(series -> with(series, Collections.nCopies(series.offsets().size(), 1L), series.torn().stream()
            .map(torn -> Math.min(torn, 1)).toList())),
        SHIFTED(series -> {
            List<Long> torn = new ArrayList<>(series.torn());
            Collections.rotate(torn, 1);
            return with(series, atLeast(series, 2_000_000), torn);
        }),
        AT_ONCE(series -> new Series(series.memory(), series.widthBytes(), series.processes(), series.write(),
            series.read(), series.placement(), series.tier(), series.across(), series.totals(), series.offsets(),
            series.changes(), series.torn(), series.plantedFound(), series.plantedExpected(), new TreeMap<>(),
            new TreeMap<>(), new TreeMap<>(),
            new TreeMap<>(series.offsets().stream().collect(Collectors.toMap(offset -> offset, offset -> 1L))),
            List.of(), List.of(), series.calibration(), new TreeMap<>()));

        private final UnaryOperator<Series> lie;

        Lie(UnaryOperator<Series> lie) {
            this.lie = lie;
        }

        boolean contradicts() {
            return this != HUGE && this != TINY && this != AT_ONCE;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldAgreeOnNothingWithOneAccount(Lie lie) throws Exception {
        Votes votes = new Votes().with("mallory", lie.lie);
        CpuDesign design = votes.design();
        assertThat(design.standing()).isEqualTo(Standing.UNCONFIRMED);
        assertThat(design.cells().values()).isEmpty();
        assertThat(design.granules().of(PairKind.STORE)).isEqualTo(Granule.UNKNOWN);
        assertThat(design.claims()).extracting(Claim::submitter).containsExactly(LIAR);
        assertThat(votes.rows(LIAR)).isNotEmpty().noneMatch(FileRows.CellRow::counted);
    }

    @ParameterizedTest
    @EnumSource
    void shouldShowBothSidesOfATie(Lie lie) throws Exception {
        Map<CellKey, ArchivedCell> honest = byKey(new Votes().with("_project", UnaryOperator.identity()).design());
        Votes votes = new Votes().with("alice", UnaryOperator.identity()).with("mallory", lie.lie);
        CpuDesign design = votes.design();

        assertThat(design.standing()).isEqualTo(Standing.TWO_HANDLES);
        assertThat(design.granules().of(PairKind.STORE).atMost()).isIn(32, Granule.UNKNOWN_MOST);
        assertThat(design.granules().of(PairKind.STORE).atLeast()).isLessThanOrEqualTo(32);
        assertThat(design.granules().of(PairKind.LOAD).atMost()).isIn(64, Granule.UNKNOWN_MOST);
        assertThat(design.granules().of(PairKind.LOAD).atLeast()).isLessThanOrEqualTo(64);
        assertThat(design.cells().values()).isNotEmpty().allSatisfy(cell -> {
            ArchivedCell true1 = honest.get(cell.key());
            assertThat(cell.verdict() == Verdict.TORN).isEqualTo(true1.verdict() == Verdict.TORN);
            assertThat(cell.changes()).isLessThanOrEqualTo(true1.changes());
            assertThat(cell.torn()).isLessThanOrEqualTo(true1.torn());
        });
        assertThat(design.submitters()).as("one account confirms nothing").isEqualTo(2);
        if (lie.contradicts()) {
            assertThat(design.disputedBy()).isEqualTo(2);
            assertThat(design.claims()).extracting(claim -> claim.submitter().name()).containsExactly("alice",
                "mallory");
        }
        Map<CellKey, ArchivedCell> agreed = byKey(design);
        Map<CellKey, Boolean> torn = votes.torn(LIAR);
        assertThat(votes.rows(LIAR)).filteredOn(FileRows.CellRow::counted).allMatch(row ->
            torn.get(row.key()) == (agreed.get(row.key()).verdict() == Verdict.TORN));
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotLetOneOfThreeChangeAnything(Lie lie) throws Exception {
        Votes honest = new Votes().with("alice", UnaryOperator.identity()).with("bob", UnaryOperator.identity());
        CpuDesign before = honest.design();
        Votes votes = new Votes().with("alice", UnaryOperator.identity()).with("bob", UnaryOperator.identity())
            .with("mallory", lie.lie);
        CpuDesign after = votes.design();

        assertThat(before.cells()).hasSizeGreaterThan(1_000);
        assertThat(after.cells().equals(before.cells())).as("cells with their sums").isTrue();
        assertThat(after.granules().equals(before.granules())).as("granules with their sums").isTrue();
        assertThat(after.granules().of(PairKind.STORE).atMost()).isEqualTo(32);
        assertThat(after.granules().of(PairKind.STORE).atLeast()).isEqualTo(32);
        assertThat(after.claims()).allMatch(claim -> claim.submitter().equals(LIAR));
        assertThat(after.claims().isEmpty()).isEqualTo(!lie.contradicts());
        assertThat(after.files()).as("nor is a file of an outvoted account among those of the design")
            .noneMatch(file -> after.claims().stream().anyMatch(claim -> !claim.differences().isEmpty()
                && claim.submitter().equals(file.submitter())));
        for (String account : List.of("alice", "bob")) {
            assertThat(votes.rows(new Submitter(account))).isNotEmpty().allMatch(FileRows.CellRow::counted);
        }
        Map<CellKey, ArchivedCell> agreed = byKey(after);
        Map<CellKey, Boolean> torn = votes.torn(LIAR);
        Map<CellKey, Seen> seen = votes.seen(LIAR);
        Map<CellKey, Long> soonest = new HashMap<>();
        votes.rows(LIAR).forEach(row -> soonest.merge(row.key(),
            Objects.requireNonNullElse(row.cell().firstTornNanos(), Long.MAX_VALUE), Math::min));
        assertThat(votes.rows(LIAR)).allMatch(row -> row.counted() == (agreed.containsKey(row.key())
            && torn.get(row.key()) == (agreed.get(row.key()).verdict() == Verdict.TORN)
            && agreed.get(row.key()).limits().support(new Vote(false, row.cell().state(),
                seen.get(row.key()), soonest.get(row.key())))));
        assertThat(votes.rows(LIAR)).filteredOn(row -> lie == Lie.AT_ONCE && row.cell().state() == Verdict.TORN)
            .noneMatch(FileRows.CellRow::counted);
    }

    /** Each has the largest number of some kind, so that no one is within all limits. */
    @Test
    void shouldCountOneOfThreeHonestAccounts() throws Exception {
        Archive archive = new Archive();
        List<ResultFile> files = sweeps(Path.of("reports/results/x86_64/authenticamd-1a-02-01")).subList(0, 3);
        for (ResultFile file : files) {
            archive.add(file.runId(), new Submitter(file.runId()), file);
        }
        Map<CellKey, Integer> counted = new HashMap<>();
        for (ResultFile file : files) {
            archive.rows("", new Submitter(file.runId()), file).cells()
                .forEach(row -> counted.merge(row.key(), row.counted() ? 1 : 0, Integer::sum));
        }

        Map<CellKey, ArchivedCell> agreed = archive.designs().get(0).cells();
        assertThat(agreed).hasSizeGreaterThan(1_000);
        assertThat(agreed.keySet()).allMatch(key -> counted.get(key) >= 1);
    }

    /** An account whose tears came sooner is within fewer limits than one that has only invented counts. */
    @Test
    void shouldCountNothingInventedWhereAnotherToreSooner() throws Exception {
        Votes votes = new Votes().with("alice", UnaryOperator.identity()).with("bob", Lie.AT_ONCE.lie)
            .with("mallory", Lie.HUGE.lie);

        Map<CellKey, Seen> honest = votes.seen(new Submitter("alice"));
        Map<CellKey, Seen> invented = votes.seen(LIAR);
        assertThat(votes.rows(LIAR)).filteredOn(FileRows.CellRow::counted).extracting(row -> row.key())
            .allMatch(key -> invented.get(key).changes() <= honest.get(key).changes()
                && invented.get(key).torn() <= honest.get(key).torn());
        assertThat(votes.rows(new Submitter("alice"))).allMatch(FileRows.CellRow::counted);
    }

    /** The two tell the same lie, so that they confirm each other. */
    @ParameterizedTest
    @EnumSource
    void shouldNotLetTwoOfFiveChangeAnything(Lie lie) throws Exception {
        Votes honest = new Votes();
        Votes votes = new Votes();
        for (String account : List.of("alice", "bob", "carol")) {
            honest.with(account, UnaryOperator.identity());
            votes.with(account, UnaryOperator.identity());
        }
        CpuDesign before = honest.design();
        CpuDesign after = votes.with("mallory", lie.lie).with("malory", lie.lie).design();

        assertThat(before.cells()).hasSizeGreaterThan(1_000);
        assertThat(after.cells().equals(before.cells())).as("cells with their sums").isTrue();
        assertThat(after.granules().equals(before.granules())).as("granules with their sums").isTrue();
        assertThat(after.claims()).extracting(claim -> claim.submitter().name())
            .isSubsetOf("mallory", "malory").hasSize(lie.contradicts() ? 2 : 0);
        Map<CellKey, Seen> seen = votes.seen(new Submitter("alice"));
        Map<CellKey, Seen> lies = votes.seen(LIAR);
        assertThat(votes.rows(LIAR)).filteredOn(FileRows.CellRow::counted).extracting(row -> row.key())
            .allMatch(key -> lies.get(key).rate() <= 2 * seen.get(key).rate());
    }

    /** The honest accounts have not measured this memory, but agree that no store tears inside 32 bytes. */
    @Test
    void shouldNotLetTwoOfFiveContradictTheOthersInAnotherMemory() throws Exception {
        UnaryOperator<Series> elsewhere = series -> Lie.TEARS_EVERYWHERE.lie.apply(in(Memory.DIRECT, series));
        Votes votes = new Votes();
        for (String account : List.of("alice", "bob", "carol")) {
            votes.with(account, UnaryOperator.identity());
        }
        CpuDesign design = votes.with("mallory", elsewhere).with("malory", elsewhere).design();

        assertThat(design.granules().of(PairKind.STORE).atLeast()).isEqualTo(32);
        assertThat(design.cells().values()).filteredOn(cell -> isLongAtTwelve(cell.key()))
            .isNotEmpty().noneMatch(cell -> cell.verdict() == Verdict.TORN);
        assertThat(votes.rows(LIAR)).filteredOn(row -> isLongAtTwelve(row.key()))
            .isNotEmpty().noneMatch(FileRows.CellRow::counted);
    }

    private static boolean isLongAtTwelve(CellKey key) {
        return key.trial().offset() == 12 && key.trial().width() == Width.LONG && !key.trial().read().guarded();
    }

    private static Map<CellKey, ArchivedCell> byKey(CpuDesign design) {
        return design.cells();
    }

    /** An archive of Zen 4 with copies of the project's files. Not thread-safe. */
    private static final class Votes {
        private final Archive archive = new Archive();
        private final Map<Submitter, List<ResultFile>> files = new HashMap<>();

        Votes with(String account, UnaryOperator<Series> lie) throws IOException, UnreadableFile {
            for (ResultFile file : published()) {
                ResultFile copy = of(file, UUID.randomUUID().toString().replace("-", ""),
                    file.series().stream().map(lie).toList());
                archive.add(account, new Submitter(account), copy);
                files.computeIfAbsent(new Submitter(account), key -> new ArrayList<>()).add(copy);
            }
            return this;
        }

        CpuDesign design() {
            assertThat(archive.designs()).hasSize(1);
            return archive.designs().get(0);
        }

        List<FileRows.CellRow> rows(Submitter submitter) {
            return files.get(submitter).stream()
                .flatMap(file -> archive.rows("", submitter, file).cells().stream()).toList();
        }

        /** Returns what a submitter saw in all files. */
        Map<CellKey, Seen> seen(Submitter submitter) {
            Map<CellKey, Seen> seen = new HashMap<>();
            rows(submitter).forEach(row -> seen.merge(row.key(), row.cell().seen(), Seen::plus));
            return seen;
        }

        /** Returns whether each cell tore in any file of a submitter. */
        Map<CellKey, Boolean> torn(Submitter submitter) {
            Map<CellKey, Boolean> torn = new HashMap<>();
            rows(submitter).forEach(row -> torn.merge(row.key(), row.cell().state() == Verdict.TORN,
                Boolean::logicalOr));
            return torn;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldShowBothSidesOfTwoAgainstTwo(Lie lie) throws Exception {
        CpuDesign design = new Votes().with("alice", UnaryOperator.identity()).with("bob", UnaryOperator.identity())
            .with("mallory", lie.lie).with("malory", lie.lie).design();

        assertThat(design.granules().of(PairKind.STORE).atMost()).isIn(32, Granule.UNKNOWN_MOST);
        assertThat(design.granules().of(PairKind.STORE).atLeast()).isLessThanOrEqualTo(32);
        if (lie.contradicts()) {
            assertThat(design.disputedBy()).isEqualTo(4);
            assertThat(design.claims()).extracting(claim -> claim.submitter().name())
                .containsExactly("alice", "bob", "mallory", "malory");
        }
    }

    private static List<ResultFile> published() throws IOException, UnreadableFile {
        if (read == null) {
            read = sweeps(FOLDER).stream()
                .map(file -> of(file, file.runId(), file.series().stream()
                    .filter(series -> series.memory() == Memory.UNSAFE).toList()))
                .toList();
        }
        return read;
    }

    private static List<ResultFile> sweeps(Path folder) throws IOException, UnreadableFile {
        List<ResultFile> sweeps = new ArrayList<>();
        for (Path path : FileBatch.below(folder)) {
            ResultFile file = ResultText.read(path);
            if (file.kind() == ResultFile.Kind.SWEEP) {
                sweeps.add(file);
            }
        }
        return sweeps;
    }

    private static ResultFile of(ResultFile file, String runId, List<Series> series) {
        return ResultText.sealed(ResultFile.unsealed(ResultFile.Kind.SWEEP, file.date(), runId, file.tester(),
            file.environment(), file.profile(), file.placements(), series, file.evidence(), List.of(), List.of()));
    }

    private static List<Long> atLeast(Series series, long least) {
        return series.changes().stream().map(changes -> Math.max(changes, least)).toList();
    }

    private static Series in(Memory memory, Series series) {
        return new Series(memory, series.widthBytes(), series.processes(), series.write(), series.read(),
            series.placement(), series.tier(), series.across(), series.totals(), series.offsets(), series.changes(),
            series.torn(), series.plantedFound(), series.plantedExpected(), new TreeMap<>(), new TreeMap<>(),
            new TreeMap<>(), new TreeMap<>(), List.of(),
            List.of(), series.calibration(), new TreeMap<>());
    }

    private static Series with(Series series, List<Long> changes, List<Long> torn) {
        return new Series(series.memory(), series.widthBytes(), series.processes(), series.write(), series.read(),
            series.placement(), series.tier(), series.across(), series.totals(), series.offsets(), changes, torn,
            series.plantedFound(), series.plantedExpected(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(),
            new TreeMap<>(), List.of(), List.of(),
            series.calibration(), new TreeMap<>());
    }
}
