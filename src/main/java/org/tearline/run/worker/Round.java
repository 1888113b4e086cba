// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A stretch of hammering at one place with one pair of loops; ends when a reader says so. */
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

    /** When a round ends, whichever comes first; batches are limited so that a stop is heard in time. */
    record Limits(long nanos, long changes, boolean atFirstTear, int maxBatch) {
    }

    void fail(Throwable thrown) {
        if (failure == null) {
            failure = thrown;
        }
        over = true;
    }
}
