// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.tearline.loop.Stressor;
import org.tearline.verdict.StressorUse;

/** Runs the policy against simulated machines. */
class StressorPolicyTest {
    private static final List<Stressor> THREE = List.of(Stressor.NONE, Stressor.SPIN, Stressor.WRITEBACK_SECOND);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @Test
    void shouldTryEachStressorInOrder() {
        StressorPolicy policy = across();
        for (Stressor expected : THREE) {
            assertThat(policy.hasTriedAll()).isFalse();
            assertThat(policy.next()).isEqualTo(new StressorPolicy.Slice(expected, StressorPolicy.TRIAL_SLICE_NANOS,
                THREE.indexOf(expected)));
            policy.learn(StressorPolicy.TRIAL_SLICE_NANOS, 100, 0);
        }
        assertThat(policy.hasTriedAll()).isTrue();
    }

    @Test
    void shouldSpendMostOfTheTimeOnTheBest() {
        Map<Stressor, Long> spent = run(across(), Map.of(Stressor.NONE, 1_000.0, Stressor.SPIN, 50_000.0,
            Stressor.WRITEBACK_SECOND, 200.0), 10 * SECOND);
        assertThat(spent.get(Stressor.SPIN)).isGreaterThan((long) (0.99 * 10 * SECOND));
        assertThat(spent).as("the others are revisited").allSatisfy((stressor, nanos) ->
            assertThat(nanos).isGreaterThan(3 * StressorPolicy.TRIAL_SLICE_NANOS));
    }

    @Test
    void shouldAdaptToAChangingMachine() {
        StressorPolicy policy = across();
        run(policy, Map.of(Stressor.NONE, 100.0, Stressor.SPIN, 1_000.0), SECOND);
        Map<Stressor, Long> spent = run(policy, Map.of(Stressor.NONE, 100.0, Stressor.WRITEBACK_SECOND, 80_000.0),
            SECOND);
        assertThat(spent.get(Stressor.WRITEBACK_SECOND)).isGreaterThan((long) (0.6 * SECOND));
    }

    @Test
    void shouldShareTimeEquallyAcrossALineBeforeTheFirstTear() {
        Map<Stressor, Long> spent = run(across(), Map.of(), SECOND);
        assertThat(spent.values()).allSatisfy(nanos -> assertThat(nanos).isBetween(SECOND / 4, SECOND / 2));
    }

    @Test
    void shouldPreferTheLikeliestThreeToOne() {
        List<Stressor> likeliest = List.of(Stressor.NONE, Stressor.SPIN);
        StressorPolicy policy = new StressorPolicy(THREE, likeliest, StressorPolicy.Mode.ACROSS);
        List<Stressor> first = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            first.add(policy.next().stressor());
            policy.learn(StressorPolicy.TRIAL_SLICE_NANOS, 10, 0);
        }
        assertThat(first).containsExactly(Stressor.NONE, Stressor.SPIN, Stressor.NONE, Stressor.SPIN, Stressor.NONE,
            Stressor.SPIN, Stressor.WRITEBACK_SECOND);
        assertThat(run(policy, Map.of(), SECOND)).allSatisfy((stressor, nanos) -> assertThat(nanos)
            .isBetween(SECOND / 8, likeliest.contains(stressor) ? SECOND / 2 : SECOND / 6));
    }

    @Test
    void shouldMaximizeChangesInsideALineAndExploreByCalibration() {
        StressorPolicy policy = new StressorPolicy(THREE, List.of(), StressorPolicy.Mode.INSIDE);
        policy.weigh(List.of(new StressorUse("none", SECOND, 10, 1), new StressorUse("spin", SECOND, 10, 9)));
        Map<Stressor, Long> spent = new EnumMap<>(Stressor.class);
        for (long passed = 0; passed < 2 * SECOND; ) {
            StressorPolicy.Slice slice = policy.next();
            long changes = slice.stressor() == Stressor.WRITEBACK_SECOND ? slice.nanos() / 100 : slice.nanos() / 500;
            policy.learn(slice.nanos(), changes, 0);
            spent.merge(slice.stressor(), slice.nanos(), Long::sum);
            passed += slice.nanos();
        }
        assertThat(spent.get(Stressor.WRITEBACK_SECOND)).isGreaterThan((long) (0.8 * 2 * SECOND));
        assertThat(spent.get(Stressor.SPIN)).isGreaterThan(2 * spent.get(Stressor.NONE));
        assertThat(spent.get(Stressor.NONE)).isGreaterThan(SECOND / 50);
    }

    /** The number of stressors may be a multiple of the number of places. */
    @Test
    void shouldMoveEachStressorToEachPlace() {
        int places = 11;
        for (StressorPolicy.Mode mode : List.of(StressorPolicy.Mode.EACH, StressorPolicy.Mode.ACROSS)) {
            StressorPolicy policy = new StressorPolicy(List.of(Stressor.values()), List.of(), mode);
            Map<Stressor, Set<Integer>> seen = new EnumMap<>(Stressor.class);
            for (int i = 0; i < places * Stressor.values().length; i++) {
                StressorPolicy.Slice slice = policy.next();
                seen.computeIfAbsent(slice.stressor(), key -> new HashSet<>()).add(slice.turn() % places);
                policy.learn(slice.nanos() * (1 + i % 3), 0, 0);
            }
            assertThat(seen).hasSize(Stressor.values().length)
                .allSatisfy((stressor, turns) -> assertThat(turns).hasSize(places));
        }
    }

    @Test
    void shouldRetryAStressorWithStarvedFirstSlices() {
        StressorPolicy policy = across();
        Map<Stressor, Integer> used = new EnumMap<>(Stressor.class);
        for (int i = 0; i < 100; i++) {
            StressorPolicy.Slice slice = policy.next();
            boolean starved = used.merge(slice.stressor(), 1, Integer::sum) <= 2 && slice.stressor() == Stressor.SPIN;
            long changes = starved ? 0 : slice.nanos() / 1_000;
            policy.learn(slice.nanos(), changes, slice.stressor() == Stressor.SPIN ? changes / 5
                : changes / 50);
        }
        assertThat(policy.best().stressor).isEqualTo(Stressor.SPIN);
        assertThat(used.get(Stressor.SPIN)).isGreaterThan(60);
    }

    private static StressorPolicy across() {
        return new StressorPolicy(THREE, List.of(), StressorPolicy.Mode.ACROSS);
    }

    /** Runs slices with one change per 100 ns. Returns the time spent on each stressor. */
    private static Map<Stressor, Long> run(StressorPolicy policy, Map<Stressor, Double> tornPerSecond, long nanos) {
        Map<Stressor, Long> spent = new EnumMap<>(Stressor.class);
        for (long passed = 0; passed < nanos; ) {
            StressorPolicy.Slice slice = policy.next();
            long torn = (long) (tornPerSecond.getOrDefault(slice.stressor(), 0.0) * slice.nanos() / SECOND);
            policy.learn(slice.nanos(), slice.nanos() / 100, torn);
            spent.merge(slice.stressor(), slice.nanos(), Long::sum);
            passed += slice.nanos();
        }
        return spent;
    }
}
