// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.Map;
import org.tearline.cli.text.JsonText;
import org.tearline.machine.Machine;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Controls;
import org.tearline.verdict.Planted;
import org.tearline.verdict.Starts;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.TrialResult.Judgement;
import org.tearline.verdict.TrialResult;
import org.tearline.verdict.Verdict;
import org.tearline.verdict.WhoTore.SideResult;
import org.tearline.verdict.WhoTore;
import org.tearline.verdict.Witness;
import org.tearline.words.Members;

/** Prints one trial as JSON that follows {@code schema/run.schema.json}. */
final class RunJson {
    private RunJson() {
    }

    static String print(TrialResult result) {
        return JsonText.of(run(result));
    }

    /** Prints several starts as JSON that follows {@code schema/starts.schema.json}. */
    static String print(Starts starts) {
        return JsonText.of(Members.of(
            "schemaVersion", 1,
            "verdict", starts.deciding().judgement().verdict().answer(),
            "starts", starts.results().size(),
            "torn", starts.torn(),
            "firstTornNanos", starts.firstTornNanos(),
            "tornPerChange", starts.tornPerChange(),
            "runs", starts.results().stream().map(RunJson::run).toList()));
    }

    private static Object run(TrialResult result) {
        Judgement judgement = result.judgement();
        TrialOutcome outcome = result.outcome();
        return Members.of(
            "schemaVersion", 4,
            "verdict", judgement.verdict().answer(),
            "strength", strength(judgement),
            "reason", judgement.reason(),
            "trial", trial(result),
            "counts", outcome.counts(),
            "seams", outcome.tally().tornBySeam(),
            "witnesses", outcome.tally().witnesses().stream().map(RunJson::witness).toList(),
            "tornPerChange", result.tornPerChange(),
            "tornPerChangeSpread", result.tornPerChangeSpread(),
            "upperBound95", judgement.upperBound95(),
            "firstTornNanos", result.firstTornNanos(),
            "elapsedNanos", outcome.elapsedNanos(),
            "writerNanos", outcome.writerNanos(),
            "planted", planted(outcome),
            "attribution", attribution(judgement.whoTore()),
            "controls", controls(outcome.controls()),
            "cpus", Members.of(
                "writers", result.threadCpus().writers(),
                "readers", result.threadCpus().readers(),
                "pinned", outcome.pinned()),
            "stressors", outcome.stressors(),
            "discardedSlices", outcome.discardedSlices(),
            "throttled", judgement.throttled(),
            "platform", platform(result.machine()));
    }

    private static Object planted(TrialOutcome outcome) {
        if (outcome.cause() != null) {
            return null;
        }
        Planted planted = outcome.tally().planted();
        return Members.of("found", planted.found(), "expected", planted.expected(), "efficiency",
            planted.efficiency());
    }

    private static Object strength(Judgement judgement) {
        CellReason weakness = judgement.weakness();
        if (judgement.verdict() != Verdict.NOT_SEEN) {
            return null;
        }
        if (weakness == null) {
            return Members.of("word", "strong", "reason", null, "sentence", null);
        }
        return Members.of("word", "weak", "reason", weakness, "sentence", weakness.sentence());
    }

    private static Object trial(TrialResult result) {
        TrialSpec trial = result.trial();
        Long nanos = result.budget().nanos();
        if (nanos == Long.MAX_VALUE) {
            nanos = null;
        }
        return Members.of("memory", trial.memory(), "offset", trial.offset(), "width", trial.width().bytes(),
            "write", trial.write(), "read", trial.read(), "tier", trial.tier(), "crosses",
            result.machine().rules().crossing(trial),
            "pageBytes", result.machine().geometry().pageBytes(), "writers", trial.writers(), "readers",
            trial.readers(), "processes", trial.processes().count(), "seed", trial.seed(), "stressor",
            result.stressor(), "budget", Members.of("changes", result.budget().changes(), "nanos", nanos,
                "until", result.budget().until()));
    }

    private static Object witness(Witness witness) {
        return Members.of("before", witness.hex(witness.before()), "after", witness.hex(witness.after()),
            "seen", witness.hex(witness.seen()), "seam", witness.seam());
    }

    private static Object attribution(WhoTore whoTore) {
        if (whoTore == null) {
            return null;
        }
        return Members.of("who", whoTore.who(), "write", side(whoTore.write()), "read", side(whoTore.read()));
    }

    private static Object side(SideResult side) {
        return Members.of("state", side.state(), "changes", side.seen().changes(), "torn", side.seen().torn(),
            "upperBound95", side.upperBound95(), "nanos", side.nanos());
    }

    private static Object controls(Controls controls) {
        if (controls == null) {
            return null;
        }
        Map<String, Double> calibration = controls.yields();
        if (calibration.isEmpty()) {
            calibration = null;
        }
        return Members.of("aligned", controls.aligned(), "calibration", calibration);
    }

    private static Object platform(Machine machine) {
        return Members.of("cpu", machine.cpuName(), "lineBytes", machine.geometry().lineBytes(), "pageBytes",
            machine.geometry().pageBytes(), "jvm", machine.jvm().toString(), "os", machine.os().value().toString(),
            "hypervisor", machine.guest(), "emulated", machine.emulated());
    }
}
