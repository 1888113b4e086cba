package org.tearline.engine.worker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.agrona.UnsafeApi;
import org.tearline.engine.link.Message;
import org.tearline.engine.link.TrialRequest;
import org.tearline.kernel.Accesses;
import org.tearline.kernel.ContenderLoop;
import org.tearline.kernel.Stressor;
import org.tearline.memory.Region;
import org.tearline.plan.AccessRules;
import org.tearline.plan.SplitLocks;
import org.tearline.plan.TrialSpec;

/**
 * What a worker needs to run trials: memory, compiled loops and pinned threads. Serves the trial itself, its controls
 * and its calibration, so that all of them happen in the same memory and on the same CPUs. One orchestrating thread.
 */
class Workbench implements AutoCloseable {
    /** The longest that a batch of split-locked operations may take. */
    private static final long SPLIT_LOCKED_BATCH_NANOS = 1_000_000;

    private final Message.Assignment made;
    private final AccessRules rules;
    private final SplitLocks splitLocks;
    private long splitLockNanos;
    private final Region region;
    private final Kernels kernels;
    private final TrialThreads threads;
    private final Consumer<Stressor> trying;
    private final Set<Stressor> tried = EnumSet.noneOf(Stressor.class);
    private boolean onTrial;

    /**
     * Takes the threads and the memory; the threads go to their CPUs while the first loops are compiled.
     *
     * @param trying hears of each stressor before it is used for the first time, and of null when it has survived
     */
    Workbench(Message.Assignment assignment, JitLog log, Consumer<Stressor> trying) {
        this(assignment, log, trying, accesses -> accesses);
    }

    /** The same, with the region's accesses replaced. */
    Workbench(Message.Assignment assignment, JitLog log, Consumer<Stressor> trying, UnaryOperator<Accesses> accesses) {
        this.trying = trying;
        TrialRequest request = assignment.request();
        TrialSpec trial = request.trial();
        this.made = assignment;
        // The flag of this very JVM, which costs nothing to read.
        this.rules = request.rules().withUnalignedAccesses(UnsafeApi.unalignedAccess());
        this.threads = new TrialThreads(trial.writers(), trial.readers(), request.threadCpus());
        this.splitLocks = request.splitLocks();
        this.region = Region.open(trial.memory(), rules.geometry().pageBytes(),
            request.file() == null ? null : Path.of(request.file()));
        this.kernels = new Kernels(trial.memory(), region, rules.geometry(), trial.tier(), log,
            accesses.apply(Accesses.of(trial.memory())));
    }

    /** Whether this bench serves a trial as it is, with the loops that it has compiled. */
    boolean serves(Message.Assignment next) {
        TrialSpec mine = made.request().trial();
        TrialSpec other = next.request().trial();
        return mine.memory() == other.memory() && mine.tier() == other.tier() && mine.writers() == other.writers()
            && mine.readers() == other.readers() && made.request().threadCpus().equals(next.request().threadCpus())
            && Objects.equals(made.request().file(), next.request().file())
            && splitLocks == next.request().splitLocks() && made.without().equals(next.without()) && !threads.stopped();
    }

    /** What an access comes to on this machine, in this JVM. */
    AccessRules rules() {
        return rules;
    }

    Region region() {
        return region;
    }

    Kernels kernels() {
        return kernels;
    }

    TrialThreads threads() {
        return threads;
    }

    /** What one split-locked operation takes here, or 0 if none may be made; timed when it is first asked for. */
    long splitLockNanos() throws InterruptedException {
        if (splitLocks.allowed() && splitLockNanos == 0) {
            splitLockNanos = SplitLock.time(rules.geometry());
        }
        return splitLockNanos;
    }

    /** The places of a trial. */
    List<Place> tested(TrialSpec trial) {
        return Place.tested(trial, region, rules);
    }

    /** Whether a trial that nobody asked for, such as a calibration, may be run here. */
    boolean allowed(TrialSpec trial) {
        return rules.mayRunUnasked(trial, splitLocks);
    }

    /** The stressors that this JVM and CPU can do. */
    List<Stressor> stressors() {
        return Arrays.stream(Stressor.values()).filter(stressor -> stressor.problem(made.request().threadCpus(),
            made.request().trial().tier()) == null
            && !made.without().contains(stressor)).toList();
    }

    /** The loops of a trial under a stressor. */
    KernelPair pair(TrialSpec trial, Stressor stressor) throws IOException {
        if (tried.add(stressor)) {
            onTrial = true;
            trying.accept(stressor);
        } else if (onTrial) {
            onTrial = false;
            trying.accept(null);
        }
        return new KernelPair(kernels.writer(trial, stressor.writer()), kernels.reader(trial, stressor.reader()),
            stressor.steals() ? new ContenderLoop() : null);
    }

    /**
     * Hammers once.
     *
     * @throws RoundFailed if an access threw
     */
    RoundTally hammer(Place place, KernelPair pair, long nanos, long changes, boolean atFirstTear)
        throws InterruptedException, RoundFailed {
        Region.put(place.address(), place.trial().width(), place.generations().table(0)[0]);
        return threads.run(new Round(pair, place,
            new Round.Limits(nanos, changes, atFirstTear, maxBatch(place.trial())), threads.size()));
    }

    @Override
    public void close() {
        threads.close();
        region.close();
    }

    private int maxBatch(TrialSpec trial) throws InterruptedException {
        if (!rules.splitLocked(trial)) {
            return TrialThreads.MAX_BATCH;
        }
        return (int) Math.max(1, Math.min(TrialThreads.MAX_BATCH, SPLIT_LOCKED_BATCH_NANOS / splitLockNanos()));
    }
}
