// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.agrona.UnsafeApi;
import org.tearline.loop.Accesses;
import org.tearline.loop.Region;
import org.tearline.loop.Stressor;
import org.tearline.machine.Jvm;
import org.tearline.machine.KernelFiles.X86Family;
import org.tearline.machine.KernelFiles;
import org.tearline.run.link.Message.HasRead;
import org.tearline.run.link.Message.Limits;
import org.tearline.run.link.Message.Where;
import org.tearline.run.link.Message;
import org.tearline.run.link.TrialRequest;
import org.tearline.run.worker.Round.KernelPair;
import org.tearline.run.worker.Round.Place;
import org.tearline.run.worker.TrialThreads.RemoteReaders;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Side;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec;

/**
 * The memory, compiled loops and pinned threads that a trial shares with its controls and calibration. In a two-process
 * trial, the writers' process and the readers' process have one bench each. Used by one thread; any thread may call
 * {@link #stop()}.
 */
class Workbench implements AutoCloseable {
    /**
     * The longest batch of split-locked operations, given their cost without contention. On Emerald Rapids, an
     * operation takes 15 us alone, but 70 us under contention. Batches meant to take a millisecond therefore took 4 ms,
     * and the first slices of all stressors took 100 ms of a quarter-second trial.
     */
    private static final long SPLIT_LOCKED_BATCH_NANOS = 100_000;
    /**
     * Most accesses in a batch of a side that does not lock, beside one that does. Each access may wait for a split
     * lock, but very short batches miss tears: on Emerald Rapids, a reader with batches of 1 or 2 saw 2 to 3 % of a CAS
     * writer's changes torn, and with 6 or more about 30 %.
     */
    private static final int BATCH_BESIDE_SPLIT_LOCKS = 32;

    /** The rules for this machine and JVM. */
    final AccessRules rules;
    final Region region;
    final Kernels kernels;
    private final TierCheck tier;
    private final TrialRequest madeFor;
    private final X86Family family;
    private final Consumer<Stressor> trying;
    private final Set<Stressor> tried = EnumSet.noneOf(Stressor.class);
    private boolean inFirstUse;
    private long splitLockNanos;
    private boolean splitLockConfirmed;
    private final TrialThreads threads;
    private final RemoteReaders remote;
    private final Map<List<Object>, List<Place>> places = new HashMap<>();

    /**
     * Starts the threads, which pin themselves while the first loops are compiled.
     *
     * @param trying     receives each stressor before its first use, and null once that use has done no harm
     * @param accesses   replaces the accesses in tests
     * @param forReaders whether this is the readers' process of a two-process trial
     */
    Workbench(TrialRequest request, JitLog log, Consumer<Stressor> trying, UnaryOperator<Accesses> accesses,
              boolean forReaders) throws IOException {
        TrialSpec trial = request.trial();
        // Done first, so that the readers' process boots in the meantime.
        if (forReaders || trial.processes() == Processes.ONE) {
            this.remote = null;
        } else {
            this.remote = new RemoteReaders(trial.tier());
        }
        this.madeFor = request;
        this.rules = new AccessRules(request.rules().architecture(), request.rules().geometry(),
            UnsafeApi.unalignedAccess()).in(Jvm.here().kind());
        this.family = KernelFiles.live().family();
        this.trying = trying;
        int pageBytes = rules.geometry().pageBytes();
        if (request.file() == null) {
            this.region = Region.open(trial.memory(), pageBytes);
        } else if (forReaders) {
            this.region = Region.join(trial.memory(), pageBytes, request.file());
        } else {
            this.region = Region.open(trial.memory(), pageBytes, request.file());
        }
        int writers = trial.writers();
        int readers = trial.readers();
        if (forReaders) {
            writers = 0;
        } else if (remote != null) {
            readers = 0;
        }
        this.threads = new TrialThreads(writers, readers, request.threadCpus());
        this.tier = new TierCheck(trial.tier(), log);
        this.kernels = new Kernels(trial.memory(), region, rules.geometry(), tier, accesses);
    }

    /** Whether a trial can use this bench. None can after a stop, or after a garbage collection has moved the array. */
    boolean serves(TrialRequest next) {
        return fixed(madeFor).equals(fixed(next)) && !threads.stopped() && region.inPlace();
    }

    /** What cannot change while a bench exists. */
    private static List<Object> fixed(TrialRequest request) {
        TrialSpec trial = request.trial();
        return Arrays.asList(trial.memory(), trial.processes(), trial.tier(), trial.writers(), trial.readers(),
            request.threadCpus(), request.rules().geometry(), request.file(), request.splitLocks(), request.without());
    }

    /** Waits until the threads of this process have tried to pin themselves; returns whether all are on their CPUs. */
    boolean awaitPlacement() {
        return threads.awaitPlacement() && (remote == null || remote.placed());
    }

    /** Ends the running round early and makes every later one end at once. Thread-safe. */
    void stop() {
        threads.stop();
        if (remote != null) {
            remote.stop();
        }
    }

    boolean stopped() {
        return threads.stopped();
    }

    /** The cost of a split lock, or 0 if split locks are not allowed; measured at the first call. */
    long splitLockNanos() {
        if (madeFor.splitLocks().allowed() && splitLockNanos == 0) {
            splitLockNanos = SplitLock.time(rules.geometry());
        }
        return splitLockNanos;
    }

    /**
     * Measures a slow split lock again, because an interrupt may have caused it. Called after counting: it takes long.
     */
    void confirmSplitLockNanos() {
        if (!splitLockConfirmed && SplitLock.delayed(splitLockNanos) && !stopped()) {
            splitLockNanos = SplitLock.timeAgain(rules.geometry());
            splitLockConfirmed = true;
        }
    }

    boolean guardsIntact(TrialSpec trial) {
        return IntStream.range(0, Region.SLOTS)
            .allMatch(slot -> region.guardsIntact(region.slot(slot) + trial.offset(), trial.width()));
    }

    List<Place> places(Where where, TrialSpec trial) {
        return places.computeIfAbsent(List.of(where, trial), key -> Place.all(where, trial, region, rules));
    }

    /** Whether a trial that the user did not request, such as a calibration, may run. */
    boolean allowed(TrialSpec trial) {
        return !rules.refused(trial) && rules.mayRunUnasked(trial, madeFor.splitLocks());
    }

    /** Returns the loops of this process, and announces the first use of a stressor. */
    KernelPair pair(TrialSpec trial, Stressor stressor) throws IOException {
        announceFirstUse(stressor);
        if (remote != null) {
            return new KernelPair(kernels.writer(trial, stressor), null, stressor);
        }
        return new KernelPair(kernels.writer(trial, stressor), kernels.reader(trial, stressor), stressor);
    }

    /**
     * Announces a stressor before its first use, in case it kills the worker. The next call announces that it did not:
     * by null, or by announcing another one.
     */
    private void announceFirstUse(Stressor stressor) {
        if (tried.add(stressor)) {
            inFirstUse = true;
            trying.accept(stressor);
        } else if (inFirstUse) {
            inFirstUse = false;
            trying.accept(null);
        }
    }

    List<Stressor> likeliest(TrialSpec trial) {
        return Stressor.likeliest(trial, rules, family);
    }

    /** The usable stressors, except those that are left out. */
    List<Stressor> usable(TrialSpec trial) {
        return Stressor.usable(trial, rules, family).stream()
            .filter(stressor -> !madeFor.without().contains(stressor))
            .toList();
    }

    /**
     * Runs one round. Fails if an access threw or the readers' process died. Also fails if a garbage collection moved
     * the array, because guards, stressors and the offset depend on its address.
     */
    RoundTally count(Place place, KernelPair pair, long nanos, long changes, boolean atFirstTear) throws IOException {
        Round.requireInPlace(region);
        place.prepare();
        Round round = new Round(pair, place, new Limits(nanos, changes, atFirstTear, maxBatch(place.trial(),
            Side.WRITE), maxBatch(place.trial(), Side.READ)), threads.size());
        tier.watch(pair);
        RoundTally tally;
        if (remote == null) {
            tally = threads.run(round);
        } else {
            tally = remote.run(round, madeFor, threads);
        }
        Round.requireInPlace(region);
        tally.noteProblem(tier.problemOfWatched(pair));
        return tally;
    }

    /** Runs the readers' part of a round. */
    HasRead read(Message.Read order) throws IOException {
        KernelPair reader = new KernelPair(null, kernels.reader(order.trial(), order.stressor()), null);
        tier.watch(reader);
        RoundTally tally = threads.run(new Round(reader, places(order.where(), order.trial()).get(order.slot()),
            order.limits(), threads.size()));
        return new HasRead(tally.tally(tally.planted()), tally.nanos(), tally.firstTornNanos(),
            tier.problemOfWatched(reader), threads.awaitPlacement());
    }

    @Override
    public void close() {
        threads.close();
        if (remote != null) {
            remote.close();
        }
        region.close();
    }

    private int maxBatch(TrialSpec trial, Side side) {
        if (!rules.splitLocked(trial)) {
            // The torn values of a batch must fit into the caches.
            return TrialThreads.MAX_BATCH / trial.width().words();
        }
        if (!rules.splitLocked(trial, side)) {
            return BATCH_BESIDE_SPLIT_LOCKS;
        }
        return (int) Math.max(1, Math.min(TrialThreads.MAX_BATCH, SPLIT_LOCKED_BATCH_NANOS / splitLockNanos()));
    }
}
