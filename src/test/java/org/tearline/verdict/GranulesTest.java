// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.trial.Geometry;
import org.tearline.trial.PairKind;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Granules.Granule.Sum;
import org.tearline.verdict.Granules.TriedPair;

/** Tests with simulated CPUs whose granules are known. */
class GranulesTest {
    private static final Geometry USUAL = new Geometry(64, 4096);
    private static final List<PairKind> ONE_SIDED = List.of(PairKind.STORE, PairKind.LOAD);
    private static final int[] GRANULES = {8, 16, 32, 64, 128, 4096};

    /** A simulated CPU. The generator draws how often it tears. */
    private record Cpu(int store, int load, Random random) {
        static Cpu drawn(long seed) {
            Random random = new Random(seed);
            return new Cpu(GRANULES[random.nextInt(GRANULES.length)], GRANULES[random.nextInt(GRANULES.length)],
                random);
        }

        int granule(PairKind kind) {
            return kind == PairKind.STORE ? store : load;
        }

        Sum at(PairKind kind, int boundary, long changes) {
            long torn = boundary >= granule(kind) ? Math.max(1, changes / (2 + random.nextInt(1000))) : 0;
            return Sum.of(boundary, changes, torn, 0, 0, true);
        }

        /** Tries a long at every boundary in one worker. */
        TriedPair sweep(PairKind kind, long changes) {
            List<Sum> places = new ArrayList<>();
            for (int boundary = 4; boundary <= 4096; boundary *= 2) {
                for (int i = random.nextInt(3); i >= 0; i--) {
                    places.add(at(kind, boundary, changes + random.nextInt(1000)));
                }
            }
            Collections.shuffle(places, random);
            return new TriedPair(kind, Width.LONG, places);
        }

        List<TriedPair> sweeps(long changes) {
            return IntStream.range(0, 6).mapToObj(i -> sweep(ONE_SIDED.get(i % 2), changes)).toList();
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 8, 4", "4, 8, 8", "12, 8, 16", "28, 8, 32", "60, 8, 64", "4092, 8, 4096", "8188, 8, 4096",
        "31, 2, 32", "60, 4, 2", "63, 2, 64", "24, 16, 32", "0, 64, 32"})
    void shouldComputeTheBoundaryOfAPlace(int offset, int bytes, int boundary) {
        assertThat(USUAL.boundary(offset, Width.of(bytes))).isEqualTo(boundary);
    }

    @RepeatedTest(100)
    void shouldFindTheGranulesOfARandomCpu() {
        long seed = new Random().nextLong();
        Cpu cpu = Cpu.drawn(seed);
        List<TriedPair> asked = new ArrayList<>(cpu.sweeps(1_000_000));
        Granules granules = Granules.of(asked);
        for (PairKind kind : ONE_SIDED) {
            assertThat(granules.of(kind).atLeast()).as("seed %d", seed).isEqualTo(cpu.granule(kind));
            assertThat(granules.of(kind).atMost()).as("seed %d", seed).isEqualTo(cpu.granule(kind));
            assertThat(granules.of(kind).quick()).isFalse();
        }
        Collections.shuffle(asked, cpu.random());
        Granules shuffled = Granules.of(asked);
        for (PairKind kind : ONE_SIDED) {
            assertThat(shuffled.of(kind).known()).isTrue();
            assertThat(shuffled.of(kind).atMost()).isEqualTo(granules.of(kind).atMost());
        }
    }

    @RepeatedTest(100)
    void shouldNeverExcludeTheTrueGranule() {
        long seed = new Random().nextLong();
        Cpu cpu = Cpu.drawn(seed);
        List<TriedPair> asked = new ArrayList<>();
        for (TriedPair sweep : cpu.sweeps(10_000 + cpu.random().nextInt(500_000))) {
            for (Sum place : sweep.places()) {
                asked.add(new TriedPair(sweep.kind(), sweep.width(), cpu.random().nextBoolean() ? List.of(place)
                    : List.of(place, cpu.at(sweep.kind(), 4 << cpu.random().nextInt(11), 20_000))));
                Granules granules = Granules.of(asked);
                for (PairKind kind : ONE_SIDED) {
                    assertThat(cpu.granule(kind)).as("seed %d", seed)
                        .isBetween(granules.of(kind).atLeast(), granules.of(kind).atMost());
                }
            }
        }
    }

    @Test
    void shouldLetOneTearOutweighAnyNegativeResult() {
        Cpu cpu = new Cpu(64, 64, new Random(1));
        List<TriedPair> asked = new ArrayList<>(cpu.sweeps(10_000_000));
        asked.add(new TriedPair(PairKind.STORE, Width.LONG, List.of(Sum.of(16, 1_000_000_000, 1, 0, 0, false))));
        Granule store = Granules.of(asked).of(PairKind.STORE);
        assertThat(store.atMost()).isEqualTo(16);
        assertThat(store.known()).isTrue();
        assertThat(store.silentAbove()).extracting(Granule.Sum::boundary).containsExactly(32);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
        // changes at 16 | sound | torn of 10,000 at 32 | lower bound | quick
        "1000000 | true  | 100 | 32 | false",
        "999999  | true  | 100 | 32 | true",
        "20000   | true  | 50  | 32 | true",
        "20000   | true  | 49  | 1  | false",
        "19999   | true  | 5000 | 1 | false",
        "1000000 | false | 100 | 1  | false",
        "1000000 | true  | 0   | 1  | false"})
    void shouldNeedEnoughChangesForALowerBound(long changes, boolean sound, long torn, int atLeast, boolean quick) {
        Granule store = Granules.of(List.of(new TriedPair(PairKind.STORE, Width.LONG, List.of(
            Sum.of(16, changes, 0, 0, 0, sound), Sum.of(32, 10_000, torn, 0, 0, true))))).of(PairKind.STORE);
        assertThat(store.atLeast()).isEqualTo(atLeast);
        assertThat(store.quick()).isEqualTo(quick);
        assertThat(store.atMost()).isEqualTo(torn > 0 ? 32 : Granule.UNKNOWN_MOST);
    }

    @Test
    void shouldAddUpAllWorkersButCompareRatesWithinEachWorker() {
        Sum silent = Sum.of(16, 600_000, 0, 0, 0, true);
        TriedPair comparable = new TriedPair(PairKind.STORE, Width.LONG,
            List.of(silent, Sum.of(32, 1000, 10, 0, 0, true)));
        TriedPair alone = new TriedPair(PairKind.STORE, Width.LONG, List.of(silent));
        assertThat(Granules.of(List.of(comparable, comparable)).of(PairKind.STORE).quick()).isFalse();
        assertThat(Granules.of(List.of(alone, alone)).of(PairKind.STORE).atLeast()).isEqualTo(Granule.UNKNOWN_LEAST);
        assertThat(Granules.of(List.of(comparable, alone)).of(PairKind.STORE).quick()).isTrue();
    }

    /** Simulates Zen 4. */
    @ParameterizedTest
    @CsvSource({"0, STORE, WHOLE", "12, STORE, WHOLE", "28, STORE, TORN", "60, STORE, TORN", "28, LOAD, WHOLE",
        "60, LOAD, TORN", "12, PAIR, WHOLE", "28, PAIR, TORN", "31, PAIR, TORN", "32, PAIR, WHOLE",
        "60, LOCKED, WHOLE"})
    void shouldPredictTearsFromGranules(int offset, PairKind kind, Fate fate) {
        Cpu cpu = new Cpu(32, 64, new Random(1));
        List<TriedPair> asked = new ArrayList<>(cpu.sweeps(1_000_000));
        asked.add(new TriedPair(PairKind.LOCKED, Width.LONG, List.of(Sum.of(64, 2_000, 0, 0, 0, true))));
        assertThat(Granules.of(asked).fate(kind, Width.LONG, USUAL.boundary(offset, Width.LONG))).isEqualTo(fate);
    }

    @Test
    void shouldKnowNothingWithoutTrials() {
        Granules none = Granules.of(List.of());
        assertThat(none.of(PairKind.STORE)).isEqualTo(Granule.UNKNOWN);
        assertThat(none.locked()).isEqualTo(Fate.UNKNOWN);
        assertThat(none.fate(PairKind.PAIR, Width.LONG, 64)).isEqualTo(Fate.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {"ORDERED, EXCHANGE, STORE", "CAS, VOLATILE, LOAD", "PLAIN, VOLATILE, PAIR",
        "VOLATILE, CAS, STORE", "GETANDADD, GETANDADD, LOCKED", "SEQLOCK, SEQLOCK, -", "ORDERED, AGREE, -",
        "CAS, MASKED, -"})
    void shouldClassifyATrialByItsLockedSides(WriteMode write, ReadMode read, PairKind kind) {
        assertThat(Samples.X86.kind(Samples.trial(28, write, read))).isEqualTo(Optional.ofNullable(kind));
    }

    @ParameterizedTest
    @CsvSource({"32, 64, 16, 64, 32, 64", "16, 32, 64, 128, 16, 32", "1, 64, 64, 2147483647, 64, 64"})
    void shouldCombineTheBoundsOfTwoWidths(int least, int most, int otherLeast, int otherMost, int bothLeast,
                                           int bothMost) {
        Granule one = new Granule(least, most, false, List.of());
        Granule other = new Granule(otherLeast, otherMost, true, List.of());
        Granule both = one.and(other);
        assertThat(both).isEqualTo(other.and(one));
        assertThat(both.atLeast()).isEqualTo(bothLeast);
        assertThat(both.atMost()).isEqualTo(bothMost);
        assertThat(both.quick()).isEqualTo(bothLeast != least);
        assertThat(both.known()).isEqualTo(bothLeast == bothMost);
    }

    @Test
    void shouldCallLockedInstructionsTornIfOneWidthTears() {
        TriedPair whole = new TriedPair(PairKind.LOCKED, Width.INT, List.of(Sum.of(64, 2_000, 0, 0, 0, true)));
        TriedPair torn = new TriedPair(PairKind.LOCKED, Width.LONG, List.of(Sum.of(64, 2_000, 1, 0, 0, true)));
        TriedPair never = new TriedPair(PairKind.LOCKED, Width.LONG, List.of(Sum.of(64, 0, 0, 0, 0, true)));
        assertThat(Granules.of(List.of(whole, torn)).locked()).isEqualTo(Fate.TORN);
        assertThat(Granules.of(List.of(whole, never)).locked()).isEqualTo(Fate.WHOLE);
        assertThat(Granules.of(List.of(never)).locked()).isEqualTo(Fate.UNKNOWN);
    }

    @Test
    void shouldCallLockedInstructionsWholeOnlyAfterEnoughChangesAcrossALine() {
        TriedPair inside = new TriedPair(PairKind.LOCKED, Width.LONG, List.of(Sum.of(32, 10_000_000, 0, 0, 0, true)));
        TriedPair some = new TriedPair(PairKind.LOCKED, Width.LONG, List.of(Sum.of(64, 1_500, 0, 0, 0, true)));
        assertThat(Granules.of(List.of(inside, some)).locked()).isEqualTo(Fate.UNKNOWN);
        assertThat(Granules.of(List.of(inside, some, some)).locked()).isEqualTo(Fate.WHOLE);
    }
}
