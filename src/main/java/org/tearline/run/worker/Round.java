// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One stretch of hammering at one place with one pair of loops. Made by the orchestrating thread, run by the whole
 * {@link TrialThreads}; ends when a reader says so.
 */
final class Round {
    final KernelPair kernels;
    final Place place;
    final Limits limits;
    final AtomicInteger writersReady = new AtomicInteger();
    final CountDownLatch finished;
    volatile boolean over;
    volatile Throwable failure;

    Round(KernelPair kernels, Place place, Limits limits, int threads) {
        this.kernels = kernels;
        this.place = place;
        this.limits = limits;
        this.finished = new CountDownLatch(threads);
    }

    /**
     * Says when a round ends, whichever comes first. Immutable.
     *
     * @param nanos       time
     * @param changes     changes of one reader
     * @param atFirstTear whether the first torn value ends it
     * @param maxBatch    the longest batch of accesses, so that a stop is heard in time
     */
    record Limits(long nanos, long changes, boolean atFirstTear, int maxBatch) {
    }

    /** Ends the round with a failure; the first one is kept. */
    void fail(Throwable thrown) {
        if (failure == null) {
            failure = thrown;
        }
        over = true;
    }
}
