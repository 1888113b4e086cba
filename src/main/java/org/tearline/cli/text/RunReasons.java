// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.tearline.file.PublishedMachine;
import org.tearline.machine.Virtualization.Emulated;
import org.tearline.page.Words;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.Width;
import org.tearline.verdict.Rate;
import org.tearline.verdict.TrialResult;
import org.tearline.verdict.TrialResult.Controls.StressorUse;
import org.tearline.verdict.TrialResult.Judgement;
import org.tearline.verdict.TrialResult.TrialOutcome;
import org.tearline.verdict.Verdict;
import org.tearline.verdict.WhoTore;
import org.tearline.verdict.WhoTore.Side;

/** Why a trial came out as it did, what the vendor promises there, and what to try next. */
final class RunReasons {
    /** The largest relative error, one sigma of single tears, at which a number is steady to a factor of two. */
    private static final double STEADY = 0.2;

    private RunReasons() {
    }

    /** The rest of the "why" line, after the place. */
    static String why(TrialResult result) {
        Judgement judgement = result.judgement();
        String promise = comparable(result) ? promise(result) : "";
        return switch (judgement.verdict()) {
            case TORN -> "; " + (judgement.whoTore() == null ? judgement.reason() : sides(judgement.whoTore()))
                + promise;
            case NONE -> (result.trial().tier() == Tier.INTERPRETER && !promise(result, result.trial()).atomic()
                ? "; the interpreter's own pace hides tears: may tear, not seen here; the CPU's granule decides" : "")
                + promise;
            case INCONCLUSIVE, REFUSED, FAULT -> "";
        };
    }

    /** Null if there is nothing to do. */
    static String advice(TrialResult result) {
        TrialSpec trial = result.trial();
        return switch (result.judgement().verdict()) {
            case TORN -> comparable(result) && !trial.aligned() ? afterTear(result) : null;
            case REFUSED -> afterRefusal(trial, result.outcome());
            case FAULT -> trial.aligned() ? null
                : "try " + aligned(trial) + ", where an access does not fault for its alignment";
            case NONE, INCONCLUSIVE -> null;
        };
    }

    /** No vendor promises what an emulator does, or what the JVM makes of pieces. */
    private static boolean comparable(TrialResult result) {
        return result.outcome() != null && result.machine().emulated() != Emulated.YES && !result.outcome().piecewise();
    }

    private static String promise(TrialResult result) {
        PairPromise promise = promise(result, result.trial());
        return "; " + (result.judgement().verdict() == Verdict.TORN ? PromiseText.ofTear(promise)
            : PromiseText.ofSilence(promise));
    }

    private static PairPromise promise(TrialResult result, TrialSpec trial) {
        return Guarantees.load().pair(PublishedMachine.traits(result.machine()), trial, result.machine().rules());
    }

    private static String afterTear(TrialResult result) {
        PairPromise there = promise(result, result.trial().at(0));
        int bytes = result.trial().width().bytes();
        return there.atomic() ? "move it to a multiple of " + bytes + ": " + PromiseText.ofSilence(there)
            : "none by alignment: no vendor promises " + result.trial().width().described() + " whole at a multiple of "
                + bytes + " either";
    }

    private static String afterRefusal(TrialSpec trial, TrialOutcome outcome) {
        if (outcome == null || outcome.refusal() == null) {
            return "try an ordinary write and read, such as --write ordered --read volatile, which lock nothing;"
                + " or " + aligned(trial);
        }
        if (trial.width().isVector()) {
            return "try a vector that this CPU has a register for, such as --width " + Width.VECTOR_16.bytes();
        }
        List<String> ways = new ArrayList<>();
        if (trial.memory() != Memory.UNSAFE) {
            ways.add("--memory unsafe, which checks no alignment");
        }
        if (!trial.aligned()) {
            ways.add(aligned(trial));
        }
        return ways.isEmpty() ? null : "try " + String.join("; or ", ways);
    }

    private static String aligned(TrialSpec trial) {
        int bytes = trial.width().bytes();
        return "--offset " + trial.offset() / bytes * bytes + ", a multiple of " + bytes;
    }

    private static String sides(WhoTore who) {
        String write = side("the write", who.write());
        String read = side("the read", who.read());
        return switch (who.who()) {
            case BOTH -> "torn by both: " + write + "; " + read;
            case WRITE, WRITE_AT_LEAST -> "torn by " + write + "; " + read;
            case READ, READ_AT_LEAST -> "torn by " + read + "; " + write;
            case UNKNOWN -> "which side tore cannot be told: " + write + "; " + read;
            case NOT_ASKED -> "which side tore was not asked";
        };
    }

    private static String side(String name, Side side) {
        return switch (side.state()) {
            case TEARS -> name + " (" + Words.count(side.torn()) + " of " + Words.count(side.changes()) + ")";
            case NOT_SEEN -> name + " was not seen to in " + Words.count(side.changes()) + " changes"
                + (side.upperBound95() == null ? "" : " (" + Words.below(side.upperBound95())
                    + (side.strong() ? ", strong)" : ")"));
            case PROMISED -> name + " is promised to be whole";
            case NOT_ASKED -> name + " was not asked";
        };
    }

    /** No more digits than the slices agree on. */
    static String rate(Rate rate) {
        Rate.Interval interval = rate.interval95();
        return (rate.isTenfold() ? Words.chances(rate.lowest(), rate.highest()) : Words.chance(rate.perChange()))
            + "; " + (interval == null ? "of one sample, so its spread is not known" : "95 %: "
            + Words.chances(interval.lower(), interval.upper()) + ", by the spread of " + rate.samples() + " slices");
    }

    /**
     * The share of these changes that would have been torn across a line, by what each stressor tore there. It says
     * that this write and read can be seen to tear, not that a split elsewhere would be. Empty if too few tears were
     * seen to know it to a factor of two.
     */
    static OptionalDouble sensitivity(List<StressorUse> calibration, TrialOutcome outcome) {
        Map<String, StressorUse> across = calibration.stream().filter(use -> use.changes() > 0)
            .collect(Collectors.toMap(StressorUse::name, use -> use));
        double torn = 0;
        double variance = 0;
        for (StressorUse use : outcome.stressors()) {
            StressorUse there = across.get(use.name());
            if (there != null) {
                double weight = (double) use.changes() / there.changes();
                torn += weight * there.torn();
                variance += weight * weight * there.torn();
            }
        }
        return torn > 0 && Math.sqrt(variance) <= STEADY * torn
            ? OptionalDouble.of(torn / outcome.tally().counts().changes()) : OptionalDouble.empty();
    }
}
