// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.loop.Kernel.ReadKernel;
import org.tearline.loop.Kernel.Target;
import org.tearline.loop.Kernel.WriteKernel;
import org.tearline.loop.Region;
import org.tearline.loop.Stressor;
import org.tearline.run.link.Message.Where;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Generations;
import org.tearline.trial.Generations.Seams;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Side;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;
import org.tearline.verdict.TornDecoder;
import org.tearline.verdict.Verdict.CellReason;

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

    /**
     * Where a trial hammers, what is stored there, and how a torn value is recognised.
     *
     * @param candidates the torn values that a CAS reader compares with; empty for any other reader
     */
    record Place(TrialSpec trial, Where where, int slot, long address, Target target, Generations generations,
                 long[] candidates, TornDecoder decoder) {

        /** One in each slot. */
        static List<Place> all(Where where, TrialSpec trial, Region region, AccessRules rules) {
            List<Place> places = in(where, region, rules, trial);
            return where == Where.PING_PONG ? places.stream().map(Place::handingOver).toList() : places;
        }

        /** With the two values that are handed back and forth. */
        private Place handingOver() {
            long[] table = generations.table(0);
            return new Place(trial, where, slot, address, target, generations, Arrays.copyOf(table, 2), decoder);
        }

        /** What the loop of one side works on: of a one-sided trial the vector, or the locked long inside it. */
        Target target(Side side) {
            return locks(side) ? target.at(address + trial.inside()) : target;
        }

        private boolean locks(Side side) {
            return trial.oneSided() && (trial.write() == WriteMode.PLAIN) == (side == Side.READ);
        }

        /** Stores what the first write will find; a vector's load looks at a long among zeros. */
        void prepare() {
            long first = generations.table(0)[0];
            Region.put(address, trial.width(), locks(Side.WRITE) ? 0 : first);
            if (locks(Side.WRITE)) {
                Region.put(address + trial.inside(), Width.LONG, first);
            }
        }

        private static List<Place> in(Where where, Region region, AccessRules rules, TrialSpec trial) {
            int firstSlot = where == Where.TESTED ? 0 : Region.CONTROL_SLOT;
            ByteOrder order = ByteOrder.nativeOrder();
            int seam = rules.plantedSeam(trial);
            BitSet legal = rules.legalSeams(trial);
            boolean asks = trial.read() == ReadMode.CAS;
            Width width = trial.seenWidth();
            boolean storesVector = trial.oneSided() && trial.write() == WriteMode.PLAIN;
            return IntStream.range(firstSlot, firstSlot + Region.SLOTS).mapToObj(slot -> {
                // One seed per slot, because the threads' rhythm may match one table's planted entries.
                long seed = trial.seed() + slot;
                Generations pairs = Generations.alternating(trial.writers(), seed, width);
                Generations generations = !asks ? Generations.cycling(trial.writers(), seed, seam, width, order)
                    : where != Where.PLANTED ? pairs
                    : Generations.alternatingWithPlanted(trial.writers(), seed, seam, width, order);
                TornDecoder decoder = new TornDecoder(generations, legal, seam, order);
                long[] candidates = asks ? Seams.candidates(pairs, asked(legal, seam), order) : new long[0];
                return new Place(trial, where, slot - firstSlot, region.base() + region.slot(slot) + trial.offset(),
                    Target.of(region, slot, trial.offset(), trial.width(), rules.geometry()), storesVector
                    ? Generations.cycling(trial.writers(), seed, trial.cut(), trial.width(), order) : generations,
                    asks && where == Where.PLANTED ? planted(candidates, decoder) : candidates, decoder);
            }).toList();
        }

        /**
         * If the reader asked for others in turn, how many planted ones it finds would depend on how long each stays.
         */
        private static long[] planted(long[] candidates, TornDecoder decoder) {
            return Arrays.stream(candidates).filter(value -> decoder.seam(new long[] {value}, 0) == TornDecoder.PLANTED)
                .toArray();
        }

        /** An aligned value is asked for a cut in its middle, which is not to be found unless planted. */
        private static BitSet asked(BitSet legal, int seam) {
            if (!legal.isEmpty()) {
                return legal;
            }
            BitSet middle = new BitSet();
            middle.set(seam);
            return middle;
        }
    }
}
