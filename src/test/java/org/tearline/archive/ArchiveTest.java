// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.archive.CpuDesign.Standing;
import org.tearline.file.Copy;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.file.Series;
import org.tearline.file.UnreadableFile;
import org.tearline.machine.CpuFeature;
import org.tearline.machine.CpuModel;
import org.tearline.machine.Emulated;
import org.tearline.page.Runs;
import org.tearline.trial.Architecture;
import org.tearline.trial.Memory;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Verdict;

/** Tests with the published files and with falsified copies of them. */
class ArchiveTest {
    private static final Path RESULTS = Path.of("reports/results");
    private static final List<Integer> ZEN4 = List.of(25, 26, 27, 28, 29, 30, 31);

    @ParameterizedTest
    @CsvSource({"Zen 4, 32, 64", "Zen 5, 64, 64", "Emerald Rapids, 64, 64"})
    void shouldComputeTheGranulesOfPublishedDesigns(String name, int store, int load) throws Exception {
        CpuDesign design = named(archive(published()), name);
        assertThat(design.standing()).isEqualTo(Standing.PROJECT);
        assertThat(design.granules().of(PairKind.STORE).atMost()).isEqualTo(store);
        assertThat(design.granules().of(PairKind.LOAD).atMost()).isEqualTo(load);
        for (PairKind kind : List.of(PairKind.STORE, PairKind.LOAD)) {
            Granule granule = design.granules().of(kind);
            assertThat(granule.known()).isTrue();
            assertThat(granule.quick()).isFalse();
            assertThat(granule.silentAbove()).isEmpty();
        }
        assertThat(design.granules().locked()).isEqualTo(Fate.WHOLE);
        assertThat(design.claims()).isEmpty();
    }

    /** In raw memory of Zen 3, no load across a line tore what a split lock wrote; in a direct buffer, some did. */
    @Test
    void shouldNotBoundALoadByWhatASplitLockHides() throws Exception {
        Granules granules = named(archive(published()), "Zen 3").granules();
        assertThat(granules.of(PairKind.STORE).known()).isTrue();
        assertThat(granules.of(PairKind.STORE).atMost()).isEqualTo(32);
        Granule load = granules.of(PairKind.LOAD);
        assertThat(load.atLeast()).isEqualTo(64);
        assertThat(load.atMost()).isEqualTo(4096);
        assertThat(granules.fate(PairKind.LOAD, Width.LONG, 64)).isEqualTo(Fate.UNKNOWN);
        assertThat(granules.fate(PairKind.PAIR, Width.LONG, 64)).isEqualTo(Fate.TORN);
    }

    /** The lies come from anonymous files, from one handle, or from two handles that collude. */
    @ParameterizedTest
    @ValueSource(strings = {"", "mallory", "mallory trudy"})
    void shouldNotLetOthersChangeTheProjectsNumbers(String liars) throws Exception {
        CpuDesign before = named(archive(published()), "Zen 4");
        for (UnaryOperator<Series> lie : lies()) {
            List<Submitted> files = published();
            for (String liar : liars.split(" ")) {
                files.addAll(published().stream().filter(one -> one.file().environment().cpu().model() == 17)
                    .map(one -> new Submitted("lie", new Submitter(liar), changed(one.file(), lie))).toList());
            }
            CpuDesign after = named(archive(files), "Zen 4");
            assertThat(after.granules()).isEqualTo(before.granules());
            assertThat(after.cells().equals(before.cells())).isTrue();
            assertThat(after.files()).isEqualTo(before.files());
            assertThat(after.claims()).hasSize(liars.split(" ").length).allSatisfy(claim -> {
                assertThat(claim.differences()).isNotEmpty();
                assertThat(claim.disputing()).isEqualTo(liars.isEmpty() ? 0 : liars.split(" ").length);
            });
        }
    }

    /** Locked instructions that tear with Zero were not locked: it has no template interpreter. */
    @ParameterizedTest
    @CsvSource({"OpenJDK 64-Bit Zero VM, true", "OpenJDK 64-Bit Server VM, false"})
    void shouldCountNothingOfAnUnknownJvm(String vm, boolean unchanged) throws Exception {
        CpuDesign before = named(archive(published()), "Zen 4");
        List<Submitted> files = published();
        files.addAll(zen4("carol", series -> torn(series, series.offsets(), 1000)).stream().map(one ->
            new Submitted("zero", Submitter.PROJECT, ranBy(one.file(), vm))).toList());
        CpuDesign after = named(archive(files), "Zen 4");

        assertThat(after.granules().equals(before.granules())).isEqualTo(unchanged);
        assertThat(after.cells().entrySet().containsAll(before.cells().entrySet())).isEqualTo(unchanged);
        assertThat(after.granules().locked() == Fate.WHOLE).isEqualTo(unchanged);
        assertThat(after.cells().values().stream().anyMatch(cell -> cell.key().pieces() && cell.torn() > 0))
            .as("tears that may be the JVM's").isEqualTo(unchanged);
    }

    @Test
    void shouldListAClaimThatAgrees() throws Exception {
        List<Submitted> files = published();
        files.addAll(zen4("carol", UnaryOperator.identity()));
        assertThat(named(archive(files), "Zen 4").claims()).singleElement().satisfies(claim -> {
            assertThat(claim.submitter()).isEqualTo(new Submitter("carol"));
            assertThat(claim.differences()).isEmpty();
        });
    }

    @ParameterizedTest
    @CsvSource({"alice, UNCONFIRMED", "'', UNCONFIRMED", "alice bob, TWO_HANDLES"})
    void shouldNeedTwoHandlesWithoutTheProject(String handles, Standing standing) throws Exception {
        List<Submitted> files = new ArrayList<>();
        for (String handle : handles.split(" ")) {
            files.addAll(zen4(handle, UnaryOperator.identity()));
        }
        // Anonymous files never confirm a number.
        files.addAll(zen4("", UnaryOperator.identity()));
        CpuDesign design = named(archive(files), "Zen 4");
        assertThat(design.standing()).isEqualTo(standing);
        assertThat(design.granules().of(PairKind.STORE).atMost())
            .isEqualTo(standing == Standing.UNCONFIRMED ? Granule.UNKNOWN_MOST : 32);
        assertThat(design.cells().isEmpty()).isEqualTo(standing == Standing.UNCONFIRMED);
    }

    @Test
    void shouldAddUpFilesOfOneMachineOnly() throws Exception {
        ResultFile one = zen4("", UnaryOperator.identity()).get(0).file();
        ResultFile emulated = Copy.of(one, "environment", Copy.of(one.environment(), "emulated", Emulated.YES));
        assertThat(Comparison.isOneMachine(List.of(one, one))).isTrue();
        assertThat(Comparison.isOneMachine(List.of(one, emulated))).isFalse();
    }

    @Test
    void shouldNotBeConfirmedByUnknownJvms() throws Exception {
        List<Submitted> files = new ArrayList<>();
        for (String handle : List.of("alice", "bob")) {
            zen4(handle, UnaryOperator.identity()).forEach(one -> files.add(new Submitted(one.path(), one.submitter(),
                ranBy(one.file(), "Eclipse OpenJ9 VM"))));
        }
        assertThat(named(archive(files), "Zen 4").standing()).isEqualTo(Standing.UNCONFIRMED);
    }

    @Test
    void shouldNotLetOneOfThreeHandlesChangeANumber() throws Exception {
        for (UnaryOperator<Series> lie : lies()) {
            List<Submitted> files = new ArrayList<>(zen4("alice", UnaryOperator.identity()));
            files.addAll(zen4("bob", UnaryOperator.identity()));
            files.addAll(zen4("mallory", lie));
            CpuDesign design = named(archive(files), "Zen 4");
            assertThat(design.granules().of(PairKind.STORE).atMost()).isEqualTo(32);
            assertThat(design.granules().of(PairKind.STORE).atLeast()).isEqualTo(32);
            assertThat(design.granules().of(PairKind.LOAD).atMost()).isEqualTo(64);
            assertThat(design.claims()).extracting(claim -> claim.submitter().name()).containsExactly("mallory");
        }
    }

    /** A file may report tears of aligned values, but no number of handles overrides a promise. */
    @Test
    void shouldLetHandlesDisputeButNotOverrideAPromise() throws Exception {
        List<Submitted> files = new ArrayList<>();
        for (String handle : List.of("alice", "bob")) {
            files.addAll(zen4(handle, series -> series.width().isVector() ? series : torn(series, List.of(0), 1000)));
        }
        files.addAll(zen4("carol", UnaryOperator.identity()));
        CpuDesign design = named(archive(files), "Zen 4");
        assertThat(design.standing()).isEqualTo(Standing.TWO_HANDLES);
        assertThat(design.granules().of(PairKind.STORE).atMost()).isEqualTo(32);
        assertThat(design.granules().of(PairKind.LOAD).atMost()).isEqualTo(64);
        assertThat(design.granules().locked()).isEqualTo(Fate.UNKNOWN);
        assertThat(design.cells().values()).filteredOn(cell -> cell.key().trial().offset() == 0
            && !cell.key().trial().width().isVector())
            .allSatisfy(cell -> assertThat(cell.verdict()).isNotEqualTo(Verdict.TORN));
        assertThat(design.disputedBy()).isEqualTo(2);
        assertThat(design.claims()).extracting(claim -> claim.submitter().name()).containsExactly("alice", "bob");
        assertThat(KnownGranules.of(archive(files)).cpus()).singleElement().extracting(KnownCpu::disputedBy)
            .isEqualTo(2);
    }

    @Test
    void shouldIgnoreNamesAndFeaturesOfASingleHandle() throws Exception {
        List<Submitted> files = new ArrayList<>(zen4("alice", UnaryOperator.identity()));
        files.addAll(zen4("bob", UnaryOperator.identity()));
        CpuDesign before = named(archive(files), "Zen 4");
        zen4("mallory", UnaryOperator.identity()).forEach(one -> files.add(new Submitted(one.path(), one.submitter(),
            renamed(one.file()))));
        List<CpuDesign> designs = archive(files).designs();
        assertThat(designs).singleElement().satisfies(design -> {
            assertThat(design.name()).isEqualTo("Zen 4");
            assertThat(design.brands()).isEqualTo(before.brands()).isNotEmpty();
            assertThat(design.traits()).isEqualTo(before.traits());
        });
    }

    /** The sums of 2,000 files with the largest possible counts must not overflow. */
    @Test
    void shouldAddUpTheLargestCounts() throws Exception {
        Archive archive = archive(published());
        CpuDesign before = named(archive, "Zen 4");
        Submitted most = zen4("mallory", series -> torn(series, series.offsets(), Counts.MOST, Counts.MOST)).get(0);
        for (int i = 0; i < 2_000; i++) {
            archive.add("most", most.submitter(), changed(most.file(), UnaryOperator.identity()));
        }
        CpuDesign after = named(archive, "Zen 4");
        assertThat(after.granules()).isEqualTo(before.granules());
        assertThat(after.claims()).singleElement().satisfies(claim -> assertThat(claim.granules().known().values())
            .flatExtracting(Granule::sums)
            .allSatisfy(sum -> assertThat(sum.torn()).isBetween(0L, Counts.MOST)));
    }

    @Test
    void shouldIgnoreCountsThatOneOfTwoHandlesInvents() throws Exception {
        List<Submitted> files = new ArrayList<>(zen4("alice", UnaryOperator.identity()));
        files.addAll(zen4("bob", series -> torn(series, ZEN4, 0, Counts.MOST)));
        long honest = changes(zen4("alice", UnaryOperator.identity()));
        assertThat(named(archive(files), "Zen 4").granules().known().values())
            .flatExtracting(Granule::sums)
            .allSatisfy(sum -> assertThat(sum.changes()).isLessThanOrEqualTo(honest));
    }

    private static long changes(List<Submitted> files) {
        return files.stream().flatMap(one -> one.file().series().stream()).flatMap(series -> series.changes().stream())
            .mapToLong(Long::longValue).sum();
    }

    /** Line and page sizes vary on architectures other than x86-64, so a file may report wrong ones. */
    @ParameterizedTest
    @CsvSource({"lineBytes, 32", "lineBytes, 128", "pageBytes, 16384"})
    void shouldNotLetHandlesConfirmAnotherGeometryOfAMeasuredCpu(String name, int bytes) {
        CpuModel cpu = Runs.neoverse(List.of());
        Archive archive = new Archive();
        List.of("alice", "bob", "_project").forEach(submitter -> {
            ResultFile file = Runs.on("aarch64", Runs.run(cpu, false, null, submitter.length(), Runs.MANY, 0L, 0L, 7L,
                7L));
            archive.add(submitter, new Submitter(submitter), submitter.equals("_project") ? file
                : Copy.of(file, "environment", Copy.of(file.environment(), name, bytes)));
        });
        assertThat(archive.designs()).hasSize(2).filteredOn(CpuDesign::confirmed).singleElement()
            .extracting(CpuDesign::standing).isEqualTo(Standing.PROJECT);
        assertThat(KnownGranules.of(archive).of(Architecture.AARCH64, cpu)).get().extracting(KnownCpu::lineBytes)
            .isEqualTo(64);
    }

    private record Submitted(String path, Submitter submitter, ResultFile file) {
    }

    private static Archive archive(List<Submitted> files) {
        Archive archive = new Archive();
        files.forEach(one -> archive.add(one.path(), one.submitter(), one.file()));
        return archive;
    }

    private static CpuDesign named(Archive archive, String name) {
        return archive.designs().stream().filter(design -> design.name().equals(name)).findFirst().orElseThrow();
    }

    /** The published files, cached because reading them takes a second. */
    private static List<Submitted> read;

    private static List<Submitted> published() throws IOException, UnreadableFile {
        if (read == null) {
            read = readAll();
        }
        return new ArrayList<>(read);
    }

    private static List<Submitted> readAll() throws IOException, UnreadableFile {
        Submitters submitters = PublishedLists.beside(RESULTS).submitters();
        List<Submitted> all = new ArrayList<>();
        for (Path path : FileBatch.below(RESULTS)) {
            ResultFile file = ResultText.read(path);
            // Raw memory covers all offsets and pairs. All seven memories would take ten times as long.
            all.add(new Submitted(RESULTS.relativize(path).toString(), submitters.of(file.digest()),
                with(file, file.series().stream().filter(series -> series.memory() == Memory.UNSAFE).toList())));
        }
        return all;
    }

    /** Returns altered copies of the project's sweeps on Zen 4. */
    private static List<Submitted> zen4(String handle, UnaryOperator<Series> lie) throws Exception {
        return published().stream().filter(one -> one.file().kind() == ResultFile.Kind.SWEEP
                && "Zen 4".equals(one.file().environment().cpu().microarchitecture()))
            .map(one -> new Submitted("zen4", new Submitter(handle), changed(one.file(), lie))).toList();
    }

    private static List<UnaryOperator<Series>> lies() {
        return List.of(
            // Nothing tears inside a line.
            series -> torn(series, ZEN4, 0),
            // Everything tears, including aligned values.
            series -> torn(series, series.offsets(), 1000),
            // A single tear inside 16 bytes.
            series -> torn(series, List.of(4), 1));
    }

    private static Series torn(Series series, List<Integer> offsets, long torn) {
        return torn(series, offsets, torn, 2_000_000);
    }

    private static Series torn(Series series, List<Integer> offsets, long torn, long least) {
        List<Long> lies = new ArrayList<>(series.torn());
        for (int i = 0; i < lies.size(); i++) {
            if (offsets.contains(series.offsets().get(i))) {
                lies.set(i, Math.min(torn, Math.max(least, series.changes().get(i))));
            }
        }
        return new Series(series.memory(), series.widthBytes(), series.processes(), series.write(), series.read(),
            series.placement(), series.tier(), series.across(), series.totals(), series.offsets(),
            series.changes().stream().map(changes -> Math.max(changes, least)).toList(), lies,
            series.plantedFound(), series.plantedExpected(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(),
            new TreeMap<>(), List.of(), List.of(),
            series.calibration(), series.stressors());
    }

    private static ResultFile renamed(ResultFile file) {
        CpuModel cpu = file.environment().cpu();
        return Copy.of(file, "runId", UUID.randomUUID().toString().replace("-", ""), "environment",
            Copy.of(file.environment(), "cpu", new CpuModel(cpu.key(), cpu.vendor(), cpu.family(), cpu.model(),
                cpu.stepping(), null, null, null, null, "Buy Acme", "Zen 99", cpu.microcode(),
                List.of(CpuFeature.values()))));
    }

    private static ResultFile ranBy(ResultFile file, String vm) {
        return Copy.of(file, "environment", Copy.of(file.environment(), "jvm", Copy.of(file.environment().jvm(), "vm",
            vm)));
    }

    private static ResultFile changed(ResultFile file, UnaryOperator<Series> lie) {
        return with(file, file.series().stream().map(lie).toList());
    }

    private static ResultFile with(ResultFile file, List<Series> series) {
        return ResultText.sealed(ResultFile.unsealed(ResultFile.Kind.SWEEP, file.date(),
            UUID.randomUUID().toString().replace("-", ""), file.tester(), file.environment(), file.profile(),
            file.placements(), series, file.evidence(), List.of(), List.of()));
    }
}
