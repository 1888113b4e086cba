// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tearline.plan.Crossing;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.ThreadCpus;
import org.tearline.plan.Tier;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Until;
import org.tearline.plan.WriteMode;
import org.tearline.platform.Emulated;
import org.tearline.platform.Machine;
import org.tearline.result.Attribution;
import org.tearline.result.CellReason;
import org.tearline.result.Control;
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

/** Prints one trial as one JSON object, in the shape of {@code schema/run.schema.json}. Thread-safe. */
public final class RunJson {
    private static final int SCHEMA_VERSION = 3;

    private RunJson() {
    }

    /** Returns the object as indented text. */
    public static String print(TrialResult result) {
        return JsonText.of(result.outcome() == null ? withoutOutcome(result) : document(result, result.outcome()));
    }

    private record Document(int schemaVersion, String verdict, Strength strength, String reason, Trial trial,
                            Counts counts, Map<Integer, Long> seams, List<Seen> witnesses, Double tornPerChange,
                            Spread tornPerChangeSpread, Double upperBound95, Long firstTornNanos, long elapsedNanos,
                            long writerNanos, Plants planted, Sides attribution, Controlled controls, Cpus cpus,
                            List<Use> stressors, long discardedSlices, boolean throttled, Platform platform) {
    }

    private record Strength(String word, CellReason reason, String sentence) {
        private static Strength of(Judgement judgement) {
            CellReason weakness = judgement.weakness();
            return judgement.verdict() != Verdict.NONE ? null : weakness == null ? new Strength("strong", null, null)
                : new Strength("weak", weakness, weakness.sentence());
        }
    }

    private record Trial(Memory memory, int offset, int width, WriteMode write, ReadMode read, Tier tier,
                         Crossing crosses, long pageBytes, int writers, int readers, int processes, long seed,
                         String stressor, Limits budget) {
        private static Trial of(TrialResult result) {
            TrialSpec trial = result.trial();
            long nanos = result.budget().nanos();
            return new Trial(trial.memory(), trial.offset(), trial.width().bytes(), trial.write(), trial.read(),
                trial.tier(), result.crosses(), result.geometry().pageBytes(), trial.writers(), trial.readers(),
                trial.processes().count(), trial.seed(), result.stressor(), new Limits(result.budget().changes(),
                nanos == Long.MAX_VALUE ? null : nanos, result.budget().until()));
        }
    }

    private record Limits(long changes, Long nanos, Until until) {
    }

    private record Platform(String cpu, int lineBytes, int pageBytes, String jvm, String os, boolean hypervisor,
                            Emulated emulated) {
        private static Platform of(Machine machine) {
            return new Platform(machine.cpuName(), machine.geometry().lineBytes(), machine.geometry().pageBytes(),
                machine.jvm().toString(), machine.os().toString(), machine.guest(), machine.emulated());
        }
    }

    private record Spread(int samples, double lowest, double highest, double overdispersion, Double lower95,
                          Double upper95) {
        private static Spread of(Rate rate) {
            Rate.Interval interval = rate.interval95();
            return new Spread(rate.samples(), rate.lowest(), rate.highest(), rate.overdispersion(),
                interval == null ? null : interval.lower(), interval == null ? null : interval.upper());
        }
    }

    private record Plants(long found, long expected, double efficiency) {
        private static Plants of(Planted planted) {
            return new Plants(planted.found(), planted.expected(), planted.efficiency());
        }
    }

    private record Sides(Attribution who, Asked write, Asked read) {
        private static Sides of(WhoTore whoTore) {
            return whoTore == null ? null : new Sides(whoTore.who(), Asked.of(whoTore.write()),
                Asked.of(whoTore.read()));
        }
    }

    private record Asked(Side.State state, long changes, long torn, Double upperBound95, long nanos) {
        private static Asked of(Side side) {
            return new Asked(side.state(), side.changes(), side.torn(), side.upperBound95(), side.nanos());
        }
    }

    private record Seen(String before, String after, String seen, Integer seam) {
        private static Seen of(Witness witness) {
            return new Seen(MemoryOrder.hex(witness.before(), witness.width()),
                MemoryOrder.hex(witness.after(), witness.width()), MemoryOrder.hex(witness.seen(), witness.width()),
                witness.seam());
        }
    }

    private record Controlled(Control aligned, long roundTripsPerSecond, Map<String, Double> calibration) {
        private static Controlled of(Controls controls) {
            return controls == null ? null : new Controlled(controls.aligned(), controls.roundTripsPerSecond(),
                controls.calibration().isEmpty() ? null : controls.calibration().stream()
                    .collect(Collectors.toMap(StressorUse::name, StressorUse::yield, (a, b) -> a,
                        LinkedHashMap::new)));
        }
    }

    private record Cpus(List<Integer> writers, List<Integer> readers, boolean pinned) {
        private static Cpus of(ThreadCpus threadCpus, boolean pinned) {
            return new Cpus(threadCpus.writers(), threadCpus.readers(), pinned);
        }
    }

    private record Use(String name, long nanos, long changes, long torn) {
        private static Use of(StressorUse use) {
            return new Use(use.name(), use.nanos(), use.changes(), use.torn());
        }
    }

    private static Document withoutOutcome(TrialResult result) {
        Judgement judgement = result.judgement();
        return new Document(SCHEMA_VERSION, judgement.verdict().answer(), Strength.of(judgement), judgement.reason(),
            Trial.of(result), Counts.NONE, Map.of(), List.of(), null, null, judgement.upperBound95(), null, 0, 0, null,
            Sides.of(judgement.whoTore()), null, Cpus.of(result.threadCpus(), false), List.of(), 0,
            judgement.throttled(), Platform.of(result.machine()));
    }

    private static Document document(TrialResult result, TrialOutcome outcome) {
        Judgement judgement = result.judgement();
        // A trial that stops at its first tear has no rate.
        boolean rated = judgement.verdict() == Verdict.TORN && result.budget().until() == Until.BUDGET;
        Counts counts = outcome.tally().counts();
        return new Document(SCHEMA_VERSION, judgement.verdict().answer(), Strength.of(judgement), judgement.reason(),
            Trial.of(result), counts, seams(outcome.tally().seams()),
            outcome.tally().witnesses().stream().map(Seen::of).toList(),
            rated ? (double) counts.torn() / counts.changes() : null, rated ? Spread.of(outcome.rate()) : null,
            judgement.upperBound95(), outcome.firstTornNanos() < 0 ? null : outcome.firstTornNanos(),
            outcome.elapsedNanos(), outcome.writerNanos(), Plants.of(outcome.tally().planted()),
            Sides.of(judgement.whoTore()), Controlled.of(outcome.controls()),
            Cpus.of(result.threadCpus(), outcome.pinned()), outcome.stressors().stream().map(Use::of).toList(),
            outcome.discardedSlices(), judgement.throttled(), Platform.of(result.machine()));
    }

    private static Map<Integer, Long> seams(List<Long> counts) {
        Map<Integer, Long> seams = new LinkedHashMap<>();
        for (int seam = 0; seam < counts.size(); seam++) {
            if (counts.get(seam) > 0) {
                seams.put(seam, counts.get(seam));
            }
        }
        return seams;
    }
}
