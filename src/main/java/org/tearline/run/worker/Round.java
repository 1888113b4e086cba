// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.tearline.loop.Region;
import org.tearline.run.link.Message.Limits;
import org.tearline.run.link.TrialFailed;
import org.tearline.verdict.CellReason;

/**
 * A period of counting at one place with one pair of loops, until a reader, a failure or a stop ends it. Shared by the
 * threads of a trial.
 */
final class Round {
    final KernelPair kernels;
    final Place place;
    final Limits limits;
    /**
     * Number of writers that have stored a batch. Readers start when all have, because a kernel or hypervisor may delay
     * the first split lock and let the following ones pass: by 12 ms on Emerald Rapids, where 7 to 40 then pass in a
     * millisecond.
     */
    final AtomicInteger writersReady = new AtomicInteger();
    final CountDownLatch finished;
    volatile boolean over;
    volatile Throwable failure;

    Round(KernelPair kernels, Place place, Limits limits, int threads) {
        this.kernels = kernels;
        this.place = place;
        this.limits = limits;
        finished = new CountDownLatch(threads);
    }

    /** Fails if a garbage collection has moved the array. */
    static void requireInPlace(Region region) throws TrialFailed {
        if (!region.inPlace()) {
            throw new TrialFailed("a garbage collection moved the array", CellReason.STOPPED);
        }
    }

    void fail(Throwable thrown) {
        if (failure == null) {
            failure = thrown;
        }
        over = true;
    }
}
