// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.tearline.loop.Stressor;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.Budget;
import org.tearline.trial.Geometry;
import org.tearline.trial.PairKind;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Grading;
import org.tearline.verdict.Granules.Granule.Sum;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Granules.TriedPair;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Tally;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.Verdict;

/**
 * Measures the granules of a machine in one worker, with the same stressors throughout. For each kind of access, it
 * tries the line boundary first, then smaller and smaller boundaries; two locked sides are tried only at the line
 * boundary. A tear ends a trial, so most of the time is spent on boundaries that do not tear. Not thread-safe.
 */
public final class GranuleSearch {
    /** Time limit per trial until one tears. On Zen 4, reads of a CAS write across a line tore after 2 to 50 ms. */
    private static final long TEAR_NANOS = TimeUnit.MILLISECONDS.toNanos(800);
    /** Time limit per trial after a tear at a larger boundary, and for the middle of a vector. */
    private static final long SILENT_NANOS = TimeUnit.MILLISECONDS.toNanos(600);
    /** Safety factor for the number of changes, because a rate based on few tears is uncertain. */
    private static final double MARGIN = 1.5;
    private static final Budget TO_FIND_A_TEAR = new Budget(TEAR_NANOS, Budget.DEFAULT_CHANGES);
    /** For boundaries below the granule's lower bound, and for the middle of a vector. */
    private static final Budget TO_FIND_EXCEPTIONS = new Budget(SILENT_NANOS, Granule.QUICK_CHANGES);

    private final Tester tester;
    private final TrialRequest like;
    private final Width width;
    private final Geometry geometry;
    private final List<TriedPlace> tried = new ArrayList<>();

    /** {@code like} specifies what all trials share: memory, width, tier, CPUs, and whether split locks are allowed. */
    public GranuleSearch(Tester tester, TrialRequest like) {
        this.tester = tester;
        this.like = like;
        width = like.trial().width();
        geometry = like.rules().geometry();
    }

    /** The granules, and the trials from which they were derived. */
    public record Found(Granules granules, List<TriedPlace> tried) {
        /** Returns the offsets that were tried. What the granules say about all others follows by the law. */
        public List<Integer> offsets() {
            return tried.stream()
                .filter(place -> place.counts().changes() > 0)
                .map(place -> place.trial().offset())
                .distinct()
                .sorted()
                .toList();
        }

        /**
         * Returns the verdict on a place. Its trial ran without controls of its own, and is inconclusive by itself
         * unless it tore; but a place that supports a lower bound has the planted tears, the torn places and the
         * aligned place of the whole search as controls.
         */
        public Verdict verdict(TriedPlace place) {
            if (supportsABound(place)) {
                return Verdict.NOT_SEEN;
            }
            CellReason doubt = Grading.reason(Budget.LEAST_CHANGES, place.outcome());
            if (doubt == null) {
                return Verdict.TORN;
            }
            return doubt.state();
        }

        private boolean supportsABound(TriedPlace place) {
            if (place.counts().torn() > 0 || place.boundary() == Geometry.OWN_MIDDLE) {
                return false;
            }
            if (place.kind() == PairKind.LOCKED) {
                return granules.locked() == Fate.WHOLE;
            }
            return place.boundary() < granules.of(place.kind(), place.trial().width()).atLeast()
                && place.counts().changes() >= Granule.QUICK_CHANGES;
        }
    }

    /** One trial: the kind of access that it tests, and the boundary that its value crosses. */
    public record TriedPlace(PairKind kind, int boundary, TrialSpec trial, TrialOutcome outcome) {
        public Counts counts() {
            return outcome.counts();
        }
    }

    public Found run() throws IOException {
        List<TriedPair> pairs = new ArrayList<>();
        for (PairKind kind : kinds()) {
            pairs.add(new TriedPair(kind, width, descend(kind)));
        }
        return new Found(Granules.of(pairs), List.copyOf(tried));
    }

    /**
     * Returns the kinds to test. A store or load can be tested alone only against a locked access across a line, which
     * the CPU, the JVM and the memory must support and the request must allow.
     */
    private List<PairKind> kinds() {
        List<PairKind> kinds = List.of(PairKind.STORE, PairKind.LOAD, PairKind.LOCKED);
        if (width.isVector()) {
            kinds = List.of(PairKind.STORE, PairKind.LOAD);
        }
        TrialSpec locked = trial(kinds.get(kinds.size() - 1), geometry.lineBytes());
        boolean mayLock = like.rules().hasSplitLocks() && like.splitLocks().allowed();
        if (like.rules().jvmKnown() && mayLock && !like.rules().refused(locked)) {
            return kinds;
        }
        return List.of(PairKind.PAIR);
    }

    /**
     * Tries the line boundary and, unless both sides lock, every smaller one; also the page boundary if nothing tears
     * across a line.
     */
    private List<Sum> descend(PairKind kind) throws IOException {
        if (kind == PairKind.LOCKED) {
            return List.of(tryPlace(kind, geometry.lineBytes(),
                new Budget(TEAR_NANOS, Budget.LEAST_SPLIT_LOCKED_CHANGES)));
        }
        // The middle of an aligned scalar, or the boundary between two lanes of a vector.
        int smallest = Math.min(width.bytes(), 2 * Long.BYTES) / 2;
        List<Sum> places = new ArrayList<>();
        Budget budget = TO_FIND_A_TEAR;
        for (int boundary = geometry.lineBytes(); boundary >= smallest && !tester.stopped(); boundary /= 2) {
            Sum place = tryPlace(kind, boundary, budget);
            places.add(place);
            if (boundary == geometry.lineBytes() && place.torn() == 0) {
                place = tryPlace(kind, geometry.pageBytes(), budget);
                places.add(place);
            }
            if (place.torn() > 0) {
                budget = toBound(place);
            } else if (budget != TO_FIND_A_TEAR) {
                // The granule's lower bound is larger than this boundary.
                budget = TO_FIND_EXCEPTIONS;
            }
        }
        if (width.isVector() && kind != PairKind.PAIR && !tester.stopped()) {
            places.add(tryPlace(kind, Geometry.OWN_MIDDLE, TO_FIND_EXCEPTIONS));
        }
        return places;
    }

    /**
     * Returns the budget for the boundary below one that tore. If nothing tears there, the granule is at least the
     * boundary that tore.
     */
    private static Budget toBound(Sum larger) {
        double rate = (double) larger.torn() / larger.changes();
        double changes = Math.max(Granule.STRONG_CHANGES, MARGIN * Granule.QUICK_EXPECTED / rate);
        return new Budget(SILENT_NANOS, Math.round(changes));
    }

    private Sum tryPlace(PairKind kind, int boundary, Budget budget) throws IOException {
        TrialSpec trial = trial(kind, boundary);
        TrialOutcome outcome = tester.run(like.with(trial, budget, Stressor.MIX), TrialListener.SILENT);
        tried.add(new TriedPlace(kind, boundary, trial, outcome));
        return sum(trial, outcome);
    }

    private TrialSpec trial(PairKind kind, int boundary) {
        int offset = Math.max(0, boundary - width.bytes() / 2);
        if (boundary == Geometry.OWN_MIDDLE) {
            // Half a long from a multiple of 8, so that the middle is not at a boundary as well.
            offset = Long.BYTES / 2;
        }
        TrialSpec trial = tested(kind, like.trial().at(offset));
        if (trial.oneSided()) {
            return trial.across(boundary);
        }
        return trial;
    }

    /** Returns a trial whose other side is locked, so that any tear is that of the tested one. */
    private TrialSpec tested(PairKind kind, TrialSpec trial) {
        WriteMode store = WriteMode.ORDERED;
        // On x86-64, the interpreter locks all stores except plain ones. A vector has only plain accesses.
        if (width.isVector() || trial.tier() == Tier.INTERPRETER) {
            store = WriteMode.PLAIN;
        }
        ReadMode load = ReadMode.VOLATILE;
        if (width.isVector()) {
            load = ReadMode.PLAIN;
        }
        return switch (kind) {
            case STORE -> trial.with(store, ReadMode.EXCHANGE);
            case LOAD -> trial.with(WriteMode.CAS, load);
            case LOCKED -> trial.with(WriteMode.CAS, ReadMode.EXCHANGE);
            // Every memory supports plain accesses at a misaligned offset, and no CPU faults on them.
            case PAIR -> trial.with(WriteMode.PLAIN, ReadMode.PLAIN);
        };
    }

    private Sum sum(TrialSpec trial, TrialOutcome outcome) {
        int boundary = geometry.boundary(trial);
        if (!isUsable(outcome)) {
            return Sum.of(boundary, 0, 0, 0, 0, false);
        }
        Tally tally = outcome.tally();
        // The interpreter is too slow to show most tears.
        boolean sound = like.trial().tier() != Tier.INTERPRETER && outcome.pinned() && tally.planted().held()
            && !tally.planted().tooOften() && !like.rules().splitLocked(trial);
        long changes = tally.counts().changes();
        if (tally.witnesses().isEmpty()) {
            return Sum.of(boundary, changes, 0, 0, 0, sound);
        }
        return Sum.of(boundary, changes, tally.counts().torn(), Counts.sum(tally.lowNew()),
            Counts.sum(tally.highNew()), sound);
    }

    private static boolean isUsable(TrialOutcome outcome) {
        return outcome.cause() == null && outcome.guardsIntact() && !outcome.piecewise()
            && outcome.counts().alien() == 0 && outcome.tierProblem() == null;
    }
}
