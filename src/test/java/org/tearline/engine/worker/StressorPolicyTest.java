package org.tearline.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.tearline.kernel.Stressor;
import org.tearline.result.StressorUse;

/** Plays the policy against simulated machines. */
class StressorPolicyTest {
    private static final List<Stressor> THREE = List.of(Stressor.NONE, Stressor.SPIN, Stressor.WRITEBACK_SECOND);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @Test
    void shouldTryEveryStressorOnceInTheOrderGiven() {
        StressorPolicy policy = across();
        for (Stressor expected : THREE) {
            assertThat(policy.hasTriedAll()).isFalse();
            assertThat(policy.next()).isEqualTo(new StressorPolicy.Slice(expected, StressorPolicy.TRIAL_SLICE_NANOS));
            policy.learn(expected, StressorPolicy.TRIAL_SLICE_NANOS, 100, 0);
        }
        assertThat(policy.hasTriedAll()).isTrue();
    }

    @Test
    void shouldSpendMostOfTheTimeOnTheBest() {
        Map<Stressor, Long> spent = play(across(), Map.of(Stressor.NONE, 1_000.0, Stressor.SPIN, 50_000.0,
            Stressor.WRITEBACK_SECOND, 200.0), 2 * SECOND);
        assertThat(spent.get(Stressor.SPIN)).isGreaterThan((long) (0.93 * 2 * SECOND));
        assertThat(spent).as("the others are revisited").allSatisfy((stressor, nanos) ->
            assertThat(nanos).isGreaterThan(5 * StressorPolicy.TRIAL_SLICE_NANOS));
    }

    @Test
    void shouldFollowAMachineWhoseMoodChanges() {
        StressorPolicy policy = across();
        play(policy, Map.of(Stressor.NONE, 100.0, Stressor.SPIN, 1_000.0), SECOND);
        Map<Stressor, Long> spent = play(policy, Map.of(Stressor.NONE, 100.0, Stressor.WRITEBACK_SECOND, 80_000.0),
            SECOND);
        assertThat(spent.get(Stressor.WRITEBACK_SECOND)).isGreaterThan((long) (0.6 * SECOND));
    }

    @Test
    void shouldShareTimeEquallyWhileNothingTearsAcrossALine() {
        Map<Stressor, Long> spent = play(across(), Map.of(), SECOND);
        assertThat(spent.values()).allSatisfy(nanos -> assertThat(nanos).isBetween(SECOND / 4, SECOND / 2));
    }

    @Test
    void shouldSpendASilentTrialInsideALineOnChangesAndLookByTheCalibration() {
        StressorPolicy policy = new StressorPolicy(THREE, StressorPolicy.Mode.INSIDE);
        policy.weigh(List.of(new StressorUse("none", SECOND, 10, 1), new StressorUse("spin", SECOND, 10, 9)));
        Map<Stressor, Long> spent = new EnumMap<>(Stressor.class);
        for (long passed = 0; passed < 2 * SECOND; ) {
            StressorPolicy.Slice slice = policy.next();
            long changes = slice.stressor() == Stressor.WRITEBACK_SECOND ? slice.nanos() / 100 : slice.nanos() / 500;
            policy.learn(slice.stressor(), slice.nanos(), changes, 0);
            spent.merge(slice.stressor(), slice.nanos(), Long::sum);
            passed += slice.nanos();
        }
        assertThat(spent.get(Stressor.WRITEBACK_SECOND)).isGreaterThan((long) (0.8 * 2 * SECOND));
        assertThat(spent.get(Stressor.SPIN)).isGreaterThan(2 * spent.get(Stressor.NONE));
        assertThat(spent.get(Stressor.NONE)).isGreaterThan(SECOND / 50);
    }

    @Test
    void shouldLetTheYieldDecideAmongEquallyManyChanges() {
        StressorPolicy policy = new StressorPolicy(THREE, StressorPolicy.Mode.INSIDE);
        policy.weigh(List.of(new StressorUse("none", SECOND, 100, 1), new StressorUse("spin", SECOND, 100, 60)));
        policy.learn(Stressor.NONE, 1_000, 100, 0);
        policy.learn(Stressor.SPIN, 1_000, 98, 0);
        policy.learn(Stressor.WRITEBACK_SECOND, 1_000, 20, 0);
        assertThat(policy.best()).isEqualTo(Stressor.SPIN);
        policy.learn(Stressor.SPIN, 1_000, 80, 0);
        assertThat(policy.best()).as("changes come first").isEqualTo(Stressor.NONE);
    }

    @Test
    void shouldBeFairWhenAskedTo() {
        Map<Stressor, Long> spent = play(new StressorPolicy(THREE, StressorPolicy.Mode.EACH),
            Map.of(Stressor.SPIN, 50_000.0), 2 * SECOND);
        assertThat(spent.values()).allSatisfy(nanos -> assertThat(nanos).isBetween(SECOND / 2, SECOND));
    }

    @Test
    void shouldStayWithTheOnlyStressor() {
        StressorPolicy policy = new StressorPolicy(List.of(Stressor.NONE), StressorPolicy.Mode.ACROSS);
        play(policy, Map.of(), SECOND / 10);
        assertThat(policy.next()).isEqualTo(new StressorPolicy.Slice(Stressor.NONE, StressorPolicy.LONG_SLICE_NANOS));
    }

    private static StressorPolicy across() {
        return new StressorPolicy(THREE, StressorPolicy.Mode.ACROSS);
    }

    private static Map<Stressor, Long> play(StressorPolicy policy, Map<Stressor, Double> tornPerSecond, long nanos) {
        Map<Stressor, Long> spent = new EnumMap<>(Stressor.class);
        for (long passed = 0; passed < nanos; ) {
            StressorPolicy.Slice slice = policy.next();
            long torn = (long) (tornPerSecond.getOrDefault(slice.stressor(), 0.0) * slice.nanos() / SECOND);
            policy.learn(slice.stressor(), slice.nanos(), slice.nanos() / 100, torn);
            spent.merge(slice.stressor(), slice.nanos(), Long::sum);
            passed += slice.nanos();
        }
        return spent;
    }
}
