// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tearline.plan.ThreadCpus;
import org.tearline.plan.Until;
import org.tearline.platform.Machine;
import org.tearline.result.Controls;
import org.tearline.result.Counts;
import org.tearline.result.MemoryOrder;
import org.tearline.result.Planted;
import org.tearline.result.Rate;
import org.tearline.result.Side;
import org.tearline.result.StressorUse;
import org.tearline.result.TrialOutcome;
import org.tearline.result.TrialResult;
import org.tearline.result.TrialResult.Judgement;
import org.tearline.result.Verdict;
import org.tearline.result.WhoTore;
import org.tearline.result.Witness;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** One trial as one JSON object, in the shape of {@code schema/run.schema.json}. Pure; any thread. */
public final class RunJson {
    private static final int SCHEMA_VERSION = 3;

    private RunJson() {
    }

    /** The object as indented text. */
    public static String print(TrialResult result) {
        return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build()
            .writeValueAsString(object(result));
    }

    private static Map<String, Object> object(TrialResult result) {
        TrialOutcome outcome = result.outcome();
        Judgement judgement = result.judgement();
        Counts counts = outcome == null ? Counts.NONE : outcome.tally().counts();
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("schemaVersion", SCHEMA_VERSION);
        object.put("verdict", judgement.verdict().answer());
        object.put("strength", strength(judgement));
        object.put("reason", judgement.reason());
        object.put("trial", trial(result));
        object.put("counts", counts);
        object.put("seams", outcome == null ? Map.of() : seams(outcome.tally().seams()));
        object.put("witnesses", outcome == null ? List.of() : outcome.tally().witnesses().stream().map(RunJson::witness)
            .toList());
        object.put("tornPerChange", tornPerChange(result));
        object.put("tornPerChangeSpread", tornPerChange(result) == null ? null : spread(outcome.rate()));
        object.put("upperBound95", judgement.upperBound95());
        object.put("firstTornNanos", outcome == null || outcome.firstTornNanos() < 0 ? null
            : outcome.firstTornNanos());
        object.put("elapsedNanos", outcome == null ? 0 : outcome.elapsedNanos());
        object.put("writerNanos", outcome == null ? 0 : outcome.writerNanos());
        object.put("planted", outcome == null ? null : planted(outcome.tally().planted()));
        object.put("attribution", attribution(judgement.whoTore()));
        object.put("controls", outcome == null ? null : controls(outcome.controls()));
        object.put("cpus", cpus(result.threadCpus(), result.outcome()));
        object.put("stressors", outcome == null ? List.of() : outcome.stressors().stream().map(RunJson::stressor)
            .toList());
        object.put("discardedSlices", outcome == null ? 0 : outcome.discardedSlices());
        object.put("throttled", judgement.throttled());
        object.put("platform", platform(result.machine()));
        return object;
    }

    private static Map<String, Object> trial(TrialResult result) {
        Map<String, Object> trial = new LinkedHashMap<>();
        trial.put("memory", result.trial().memory().toString());
        trial.put("offset", result.trial().offset());
        trial.put("width", result.trial().width().bytes());
        trial.put("write", result.trial().write().toString());
        trial.put("read", result.trial().read().toString());
        trial.put("tier", result.trial().tier().toString());
        trial.put("crosses", result.crosses().toString());
        trial.put("pageBytes", result.geometry().mappedPageBytes());
        trial.put("writers", result.trial().writers());
        trial.put("readers", result.trial().readers());
        trial.put("processes", result.trial().processes().count());
        trial.put("seed", result.trial().seed());
        trial.put("stressor", result.stressor());
        Map<String, Object> budget = new LinkedHashMap<>();
        budget.put("changes", result.budget().changes());
        budget.put("nanos", result.budget().nanos() == Long.MAX_VALUE ? null : result.budget().nanos());
        budget.put("until", result.budget().until().toString());
        trial.put("budget", budget);
        return trial;
    }

    private static Map<String, Object> platform(Machine machine) {
        Map<String, Object> platform = new LinkedHashMap<>();
        platform.put("cpu", machine.cpuName());
        platform.put("lineBytes", machine.geometry().lineBytes());
        platform.put("pageBytes", machine.geometry().pageBytes());
        platform.put("jvm", machine.jvm().toString());
        platform.put("os", machine.os().toString());
        platform.put("hypervisor", machine.guest());
        platform.put("emulated", machine.emulated().toString());
        return platform;
    }

    private static Map<String, Object> strength(Judgement judgement) {
        if (judgement.verdict() != Verdict.NONE) {
            return null;
        }
        Map<String, Object> strength = new LinkedHashMap<>();
        strength.put("word", judgement.weakness() == null ? "strong" : "weak");
        strength.put("reason", judgement.weakness() == null ? null : judgement.weakness().toString());
        strength.put("sentence", judgement.weakness() == null ? null : judgement.weakness().sentence());
        return strength;
    }

    /** A trial that stops at its first tear has no rate. */
    private static Double tornPerChange(TrialResult result) {
        return result.judgement().verdict() != Verdict.TORN || result.budget().until() != Until.BUDGET ? null
            : (double) result.outcome().tally().counts().torn() / result.outcome().tally().counts().changes();
    }

    private static Map<String, Object> spread(Rate rate) {
        Rate.Interval interval = rate.interval95();
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("samples", rate.samples());
        object.put("lowest", rate.lowest());
        object.put("highest", rate.highest());
        object.put("overdispersion", rate.overdispersion());
        object.put("lower95", interval == null ? null : interval.lower());
        object.put("upper95", interval == null ? null : interval.upper());
        return object;
    }

    private static Map<String, Object> planted(Planted planted) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("found", planted.found());
        object.put("expected", planted.expected());
        object.put("efficiency", planted.efficiency());
        return object;
    }

    private static Map<String, Object> attribution(WhoTore whoTore) {
        if (whoTore == null) {
            return null;
        }
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("who", whoTore.who().toString());
        object.put("write", side(whoTore.write()));
        object.put("read", side(whoTore.read()));
        return object;
    }

    private static Map<String, Object> side(Side side) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("state", side.state().toString());
        object.put("changes", side.changes());
        object.put("torn", side.torn());
        object.put("upperBound95", side.upperBound95());
        object.put("nanos", side.nanos());
        return object;
    }

    private static Map<String, Long> seams(List<Long> counts) {
        Map<String, Long> seams = new LinkedHashMap<>();
        for (int seam = 0; seam < counts.size(); seam++) {
            if (counts.get(seam) > 0) {
                seams.put(String.valueOf(seam), counts.get(seam));
            }
        }
        return seams;
    }

    private static Map<String, Object> witness(Witness witness) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("before", MemoryOrder.hex(witness.before(), witness.width()));
        object.put("after", MemoryOrder.hex(witness.after(), witness.width()));
        object.put("seen", MemoryOrder.hex(witness.seen(), witness.width()));
        object.put("seam", witness.seam());
        return object;
    }

    private static Map<String, Object> controls(Controls controls) {
        if (controls == null) {
            return null;
        }
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("aligned", controls.aligned());
        object.put("roundTripsPerSecond", controls.roundTripsPerSecond());
        object.put("calibration", controls.calibration().isEmpty() ? null : controls.calibration().stream()
            .collect(Collectors.toMap(StressorUse::name, StressorUse::yield, (a, b) -> a, LinkedHashMap::new)));
        return object;
    }

    private static Map<String, Object> cpus(ThreadCpus threadCpus, TrialOutcome outcome) {
        Map<String, Object> cpus = new LinkedHashMap<>();
        cpus.put("writers", threadCpus.writers());
        cpus.put("readers", threadCpus.readers());
        cpus.put("pinned", outcome != null && outcome.pinned());
        return cpus;
    }

    private static Map<String, Object> stressor(StressorUse use) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", use.name());
        object.put("nanos", use.nanos());
        object.put("changes", use.changes());
        object.put("torn", use.torn());
        return object;
    }
}
