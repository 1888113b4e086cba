// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.report.page.Runs.MANY;
import static org.tearline.report.page.Runs.cell;
import static org.tearline.report.page.Runs.merged;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tearline.merge.MergedCell.Share;
import org.tearline.plan.Alignment;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import org.tearline.platform.CpuFeature;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairPromise;
import org.tearline.promise.Promise;
import org.tearline.published.Copy;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;
import org.tearline.published.SeriesTier;
import org.tearline.published.Strength;
import org.tearline.published.Strength.Worth;
import org.tearline.report.page.Runs;
import org.tearline.result.Attribution;
import org.tearline.result.Planted;
import org.tearline.result.Rate;
import org.tearline.result.Side;
import org.tearline.result.WhoTore;

class MergeTest {
    @Test
    void shouldTellWhichInstructionAnAccessWas() {
        ResultFile run = Runs.run(Runs.zen4(), false, "ann", 1, MANY, 0L, 0L, 7L, 7L);
        ResultFile.Instruction evidence = new ResultFile.Instruction(Memory.UNSAFE, SeriesTier.C2, WriteMode.CAS,
            null, "lock cmpxchg");
        MergedCpu cpu = merged(Copy.of(run, "evidence", List.of(evidence)).sealed()).cpus().get(0);
        assertThat(cpu.instructions().keySet()).map(MergedCpu.Access::toString)
            .containsExactly("c2, unsafe, write cas");
        assertThat(cpu.instructions().values()).containsExactly(new TreeSet<>(Set.of("lock cmpxchg")));
    }

    @Test
    void shouldTellACpuWithAFeatureFromOneWithoutAndFromOneThatDoesNotSay() {
        assertThat(onArm(List.of(CpuFeature.USCAT)).promise()).isEqualTo(Promise.ATOMIC);
        assertThat(onArm(List.of()).promise()).isEqualTo(Promise.FAULTS);
        assertThat(onArm((List<CpuFeature>) null).promise()).isEqualTo(Promise.NO_RULE);
        assertThat(onArm((List<CpuFeature>) null).asked()).containsExactly(CpuFeature.USCAT);
    }

    @Test
    void shouldBelieveTheFileThatFoundAFeatureInAnyOrder() {
        assertThat(onArm(null, List.of(), List.of(CpuFeature.USCAT)).atomic()).isTrue();
        assertThat(onArm(List.of(CpuFeature.USCAT), List.of(), null).atomic()).isTrue();
        assertThat(onArm(null, List.of()).promise()).isEqualTo(Promise.FAULTS);
    }

    /** Plain written, volatile read, inside 16 bytes. */
    @SafeVarargs
    private static PairPromise onArm(List<CpuFeature>... features) {
        Merge merge = new Merge();
        for (int i = 0; i < features.length; i++) {
            merge.add(i + ".json", Runs.on("aarch64", Runs.run(Runs.neoverse(features[i]), false, null, i, MANY, 0L, 0L,
                0L, 0L)));
        }
        MergedCpu cpu = merge.cpus().get(0);
        Pair pair = cpu.pairs().get(0).pair();
        return Guarantees.load().pair(cpu.traits(), Long.BYTES, Alignment.ACROSS_8,
            pair.writeClass(cpu.model().architecture()), pair.readClass(cpu.model().architecture()));
    }

    @Test
    void shouldKeepFewRunsApartAsIfEachWereTheOnlyOne() {
        Merge merge = new Merge();
        ResultFile torn = Runs.run(Runs.zen4(), false, null, 0, MANY, 0L, 0L, 7L, 7L);
        merge.add("0.json", torn);
        assertThat(merge.apart(merge.cpus().get(0))).as("a lone one is its own sum").isEmpty();
        for (int i = 1; i < Merge.MAX_APART; i++) {
            merge.add(i + ".json", Runs.run(Runs.zen4(), false, null, i, MANY, 0L, 0L, 0L, 0L));
        }

        List<MergedCpu> apart = merge.apart(merge.cpus().get(0));
        assertThat(apart).hasSize(Merge.MAX_APART).allSatisfy(run -> assertThat(run.runs()).hasSize(1));
        assertThat(apart).filteredOn(run -> run.pairs().get(0).cells().stream().anyMatch(MergedCell::tore))
            .singleElement().satisfies(run -> assertThat(run.pairs()).isEqualTo(Merge.alone("0.json", torn).pairs()));
        merge.add("more.json", Runs.run(Runs.zen4(), false, null, Merge.MAX_APART, MANY, 0L, 0L, 0L, 0L));
        assertThat(merge.apart(merge.cpus().get(0))).as("in a crowd").isEmpty();
    }

    @Test
    void shouldCountEachFileAndKeepWhatEachSubmitterCounted() {
        MergedCell cell = cell(2, Runs.run(Runs.zen4(), false, "ann", 1, MANY, 0L, 0L, 7L, 7L),
            Runs.run(Runs.zen4(), false, "ann", 2, MANY, 0L, 0L, 7L, 7L),
            Runs.run(Runs.zen4(), false, "bob", 3, MANY, 0L, 0L, 0L, 0L));

        assertThat(cell).isEqualTo(new MergedCell(cell.pair(), 60, cell.placement(), Seen.TORN, null, Rate.NONE
            .plus(7, MANY).plus(7, MANY).plus(0, MANY), 14, 3 * MANY,
            cell.planted(), List.of(), cell.firstTornNanos(), 2, 3, 0, MANY,
            List.of(new Share("ann", 14, 2 * MANY, 2))));
    }

    /** Of three files one tore a thousand times as often: one number would say more than is known. */
    @Test
    void shouldShowTheRangeWhereFilesDifferTenfold() {
        MergedCell alike = cell(2, Runs.run(Runs.zen4(), false, null, 1, MANY, 0L, 0L, 700L, 7L),
            Runs.run(Runs.zen4(), false, null, 2, MANY, 0L, 0L, 900L, 7L));
        MergedCell apart = cell(2, Runs.run(Runs.zen4(), false, null, 1, MANY, 0L, 0L, 700L, 7L),
            Runs.run(Runs.zen4(), false, null, 2, MANY, 0L, 0L, 700_000L, 7L));

        assertThat(Summary.of(List.of(alike)).words()).isEqualTo("torn 1 in 10,000");
        assertThat(Summary.of(List.of(apart)).words()).isEqualTo("torn 1 in 10,000 to 1 in 14");
        assertThat(apart.rate().interval95().upper()).isGreaterThan(0.07);
    }

    @Test
    void shouldCallASilenceWeakWhereFarTooManyPlantedTearsWereFound() {
        assertThat(PairCounts.plantedTooOften(new Planted(160, 100), ReadMode.VOLATILE)).isTrue();
        assertThat(PairCounts.plantedTooOften(new Planted(110, 100), ReadMode.VOLATILE)).isFalse();
        assertThat(PairCounts.plantedTooOften(new Planted(200, 100), ReadMode.CAS)).as("by the estimate of old")
            .isFalse();
        assertThat(PairCounts.plantedTooOften(new Planted(320, 100), ReadMode.CAS)).isTrue();
    }

    @Test
    void shouldTellTheQuickestFirstTearOfAllFiles() {
        ResultFile run = Runs.run(Runs.zen4(), false, null, 1, MANY, 0L, 0L, 7L, 7L);
        long slow = cell(2, run).firstTornNanos();

        assertThat(cell(2, run, after(slow - 1, 2, run)).firstTornNanos()).isEqualTo(slow - 1);
        assertThat(cell(2, after(slow + 1, 2, run), run).firstTornNanos()).isEqualTo(slow);
        assertThat(cell(0, run).firstTornNanos()).isNull();
    }

    /** The same as another run, with this time of the first tear at 60. */
    private static ResultFile after(long nanos, int number, ResultFile run) {
        Series from = run.series().get(0);
        return Runs.run(run.kind(), run.environment().cpu(), false, null, number,
            List.of(Copy.of(from, "firstTornNanos", new TreeMap<>(Map.of(60, nanos)))));
    }

    @Test
    void shouldLetNoWeakNegativeResultDisagreeWithATear() {
        MergedCell cell = cell(2, Runs.run(Runs.zen4(), false, null, 1, MANY, 0L, 0L, 0L, 0L),
            Runs.run(Runs.zen4(), false, null, 2, 1000, 0L, 0L, 1L, 0L));

        assertThat(cell.seen()).isEqualTo(Seen.TORN);
        assertThat(cell.tornFiles()).isEqualTo(1);
        assertThat(cell.files()).isEqualTo(2);
    }

    @Test
    void shouldFindASilenceStrongWhereOneFileOrAllTogetherAre() {
        assertThat(cell(0, Runs.run(Runs.zen4(), false, null, 1, MANY, 0L, 0L, 9L, 9L)).strength())
            .isEqualTo(Strength.STRONG);
        assertThat(cell(0, Runs.run(Runs.zen4(), false, null, 1, MANY / 10, 0L, 0L, 9L, 9L)).strength())
            .isEqualTo(Strength.FEW_CHANGES);
        MergedCell together = cell(0, tenth(10));
        assertThat(together.worth()).isEqualTo(new Worth(Strength.WITH_ITS_CLASS, MANY, 1, MANY));
        assertThat(together.seen()).isEqualTo(Seen.NONE_STRONG);
        assertThat(cell(0, tenth(9)).seen()).isEqualTo(Seen.NONE_WEAK);
    }

    @Test
    void shouldNotMakeASilenceStrongByRepeatingItWhereNothingEverTore() {
        ResultFile[] repeated = new ResultFile[30];
        for (int i = 0; i < repeated.length; i++) {
            repeated[i] = Runs.run(Runs.zen4(), false, null, i, MANY, 0L, 0L, 0L, 0L);
        }

        assertThat(cell(1, repeated).strength()).isEqualTo(Strength.NOTHING_TORE);
        assertThat(cell(2, repeated).strength()).isEqualTo(Strength.NOT_PROMISED);
    }

    /** So many files with a tenth of the changes of a strong silence. */
    private static ResultFile[] tenth(int files) {
        return IntStream.range(0, files).mapToObj(i -> Runs.run(Runs.zen4(), false, null, i, MANY / 10, 0L, 0L, 9L, 9L))
            .toArray(ResultFile[]::new);
    }

    @Test
    void shouldTellWhoToreByTheLockedAccessesOfTheSameWriteAndRead() {
        assertThat(whoTore(0L, 7L)).isEqualTo(new WhoTore(Side.counted(MANY, 0, 0), Side.counted(MANY, 7, 0)))
            .returns(Attribution.READ_AT_LEAST, WhoTore::who);
        assertThat(whoTore(7L, 0L)).isEqualTo(new WhoTore(Side.counted(MANY, 7, 0), Side.counted(MANY, 0, 0)))
            .returns(Attribution.WRITE_AT_LEAST, WhoTore::who);
        assertThat(whoTore(7L, 7L).who()).isEqualTo(Attribution.BOTH);
        assertThat(whoTore(0L, 0L).who()).isEqualTo(Attribution.UNKNOWN);
        assertThat(whoTore(null, null).who()).isEqualTo(Attribution.NOT_ASKED);
    }

    @Test
    void shouldNameALockedSideAsWhole() {
        Merge merge = new Merge();
        merge.add("a", Runs.run(Kind.SWEEP, Runs.zen4(), false, null, 1, List.of(Runs.series(WriteMode.CAS, MANY,
            List.of(0L, 0L, 9L, 0L)))));
        MergedCpu cpu = merge.cpus().get(0);

        assertThat(Sides.at(Set.of(Alignment.ACROSS_LINE), cpu.pairs().get(0), cpu))
            .isEqualTo(new WhoTore(Side.PROMISED, Side.counted(MANY, 9, 0))).returns(Attribution.READ, WhoTore::who);
    }

    /** Of a plain write and a volatile read that tore at 60, with what the telling pairs saw; null: not tried. */
    private static WhoTore whoTore(Long lockedRead, Long lockedWrite) {
        List<Series> series = new ArrayList<>();
        series.add(Runs.series(WriteMode.PLAIN, MANY, List.of(0L, 0L, 9L, 9L)));
        if (lockedRead != null) {
            series.add(Runs.series(WriteMode.PLAIN, ReadMode.EXCHANGE, MANY, List.of(0L, 0L, lockedRead, 0L)));
        }
        if (lockedWrite != null) {
            series.add(Runs.series(WriteMode.CAS, MANY, List.of(0L, 0L, lockedWrite, 0L)));
        }
        Merge merge = new Merge();
        merge.add("a", Runs.run(Kind.SWEEP, Runs.zen4(), false, null, 1, series));
        MergedCpu cpu = merge.cpus().get(0);
        return Sides.at(Set.of(Alignment.ACROSS_LINE), cpu.pairs().get(0), cpu);
    }

    @Test
    void shouldFindFewChangesInconclusive() {
        assertThat(cell(1, Runs.run(Runs.zen4(), false, null, 1, 99_999, 0L, 0L, 0L, 0L)).seen())
            .isEqualTo(Seen.INCONCLUSIVE);
    }

    @Test
    void shouldCountARunOnceAndEmulatedOnesApart() {
        Merge merge = new Merge();
        ResultFile real = Runs.run(Runs.zen4(), false, null, 1, MANY, 0L, 0L, 3L, 0L);
        merge.add("a", real);
        merge.add("b", real);
        merge.add("c", Runs.run(Runs.zen4(), true, null, 2, MANY, 3L, 3L, 3L, 3L));

        assertThat(merge.files()).isEqualTo(2);
        assertThat(merge.cpus()).extracting(cpu -> cpu.model().emulated()).containsExactly(false, true);
        assertThat(merge.cpus().get(0).pairs().get(0).cells().get(2).torn()).isEqualTo(3);
    }

    @Test
    void shouldStayTornHoweverLargeTheSumsGet() {
        Merge merge = new Merge();
        for (int i = 0; i < 9_000; i++) {
            merge.add("file" + i, Runs.run(Runs.zen4(), false, null, i, ResultFile.MAX_COUNT / 8, 0L, 0L,
                ResultFile.MAX_COUNT / 8, 0L));
        }

        MergedPair pair = merge.cpus().get(0).pairs().get(0);
        assertThat(pair.cells().get(2)).returns(true, MergedCell::tore).returns(Seen.TORN, MergedCell::seen)
            .returns(ResultFile.MAX_COUNT, MergedCell::torn).returns(ResultFile.MAX_COUNT, MergedCell::changes);
        assertThat(Summary.of(pair.cells()).words()).startsWith("torn 100 %");
        assertThat(merge.cpus().get(0).controls()).allMatch(line -> line.aligned().changes() > 0);
    }

    @Test
    void shouldSayWhenOneRunOutweighsTheOthers() {
        Merge merge = new Merge();
        merge.add("small", Runs.run(Runs.zen4(), false, null, 1, MANY, 0L, 0L, 7L, 0L));
        assertThat(merge.cpus().get(0).outweighing()).isEmpty();
        merge.add("large", Runs.run(Runs.zen4(), false, null, 2, 100 * MANY, 0L, 0L, 0L, 0L));

        assertThat(merge.cpus().get(0).outweighing()).map(RunLine::path).contains("large");
    }

    @Test
    void shouldSayUntestedWhereThereIsNothingAndNeverNone() {
        assertThat(Summary.of(List.of()).words()).isEqualTo("untested");
    }

    @Test
    void shouldSayWhatKeepsTheOtherCellsFromBeingWithoutATear() {
        MergedCell none = cell(1, Runs.run(Runs.zen4(), false, null, 1, MANY, 0L, 0L, 0L, 0L));
        MergedCell unclear = cell(0, Runs.run(Runs.zen4(), false, null, 1, 10, 0L, 0L, 0L, 0L));

        assertThat(Summary.of(List.of(none, unclear)).words())
            .isEqualTo("none in 10 million, weak: inconclusive in 1 of 2 cells");
    }
}
