package org.tearline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.tearline.plan.Geometry;
import org.tearline.platform.Kernel;
import org.tearline.platform.Platform;
import org.tearline.platform.SplitLockCost;
import org.tearline.platform.SplitLockCost.Finding;
import org.tearline.platform.SplitLockPolicy;

class SplitLockTrialIT {
    private static final Geometry USUAL = new Geometry(64, 4096);

    @Test
    void shouldFindThatALockAcrossALineCostsMoreThanInsideOne() throws Exception {
        Platform platform = Platform.of(Kernel.live());
        SplitLockPolicy policy = SplitLockPolicy.of(Kernel.live());
        assumeTrue(platform.isX86() && !policy.fatal());

        SplitLockCost cost = SplitLockTrial.run(new Geometry(platform.lineBytes(), platform.pageBytes()), policy);

        assertThat(cost.finding()).isIn(Finding.NATIVE, Finding.SLOWED, Finding.FATAL);
        if (cost.finding() != Finding.FATAL) {
            assertThat(cost.alignedNanos()).isPositive();
            assertThat(cost.crossingNanos()).isGreaterThan(cost.alignedNanos());
        }
    }

    @Test
    void shouldNotTryWhereTheKernelKills() throws Exception {
        SplitLockCost cost = SplitLockTrial.run(USUAL, new SplitLockPolicy(true, null, "fatal", null));

        assertThat(cost.finding()).isEqualTo(Finding.NOT_TIMED);
        assertThat(cost.reason()).contains("split_lock_detect=fatal");
    }
}
