package org.tearline.engine;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.tearline.memory.Region;
import org.tearline.plan.Budget;
import org.tearline.plan.Crossing;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Until;
import org.tearline.result.Controls;
import org.tearline.result.Counts;
import org.tearline.result.StressorUse;
import org.tearline.result.TrialOutcome;

/**
 * Runs one trial inside the worker: hammers slice by slice until it is torn or has had its changes, then asks who tore
 * or runs the controls. One orchestrating thread.
 */
final class TrialRunner {
    /** A locked read is a split lock across a line, so it gets no more than this with each stressor. */
    private static final long CONFIRM_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Message.Assignment assignment;
    private final TrialSpec trial;
    private final Workbench bench;
    private final Events events;
    private final List<Place> places;
    private final StressorPolicy policy;
    private final Harvest total = new Harvest();
    private final Set<Object> loops = new LinkedHashSet<>();
    private int slices;
    private boolean calibrated;
    private List<StressorUse> calibration = List.of();
    private long confirmed;

    /** Hears what happens while a trial runs. Called by the orchestrating thread. */
    interface Events {
        /** The first tear was seen. */
        void firstTear(Harvest soFar) throws IOException;

        /** What was seen, before memory is asked about it; the worker may not survive a split lock. */
        void beforeConfirming(TrialOutcome outcome) throws IOException;

        /** Another slice is over. */
        void slice(Harvest soFar, Stressor used) throws IOException;
    }

    TrialRunner(Message.Assignment assignment, Workbench bench, Events events) {
        this.assignment = assignment;
        this.trial = assignment.trial();
        this.bench = bench;
        this.events = events;
        this.places = Place.all(trial, bench.region(), bench.geometry());
        StressorPolicy.Mode mode = bench.geometry().crossing(trial.offset(), trial.width()) == Crossing.NONE
            ? StressorPolicy.Mode.INSIDE : StressorPolicy.Mode.ACROSS;
        this.policy = switch (assignment.stressor()) {
            case Stressor.AUTO -> new StressorPolicy(bench.stressors(), mode);
            case Stressor.EACH -> new StressorPolicy(bench.stressors(), StressorPolicy.Mode.EACH);
            default -> new StressorPolicy(List.of(Stressor.named(assignment.stressor())), mode);
        };
    }

    TrialOutcome run() throws IOException, InterruptedException, RoundFailed {
        bench.region().clear();
        try {
            bench.kernels().accesses().tryOnce(trial.write(), trial.read(), places.get(0).position());
        } catch (IllegalStateException | IllegalArgumentException | UnsupportedOperationException e) {
            return outcome(null, e.toString(), true, false);
        }
        boolean pinned = bench.crew().seated() && assignment.seats().pinned();
        Budget budget = assignment.budget();
        while (!finished(budget)) {
            hammerOnce(budget);
        }
        boolean guardsIntact = IntStream.range(0, Region.BAYS).allMatch(bay ->
            bench.region().guardsIntact(bench.region().bay(bay) + trial.offset(), trial.width()));
        Controls controls = null;
        if (total.counts().torn() > 0) {
            events.beforeConfirming(outcome(null, null, guardsIntact, pinned));
            confirm();
        } else if (total.counts().changes() >= budget.changes() && assignment.controls()) {
            calibrate();
            controls = new ControlRuns(bench).run(trial, calibration);
        }
        return outcome(controls, null, guardsIntact, pinned);
    }

    private boolean finished(Budget budget) {
        return bench.crew().stopped() || total.nanos() >= budget.nanos()
            || total.counts().changes() >= budget.changes()
            || total.counts().torn() > 0 && budget.until() != Until.BUDGET;
    }

    private void hammerOnce(Budget budget) throws IOException, InterruptedException, RoundFailed {
        if (policy.hasTriedAll() && total.counts().torn() == 0 && assignment.controls()) {
            calibrate();
        }
        StressorPolicy.Slice next = policy.next();
        Stressor stressor = next.stressor();
        KernelPair pair = bench.pair(trial, stressor);
        loops.add(pair.writer());
        loops.add(pair.reader());
        Counts before = total.counts();
        Harvest slice = bench.hammer(places.get(slices++ % places.size()), pair,
            Math.min(next.nanos(), budget.nanos() - total.nanos()), budget.changes() - before.changes(),
            budget.until() == Until.FIRST);
        policy.learn(stressor, slice.nanos(), slice.counts().changes(), slice.counts().torn());
        total.follow(slice);
        if (before.torn() == 0 && total.counts().torn() > 0) {
            events.firstTear(total);
        }
        events.slice(total, stressor);
    }

    private void calibrate() throws IOException, InterruptedException, RoundFailed {
        if (!calibrated) {
            calibrated = true;
            calibration = new ControlRuns(bench).calibrate(trial);
            policy.weigh(calibration);
        }
    }

    /** Where neither side is locked, has a locked read look at the same writes: sees it them torn, the write tore. */
    private void confirm() throws IOException, InterruptedException, RoundFailed {
        TrialSpec locked = trial.with(trial.write(), ReadMode.EXCHANGE);
        boolean askedFor = assignment.budget().until() != Until.SETTLED && !bench.crew().stopped();
        if (!askedFor || trial.lockedOnX86() || trial.piecewise() || !bench.allowed(locked)
            || trial.memory() == Memory.BYTEBUFFER && !trial.aligned()) {
            return;
        }
        for (Stressor stressor : List.of(policy.best(), Stressor.STORE_FIRST_WRITER_WRITEBACK_SECOND,
            Stressor.STORE_SECOND_WRITER_EVICT_SECOND)) {
            if (confirmed == 0 && bench.stressors().contains(stressor)) {
                confirmed = bench.hammer(Place.of(locked, bench.region(), bench.geometry()),
                    bench.pair(locked, stressor), CONFIRM_NANOS, Long.MAX_VALUE, false).counts().torn();
            }
        }
    }

    private String tierProblem() throws IOException {
        for (Object loop : loops) {
            String problem = bench.kernels().tierProblem(loop);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private TrialOutcome outcome(Controls controls, String refusal, boolean guardsIntact, boolean pinned)
        throws IOException {
        Counts counts = total.counts().plus(new Counts(0, 0, 0, 0, 0, confirmed, 0));
        return new TrialOutcome(counts, Arrays.stream(total.seams()).boxed().toList(), total.witnesses(),
            total.firstTornNanos(), total.nanos(), total.writerNanos(), controls, policy.uses(), refusal,
            tierProblem(), guardsIntact, bench.splitLocked(trial) ? bench.splitLockNanos() : 0, pinned,
            bench.crew().stopped());
    }
}
