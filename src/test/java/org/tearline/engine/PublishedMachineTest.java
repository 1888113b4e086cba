package org.tearline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tearline.platform.Kernel;
import org.tearline.platform.Platform;
import org.tearline.platform.Probe;
import org.tearline.platform.SplitLockCost;
import org.tearline.platform.SplitLockCost.Means;
import org.tearline.platform.SplitLockCost.Singles;
import org.tearline.result.file.Pinning;
import org.tearline.result.file.SplitLockFinding;

class PublishedMachineTest {
    private static final Kernel KERNEL = Kernel.live();
    private static final Probe PROBE = new Probe(KERNEL, true);

    @Test
    void shouldPublishTheMeanOfARowOfSplitLocksAndTheFirstAndWorst() {
        SplitLockFinding found = publish(SplitLockCost.timed(false, new Singles(2_000, 1_500, 9_000),
            new Means(5, 6L, 7L, 8L, 1_400L)));

        assertThat(found).isEqualTo(new SplitLockFinding(found.policy(), 1_400L, 5L, 2_000L, 9_000L, false));
    }

    @Test
    void shouldPublishTheQuickestSplitLockWhereTheyAreSlowed() {
        SplitLockFinding found = publish(SplitLockCost.timed(true, new Singles(10_000_000, 9_000, 12_000_000),
            new Means(5, null, null, null, null)));

        assertThat(found).isEqualTo(new SplitLockFinding(found.policy(), 9_000L, 5L, 10_000_000L, 12_000_000L, true));
    }

    @Test
    void shouldPublishNoTimeWhereNoneWasTaken() {
        for (SplitLockCost cost : new SplitLockCost[] {SplitLockCost.fatal("why"), SplitLockCost.notTimed("why")}) {
            SplitLockFinding found = publish(cost);

            assertThat(found).isEqualTo(new SplitLockFinding(found.policy(), null, null, null, null, false));
        }
    }

    private static SplitLockFinding publish(SplitLockCost cost) {
        return PublishedMachine.of(PROBE, Platform.of(KERNEL), cost, new Pinning(true, true)).splitLocks();
    }
}
