// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.Sample;
import org.tearline.loop.Accesses;
import org.tearline.loop.MadeUpCpu;
import org.tearline.loop.Mutants;
import org.tearline.loop.ReadKernel.ReadTally;
import org.tearline.loop.Stressor;
import org.tearline.loop.WriteKernel;
import org.tearline.run.link.Message.Where;
import org.tearline.run.link.TrialFailed;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.Budget;
import org.tearline.trial.Generations;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Grading;
import org.tearline.verdict.TornDecoder;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.TrialResult.Judgement;
import org.tearline.verdict.Verdict;
import org.tearline.verdict.WhoTore;

/**
 * Runs real trials with one broken part each. None may end in a verdict about the CPU, and the control for the broken
 * part must notice it. The loops are interpreted in this JVM, so that no compilation log is needed.
 */
@Tag("stress")
class MutationTest {
    private static final AccessRules RULES = new AccessRules(Architecture.X86_64,
        new Geometry(64, UnsafeApi.pageSize()), true);
    /** One or two slices, enough to notice a broken part. A busy machine needs 10 s and more for so many changes. */
    private static final Budget BUDGET = new Budget(60_000_000_000L, Budget.LEAST_CHANGES, Until.FIRST);
    /** For trials whose loops are rejected again and again, which go on until they tear. */
    private static final Budget REJECTED = new Budget(60_000_000_000L, Budget.LEAST_CHANGES, Until.FIRST);
    /** Short, for trials in which the reader sees no changes. */
    private static final Budget SOON = new Budget(500_000_000L, Budget.LEAST_CHANGES, Until.FIRST);
    /**
     * Enough for a negative result. With fewer slices, the share of planted values that the reader finds varies more:
     * in 180 trials, it was 0.55 to 1.5 with 20,000 changes, and 0.67 to 1.13 with 500,000.
     */
    private static final Budget ENOUGH = new Budget(60_000_000_000L, 200_000, Until.FIRST);
    /** Many, because a busy machine may spoil several in a row; the first good one is the last. */
    private static final int ATTEMPTS = 30;
    private static final int DRAWN = 4;
    /** From this offset on, a long crosses a line, so side trials would need split locks, which are forbidden. */
    private static final int ACROSS = 57;

    @BeforeAll
    static void needsTwoCpus() {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
    }

    /** Draws from every remainder by 8, in all parts of the line. */
    static Stream<Integer> insideOneLine() {
        return Sample.of(DRAWN, IntStream.iterate(0, offset -> offset <= 56, offset -> offset + 5).boxed().toList());
    }

    /** Draws multiples of 8, the middles between them, and other offsets. */
    static Stream<Integer> multiplesMiddlesAndOthers() {
        return Stream.of(List.of(0, 8, 56), List.of(4, 12, 20, 28, 36, 44, 52), List.of(3, 17))
            .flatMap(kind -> Sample.of(1, kind));
    }

    @ParameterizedTest
    @CsvSource({"8, 64, 0", "8, 64, 3", "8, 64, 12", "16, 64, 3", "16, 64, 12", "32, 64, 12", "32, 64, 28",
        "64, 64, 31", "64, 64, 57", "64, 16, 4", "64, 16, 28", "16, 16, 9"})
    void shouldFindExactlyTheTearsOfACpu(int storeGranule, int loadGranule, int offset) throws Exception {
        MadeUpCpu cpu = new MadeUpCpu(storeGranule, loadGranule);
        Judgement judgement = settled(trial(offset), ENOUGH, () -> bench(trial(offset), ENOUGH, cpu));
        boolean tears = cpu.tearsStores(offset) || cpu.tearsLoads(offset);
        assertThat(judgement.verdict()).as(judgement.reason()).isEqualTo(tears ? Verdict.TORN : Verdict.NOT_SEEN);
        if (tears && offset < ACROSS) {
            // A side that does not tear must not be blamed. On a busy machine, a side trial of 150 ms may miss a tear,
            // and no side is blamed if the aligned control hardly ran. The trial is then repeated.
            boolean seen = false;
            for (int attempt = 0; attempt < ATTEMPTS && !seen; attempt++) {
                WhoTore who = (attempt == 0 ? judgement
                    : judge(trial(offset), ENOUGH, bench(trial(offset), ENOUGH, cpu))).whoTore();
                if (who != null) {
                    assertThat(who.write().tears() && !cpu.tearsStores(offset)
                        || who.read().tears() && !cpu.tearsLoads(offset)).isFalse();
                    seen = who.write().tears() || who.read().tears();
                }
            }
            assertThat(seen).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"8, 3, INCONCLUSIVE", "8, 4, TORN", "16, 4, NOT_SEEN", "16, 12, TORN", "32, 12, NOT_SEEN",
        "32, 28, TORN", "32, 31, INCONCLUSIVE", "64, 28, NOT_SEEN"})
    void shouldNoticeWrongSeamsOnAnyCpu(int granule, int offset, Verdict verdict) throws Exception {
        assertMiddleSeamsNoticed(offset, new MadeUpCpu(granule, 64), verdict);
    }

    /** If the middle is the legal seam, the decoder is correct, and this CPU may or may not tear. */
    @ParameterizedTest
    @MethodSource("insideOneLine")
    void shouldNoticeWrongSeamsAtAnyOffset(int offset) throws Exception {
        assertMiddleSeamsNoticed(offset, accesses -> accesses, offset % Long.BYTES == 0
            ? new Verdict[] {Verdict.NOT_SEEN} : new Verdict[] {Verdict.NOT_SEEN, Verdict.TORN});
    }

    private static void assertMiddleSeamsNoticed(int offset, UnaryOperator<Accesses> cpu, Verdict... unrestricted)
        throws Exception {
        BitSet middle = new BitSet();
        middle.set(4);
        boolean unharmed = RULES.plantedSeam(trial(offset)) == 4;
        Budget budget = unharmed ? ENOUGH : BUDGET;
        Judgement judgement = settled(trial(offset), budget, () -> withDecoder(offset, budget, cpu, generations ->
            new TornDecoder(generations, offset % 8 == 0 ? new BitSet() : middle, 4, ByteOrder.nativeOrder())));
        assertThat(judgement.verdict()).as(judgement.reason())
            .isIn((Object[]) (unharmed ? unrestricted : new Verdict[] {Verdict.INCONCLUSIVE}));
        assertThat(unharmed || judgement.reason().contains("not a mixture of two writes")).isTrue();
    }

    @ParameterizedTest
    @MethodSource("insideOneLine")
    void shouldNoticeAMissingSeam(int offset) throws Exception {
        BitSet others = RULES.legalSeams(trial(offset));
        others.clear(RULES.plantedSeam(trial(offset)));
        int noSeam = 0;
        Judgement judgement = judge(trial(offset), BUDGET, withDecoder(offset, BUDGET, accesses -> accesses,
            generations -> new TornDecoder(generations, others, noSeam, ByteOrder.nativeOrder())));
        assertInconclusive(judgement, "not a mixture of two writes");
    }

    /** Otherwise accesses by address would overwrite other objects. */
    @Test
    void shouldEndATrialIfAGarbageCollectionMovesItsArray() throws Exception {
        byte[][] below = {new byte[16 << 20]};
        System.gc();
        TrialSpec trial = new TrialSpec(Memory.HEAP, Width.LONG, 12, WriteMode.PLAIN, ReadMode.VOLATILE, 1, 1,
            Processes.ONE, Tier.INTERPRETER, 1);
        try (Workbench bench = bench(trial, BUDGET, accesses -> accesses)) {
            Place place = bench.places(Where.TESTED, trial).get(0);
            KernelPair pair = bench.pair(trial, Stressor.NONE);
            assertThat(bench.count(place, pair, 1_000_000, Long.MAX_VALUE, false).counts().reads()).isPositive();
            for (int i = 0; i < 4 && bench.region.inPlace(); i++) {
                below[0] = null;
                System.gc();
            }
            assertThatThrownBy(() -> bench.count(place, pair, 1_000_000, Long.MAX_VALUE, false))
                .isInstanceOf(TrialFailed.class).hasMessageContaining("moved the array")
                .matches(gone -> ((TrialFailed) gone).reason().isInterruption(), "the trial may be run again");
        }
    }

    @Test
    void shouldNoticeAReaderThatDoesNotRead() throws Exception {
        TrialSpec trial = trial(12);
        assertInconclusive(judge(trial, SOON, bench(trial, SOON, Mutants::stale)), "too few changes");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 12, 31, 55})
    void shouldNoticeABlindReader(int offset) throws Exception {
        assertInconclusive(judge(trial(offset), BUDGET, bench(trial(offset), BUDGET, Mutants::blind)),
            "this reader is blind: 0 of");
    }

    /** Two reads cut the value in the middle. At 4, 12, ... this looks like a tear; elsewhere the value is alien. */
    @ParameterizedTest
    @MethodSource("multiplesMiddlesAndOthers")
    void shouldNotBlameTheCpuForAReadInTwoParts(int offset) throws Exception {
        Judgement judgement = judge(trial(offset), BUDGET, bench(trial(offset), BUDGET, Mutants::inTwoReads));
        if (offset % Long.BYTES == 0 || judgement.verdict() == Verdict.INCONCLUSIVE) {
            assertThat(judgement.verdict()).as(judgement.reason()).isEqualTo(Verdict.INCONCLUSIVE);
            assertThat(judgement.reason()).as("in the trial itself, or in its aligned control")
                .containsAnyOf("not a mixture of two writes", "an aligned value tore as well");
        } else {
            assertThat(judgement.verdict()).as(judgement.reason()).isEqualTo(Verdict.TORN);
            assertThat(judgement.reason()).as("on a busy machine, the aligned control may hardly run, and says so")
                .containsAnyOf("an aligned value tore as well", "its control on an aligned value saw only");
            assertThat(judgement.whoTore()).isNull();
        }
    }

    @Test
    void shouldNoticeFoldedStores() throws Exception {
        assertInconclusive(judge(trial(8), BUDGET, withWriter(trial(8), BUDGET, Mutants::folding)),
            "the compiler folded them");
    }

    @Test
    void shouldNoticeAWriterThatDoesNotOverlap() throws Exception {
        assertInconclusive(judge(trial(12), SOON, withWriter(trial(12), SOON, writer -> Mutants.absent())),
            "did not run at the same time");
    }

    /**
     * Like the first split lock of a slice, which a kernel or hypervisor may delay. On a busy machine, a slice may see
     * nothing but a planted value.
     */
    @Test
    void shouldCountAlthoughTheFirstStoreTakesLongerThanASlice() throws Exception {
        TrialSpec trial = trial(12);
        try (Workbench bench = withWriter(trial, BUDGET, writer -> (target, table, count, tally) -> {
            if (tally.writes == 0) {
                LockSupport.parkNanos(100_000_000);
            }
            writer.run(target, table, count, tally);
        })) {
            long changes = 0;
            for (int slice = 0; slice < 5 && changes == 0; slice++) {
                changes = bench.count(bench.places(Where.TESTED, trial).get(0), bench.pair(trial, Stressor.NONE),
                    1_000_000, Long.MAX_VALUE, false).counts().changes();
            }
            assertThat(changes).isPositive();
        }
    }

    /** Where a kernel delays the first split lock of a round, the counting time alone would last ten times as long. */
    @Test
    void shouldEndByTheClockIfBothSidesUseSplitLocks() throws Exception {
        TrialSpec trial = trial(60).with(WriteMode.CAS, ReadMode.CAS);
        TrialRequest request = new TrialRequest(trial, new Budget(SOON.nanos(), Long.MAX_VALUE, Until.FIRST),
            ThreadCpus.none(List.of()), RULES, "none", SplitLocks.ALLOWED, null, true, List.of());
        try (Workbench bench = withWriter(request, writer -> (target, table, count, tally) -> {
            if (tally.writes == 0) {
                LockSupport.parkNanos(100_000_000);
            }
            writer.run(target, table, count, tally);
        })) {
            TrialOutcome outcome = new TrialRunner(request, bench, message -> { }).run();

            assertThat(outcome.elapsedNanos()).isPositive().isLessThan(SOON.nanos() / 2);
        }
    }

    /** The interpreter accesses a misaligned value in a ByteBuffer piecewise, but via Unsafe in one instruction. */
    @ParameterizedTest
    @EnumSource(value = Memory.class, names = {"UNSAFE", "BYTEBUFFER"})
    void shouldNotBlameTheCpuForATearInPiecewiseJavaCode(Memory memory) throws Exception {
        TrialSpec trial = new TrialSpec(memory, Width.LONG, 60, WriteMode.PLAIN, ReadMode.PLAIN, 1, 1, Processes.ONE,
            Tier.INTERPRETER, 1);
        TrialOutcome outcome = run(trial, REJECTED, rejecting(trial));
        // On a busy machine, the aligned control may hardly run, and is then what the verdict doubts first.
        for (int i = 1; i < ATTEMPTS && outcome.controls() != null && !outcome.controls().hold(); i++) {
            outcome = run(trial, REJECTED, rejecting(trial));
        }
        Judgement judgement = grade(trial, outcome);
        assertThat(judgement.verdict()).isEqualTo(memory == Memory.UNSAFE ? Verdict.TORN : Verdict.INCONCLUSIVE);
        assertThat(judgement.reason()).contains("the loop was left");
        if (memory == Memory.UNSAFE) {
            assertThat(outcome.rate().slices()).as("the slice with the tear").isOne();
        }
    }

    /** A bench on which no loop stays in its tier. */
    private static Workbench rejecting(TrialSpec trial) throws IOException {
        return new Workbench(request(trial, REJECTED), null, stressor -> { },
            trial.memory() == Memory.UNSAFE ? new MadeUpCpu(8, 8) : accesses -> accesses, false) {
            /** A tear uses up the time of the trial, which would otherwise go on, since the slice does not count. */
            @Override
            RoundTally count(Place place, KernelPair pair, long nanos, long changes, boolean atFirstTear)
                throws IOException {
                RoundTally slice = super.count(place, pair, nanos, changes, atFirstTear);
                slice.noteProblem("the loop was left");
                if (!slice.witnesses().isEmpty()) {
                    slice.addReads(new ReadTally(1, Width.LONG), REJECTED.nanos());
                }
                return slice;
            }
        };
    }

    private static void assertInconclusive(Judgement judgement, String reason) {
        assertThat(judgement.verdict()).as(judgement.reason()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.reason()).contains(reason);
    }

    private static TrialSpec trial(int offset) {
        return new TrialSpec(Memory.UNSAFE, Width.LONG, offset, WriteMode.PLAIN, ReadMode.VOLATILE, 1, 1, Processes.ONE,
            Tier.INTERPRETER, 1);
    }

    private static TrialRequest request(TrialSpec trial, Budget budget) {
        return new TrialRequest(trial, budget, ThreadCpus.none(List.of()), RULES, "none",
            SplitLocks.FORBIDDEN_BY_USER, null, true, List.of());
    }

    private static Workbench bench(TrialSpec trial, Budget budget, UnaryOperator<Accesses> accesses)
        throws IOException {
        return new Workbench(request(trial, budget), null, stressor -> { }, accesses, false);
    }

    private static Workbench withWriter(TrialSpec trial, Budget budget, UnaryOperator<WriteKernel> mutation)
        throws IOException {
        return withWriter(request(trial, budget), mutation);
    }

    private static Workbench withWriter(TrialRequest request, UnaryOperator<WriteKernel> mutation)
        throws IOException {
        return new Workbench(request, null, stressor -> { }, accesses -> accesses, false) {
            @Override
            KernelPair pair(TrialSpec tried, Stressor stressor) throws IOException {
                KernelPair pair = super.pair(tried, stressor);
                return new KernelPair(mutation.apply(pair.writer()), pair.reader(), null);
            }
        };
    }

    private static Workbench withDecoder(int offset, Budget budget, UnaryOperator<Accesses> cpu,
                                         Function<Generations, TornDecoder> decoders) throws IOException {
        return new Workbench(request(trial(offset), budget), null, stressor -> { }, cpu, false) {
            @Override
            List<Place> places(Where where, TrialSpec trial) {
                return super.places(where, trial).stream().map(place -> where != Where.TESTED ? place
                    : new Place(place.trial(), where, place.slot(), place.address(), place.target(),
                        place.generations(), place.candidates(), decoders.apply(place.generations()))).toList();
            }
        };
    }

    /** Repeats a trial that missed planted values: if threads run in step, a reader that is not blind may miss them. */
    private static Judgement settled(TrialSpec trial, Budget budget, Callable<Workbench> bench) throws Exception {
        long leastChanges = RULES.leastChanges(trial);
        TrialOutcome outcome = run(trial, budget, bench.call());
        for (int i = 1; i < ATTEMPTS && Grading.reason(leastChanges, outcome) == CellReason.PLANTED_MISSED; i++) {
            outcome = run(trial, budget, bench.call());
        }
        return grade(trial, outcome);
    }

    private static Judgement judge(TrialSpec trial, Budget budget, Workbench bench) throws Exception {
        return grade(trial, run(trial, budget, bench));
    }

    private static TrialOutcome run(TrialSpec trial, Budget budget, Workbench bench) throws Exception {
        try (bench) {
            return new TrialRunner(request(trial, budget), bench, message -> { }).run();
        }
    }

    private static Judgement grade(TrialSpec trial, TrialOutcome outcome) {
        return new Grading(trial, outcome, RULES, any -> false, true).judgement();
    }
}
