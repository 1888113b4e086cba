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
import org.tearline.loop.Accesses;
import org.tearline.loop.Region;
import org.tearline.loop.Stressor;
import org.tearline.loop.StressorOrder;
import org.tearline.machine.KernelFiles;
import org.tearline.run.link.Message.Where;
import org.tearline.run.link.Message;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec;

/**
 * The memory, compiled loops and pinned threads that a trial shares with its controls and calibration. In a two-process
 * trial, the writers' process and the readers' process have one bench each. Used by one thread; any thread may call
 * {@link #stop()}.
 */
class Workbench implements AutoCloseable {
    /** The rules for this machine and JVM. */
    final AccessRules rules;
    final Region region;
    final Kernels kernels;
    final RoundLimits limits;
    final StressorOrder order;
    private final TierCheck tier;
    private final TrialRequest madeFor;
    private final Consumer<Stressor> trying;
    private final Set<Stressor> tried = EnumSet.noneOf(Stressor.class);
    private boolean inFirstUse;
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
        this.rules = request.rulesHere();
        this.limits = new RoundLimits(rules, request.splitLocks());
        this.order = new StressorOrder(rules, KernelFiles.live().family());
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

    /** The usable stressors, except those that are left out. */
    List<Stressor> usable(TrialSpec trial) {
        return order.usable(trial).stream()
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
        Round round = new Round(pair, place, limits.of(place.trial(), nanos, changes, atFirstTear),
            threads.size());
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
    Message read(Message.Read order) throws IOException {
        KernelPair reader = new KernelPair(null, kernels.reader(order.trial(), order.stressor()), null);
        tier.watch(reader);
        RoundTally tally = threads.run(new Round(reader, places(order.where(), order.trial()).get(order.slot()),
            order.limits(), threads.size()));
        tally.noteProblem(tier.problemOfWatched(reader));
        return tally.asRead(threads.awaitPlacement());
    }

    @Override
    public void close() {
        threads.close();
        if (remote != null) {
            remote.close();
        }
        region.close();
    }
}
