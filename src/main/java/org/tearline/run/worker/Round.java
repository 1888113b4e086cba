// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.tearline.loop.ReadKernel;
import org.tearline.loop.Stressor;
import org.tearline.loop.WriteKernel;
import org.tearline.verdict.CellReason;

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

    /**
     * The two compiled loops of a trial and stressor.
     *
     * @param writer   null in the process of the readers
     * @param reader   null in the process of the writers
     * @param stressor whose actions are in them; null for the ping-pong
     */
    record KernelPair(WriteKernel writer, ReadKernel reader, Stressor stressor) {
        /** Those in this process. */
        List<Object> loops() {
            return Stream.of(writer, reader).filter(Objects::nonNull).map(Object.class::cast).toList();
        }
    }

    /**
     * An access threw, or something that a trial needs is gone: its memory, or the process of its readers. Nothing that
     * was counted in that round may be used.
     */
    static final class RoundFailed extends IOException {
        private static final long serialVersionUID = 1L;

        private final CellReason reason;

        RoundFailed(String message, CellReason reason) {
            super(message);
            this.reason = reason;
        }

        static RoundFailed of(Throwable thrown) {
            if (thrown instanceof OutOfMemoryError) {
                // Of heap, of native memory or of threads, which the system limits: no access takes any of them.
                return new RoundFailed("the worker could get no more memory or threads: " + thrown.getMessage(),
                    CellReason.STOPPED);
            }
            return new RoundFailed(thrown.toString(), accessFaulted(thrown) ? CellReason.INTERNAL_ERROR
                : CellReason.WORKER_DIED);
        }

        /** HotSpot's way to say that an access to mapped memory raised SIGBUS. */
        private static boolean accessFaulted(Throwable thrown) {
            return thrown instanceof InternalError || thrown.getCause() != null && accessFaulted(thrown.getCause());
        }

        /** What it means for the trial, which may run again after an interruption. */
        CellReason reason() {
            return reason;
        }
    }
}
