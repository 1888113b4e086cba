// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.tearline.trial.AccessRules;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.TrialResult.Judgement;
import org.tearline.verdict.WhoTore.SideResult;

/**
 * Judges trials by their outcomes, never by their budgets. Runs, sweeps and result files follow the same rules, except
 * that a sweep's profile sets the minimum of changes. Thread-safe.
 *
 * @param rules          of the machine
 * @param promised       whether the CPU's vendor promises that neither the write nor the read of a trial tears; for
 *                       negative results and for sides that were not seen to tear
 * @param emulationKnown false if it is unknown whether the machine is emulated
 */
public record Grading(TrialSpec trial, TrialOutcome outcome, AccessRules rules, Predicate<TrialSpec> promised,
                      boolean emulationKnown) {
    /** Two stores per cycle at 6 GHz. No core is faster, so a higher rate means that the compiler folded stores. */
    static final double MAX_STORES_PER_NANO = 12;

    /** Far above an unthrottled split lock (docs/split-locks.md), far below the 10 ms of a kernel in warn mode. */
    private static final long THROTTLED_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** If n tears are expected, the probability of seeing none is e^-n; for this n it is one in a thousand. */
    private static final double EXPECTED_TEARS = Math.log(1_000);

    public Judgement judgement() {
        boolean throttled = outcome.splitLockNanos() >= THROTTLED_NANOS;
        long leastChanges = rules.leastChanges(trial);
        CellReason doubt = reason(leastChanges, outcome);
        if (doubt != null) {
            String why = sentence(doubt, leastChanges);
            return new Judgement(doubt.state(), why, null, null, null, throttled);
        }
        if (outcome.counts().torn() > 0) {
            WhoTore who = whoTore();
            return new Judgement(Verdict.TORN, caveat(), null, who, null, throttled);
        }
        double bound = Silence.RULE_OF_THREE / outcome.counts().changes();
        return new Judgement(Verdict.NOT_SEEN, null, weakness(), null, bound, throttled);
    }

    private CellReason weakness() {
        boolean tierHeld = outcome.discardedSlices() == 0;
        return new Silence(emulationKnown, rules.jvmKnown(), outcome.counts().changes(),
            rules.defaultChanges(trial), rules.crossing(trial), promised.test(trial),
            outcome.controls().tornAcrossLine(), outcome.pinned(), tierHeld, outcome.tally().planted()).weakness();
    }

    private String sentence(CellReason doubt, long leastChanges) {
        if (outcome.reason() != null) {
            return outcome.reason();
        }
        return switch (doubt) {
            case TOO_FEW_CHANGES -> String.format(Locale.ROOT, "%s: %,d of %,d", doubt.sentence(),
                outcome.counts().changes(), leastChanges);
            case TIER_NOT_REACHED -> doubt.sentence() + ": " + outcome.tierProblem();
            case PLANTED_MISSED -> doubt.sentence() + String.format(Locale.ROOT, ": %,d of %,d",
                outcome.tally().planted().found(), outcome.tally().planted().expected());
            default -> doubt.sentence();
        };
    }

    /** Returns why a tear may not be the CPU's, or why its tier is uncertain; null if neither. */
    private String caveat() {
        if (outcome.piecewise()) {
            return "the JVM splits this access in tier " + trial.tier()
                + ", so the tear says nothing about the CPU";
        }
        if (controlFailed()) {
            return controlReason(outcome.controls().aligned());
        }
        if (outcome.tierProblem() != null) {
            return "the tier is uncertain: " + outcome.tierProblem();
        }
        return null;
    }

    private boolean controlFailed() {
        return outcome.controls() != null && !outcome.controls().hold();
    }

    private static String controlReason(Seen aligned) {
        if (aligned.torn() > 0) {
            return "an aligned value tore as well: the access is split, so the tear says nothing about the CPU";
        }
        return String.format(Locale.ROOT, "the access may be split, because its control on an aligned value saw"
            + " only %,d of %,d changes", aligned.changes(), Controls.LEAST_CHANGES);
    }

    /** Returns which side tore, or null if the JVM itself splits the access or may do so. */
    private WhoTore whoTore() {
        if (outcome.piecewise() || controlFailed()) {
            return null;
        }
        SideResult write = outcome.whoTore().write();
        SideResult read = outcome.whoTore().read();
        return new WhoTore(orPromised(write, trial.withLockedRead()), orPromised(read, trial.withLockedWrite()));
    }

    /**
     * Returns the vendor's promise for a side that was not seen to tear, or the side itself without a promise. If
     * the other side were locked, only this one could tear, so a promise for such a pair is one for this side.
     */
    private SideResult orPromised(SideResult side, TrialSpec otherLocked) {
        if (!side.tears() && promised.test(otherLocked)) {
            return SideResult.PROMISED;
        }
        return side;
    }

    /**
     * Returns why an outcome is neither torn nor a negative result, or null if it is one of the two.
     *
     * @param leastChanges minimum changes for a negative result: {@link AccessRules#leastChanges} in a run; in a sweep,
     *                     that of its profile
     */
    public static CellReason reason(long leastChanges, TrialOutcome outcome) {
        Counts counts = outcome.counts();
        if (outcome.cause() != null) {
            return outcome.cause();
        }
        if (counts.alien() > 0) {
            return CellReason.ALIEN_VALUES;
        }
        if (!outcome.guardsIntact()) {
            return CellReason.GUARDS_OVERWRITTEN;
        }
        if (counts.torn() > 0) {
            // A witnessed tear is proof, so the remaining doubts concern only negative results.
            if (outcome.tally().witnesses().isEmpty()) {
                return CellReason.TEAR_WITHOUT_WITNESS;
            }
            return null;
        }
        if (outcome.writerNanos() > 0 && (double) counts.writes() / outcome.writerNanos() > MAX_STORES_PER_NANO) {
            return CellReason.STORES_FOLDED;
        }
        if (outcome.tierProblem() != null) {
            return CellReason.TIER_NOT_REACHED;
        }
        if (outcome.stopped()) {
            return CellReason.STOPPED;
        }
        if (counts.changes() == 0) {
            return CellReason.NO_CHANGE_SEEN;
        }
        if (counts.changes() < leastChanges) {
            return CellReason.TOO_FEW_CHANGES;
        }
        if (!outcome.tally().planted().held()) {
            return CellReason.PLANTED_MISSED;
        }
        if (outcome.controls() == null) {
            return CellReason.CONTROL_MISSING;
        }
        return doubt(outcome.controls().aligned());
    }

    /** Returns why an aligned control does not support a negative result, or null if it does. */
    public static CellReason doubt(Seen aligned) {
        if (aligned.torn() > 0) {
            return CellReason.ALIGNED_CONTROL_TORN;
        }
        if (aligned.changes() >= Controls.LEAST_CHANGES) {
            return null;
        }
        return CellReason.CONTROL_MISSING;
    }

    /**
     * Returns how many changes without a tear rule out the rate of tears at comparable places, with an error
     * probability of one in a thousand, or 0 if the rate is 0.
     */
    static long neededChanges(Seen comparable) {
        if (comparable.torn() == 0) {
            return 0;
        }
        return (long) Math.ceil(EXPECTED_TEARS * comparable.changes() / comparable.torn());
    }

    /**
     * Returns the items without a tear that have too few changes to rule out the rate of comparable items, each
     * with the number of changes that it needs.
     *
     * @param kind returns an item's kind; items of the same kind are comparable
     */
    public static <T> Map<T, Long> doubtful(Collection<T> tried, Function<T, ?> kind, Function<T, Seen> seen) {
        Map<T, Long> doubtful = new LinkedHashMap<>();
        Map<Object, List<T>> byKind = tried.stream()
            .collect(Collectors.groupingBy(kind, LinkedHashMap::new, Collectors.toList()));
        for (List<T> comparable : byKind.values()) {
            long needed = neededChanges(Seen.sum(comparable.stream().map(seen)));
            for (T one : comparable) {
                if (seen.apply(one).torn() == 0 && seen.apply(one).changes() < needed) {
                    doubtful.put(one, needed);
                }
            }
        }
        return doubtful;
    }
}
