package org.tearline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.tearline.result.StressorUse;

/** Plays the policy against simulated machines. */
class StressorPolicyTest {
    private static final List<Stressor> THREE = List.of(Stressor.NONE, Stressor.SPIN, Stressor.WRITEBACK_SECOND);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @Test
    void shouldTryEveryStressorOnceInTheOrderGiven() {
        StressorPolicy policy = new StressorPolicy(THREE);
        for (Stressor expected : THREE) {
            assertThat(policy.hasTriedAll()).isFalse();
            assertThat(policy.next()).isEqualTo(expected);
            assertThat(policy.sliceNanos(expected)).isEqualTo(StressorPolicy.TRIAL_SLICE_NANOS);
            policy.learn(expected, StressorPolicy.TRIAL_SLICE_NANOS, 100, 0);
        }
        assertThat(policy.hasTriedAll()).isTrue();
    }

    @Test
    void shouldSpendMostOfTheTimeOnTheBest() {
        Map<Stressor, Long> spent = play(new StressorPolicy(THREE), Map.of(Stressor.NONE, 1_000.0,
            Stressor.SPIN, 50_000.0, Stressor.WRITEBACK_SECOND, 200.0), 2 * SECOND);
        assertThat(spent.get(Stressor.SPIN)).isGreaterThan((long) (0.95 * 2 * SECOND));
        assertThat(spent).as("the others are revisited").allSatisfy((stressor, nanos) ->
            assertThat(nanos).isGreaterThan(StressorPolicy.TRIAL_SLICE_NANOS));
    }

    @Test
    void shouldFollowAMachineWhoseMoodChanges() {
        StressorPolicy policy = new StressorPolicy(THREE);
        play(policy, Map.of(Stressor.NONE, 100.0, Stressor.SPIN, 1_000.0, Stressor.WRITEBACK_SECOND, 0.0), SECOND / 5);
        Map<Stressor, Long> spent = play(policy, Map.of(Stressor.NONE, 100.0, Stressor.SPIN, 0.0,
            Stressor.WRITEBACK_SECOND, 80_000.0), 2 * SECOND);
        assertThat(spent.get(Stressor.WRITEBACK_SECOND)).isGreaterThan(SECOND);
    }

    @Test
    void shouldShareASilentTrialsTimeByTheCalibration() {
        StressorPolicy policy = new StressorPolicy(THREE);
        policy.weigh(List.of(new StressorUse("none", SECOND, 10, 1), new StressorUse("spin", SECOND, 10, 9)));
        Map<Stressor, Long> spent = play(policy, Map.of(), 2 * SECOND);
        assertThat(spent.get(Stressor.SPIN)).isGreaterThan(2 * spent.get(Stressor.NONE));
        assertThat(spent.get(Stressor.WRITEBACK_SECOND)).isGreaterThan(SECOND / 10);
    }

    @Test
    void shouldBeFairWhenAskedTo() {
        Map<Stressor, Long> spent = play(new StressorPolicy(THREE, true), Map.of(Stressor.SPIN, 50_000.0), 2 * SECOND);
        assertThat(spent.values()).allSatisfy(nanos -> assertThat(nanos).isBetween(SECOND / 2, SECOND));
    }

    @Test
    void shouldStayWithTheOnlyStressor() {
        StressorPolicy policy = new StressorPolicy(List.of(Stressor.NONE));
        assertThat(policy.next()).isEqualTo(Stressor.NONE);
        assertThat(policy.sliceNanos(Stressor.NONE)).isEqualTo(StressorPolicy.LONG_SLICE_NANOS);
    }

    private static Map<Stressor, Long> play(StressorPolicy policy, Map<Stressor, Double> tornPerSecond, long nanos) {
        Map<Stressor, Long> spent = new EnumMap<>(Stressor.class);
        long passed = 0;
        while (passed < nanos) {
            Stressor stressor = policy.next();
            long slice = policy.sliceNanos(stressor);
            long torn = (long) (tornPerSecond.getOrDefault(stressor, 0.0) * slice / SECOND);
            policy.learn(stressor, slice, slice / 100, torn);
            spent.merge(stressor, slice, Long::sum);
            passed += slice;
        }
        return spent;
    }
}
