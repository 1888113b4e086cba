// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tearline.bench.jmh.BystanderCost;
import org.tearline.bench.plan.Jmh.Iteration;
import org.tearline.bench.result.Cell;
import org.tearline.bench.result.LeftOut;
import org.tearline.bench.result.Question;
import org.tearline.bench.result.Reason;
import org.tearline.bench.result.StepResult;

/** Holds what the locks of one CPU cost the work of another, which shares no memory with it. Immutable. */
final class BystanderSteps {
    static final String GROUP = Question.BYSTANDER.id();

    /** Start, warm-up and end of a fork. */
    private static final double FORK_SECONDS = 0.9;
    /** Memory of a gigabyte is written first. */
    private static final double SECONDS_A_BYTE = 1.5 / (1 << 30);
    private static final int SMOKE_MICROS = 50;
    /** Far above the clock's own cost; of the larger sets under split locks still below 30 ms. */
    private static final int SMALL_BATCH = 4096;
    private static final int LARGE_BATCH = 256;

    private final Setting setting;

    BystanderSteps(Setting setting) {
        this.setting = setting;
    }

    List<Step> steps() {
        if (setting.cpus() < 2) {
            return List.of(new Step(GROUP + "-left-out", GROUP, "a neighbour", 0, () -> StepResult.leftOut(GROUP,
                "work beside a neighbour's locks", Reason.CPUS, "both want two CPUs")));
        }
        List<WorkingSet> sets = new ArrayList<>(List.of(WorkingSet.registers()));
        sets.addAll(WorkingSet.inLines(setting.caches()));
        double shots = 3.0 * setting.profile().rounds() * micros() / 1e6;
        return sets.stream().map(set -> new Step(GROUP + "-" + set.name(), GROUP, set.name()
            + " beside a neighbour's locks", FORK_SECONDS + set.bytes() * SECONDS_A_BYTE + shots,
            () -> measure(set))).toList();
    }

    /** As long as a fifth of an iteration of other benchmarks: split locks are made in a third of all shots. */
    private int micros() {
        return setting.profile().smoke() ? SMOKE_MICROS : setting.profile().millis() * 200;
    }

    private StepResult measure(WorkingSet set) throws StepFailed {
        List<LeftOut> leftOut = new ArrayList<>();
        List<String> conditions = new ArrayList<>(List.of(BystanderCost.IDLE, BystanderCost.ALIGNED));
        if (setting.splitLocks() && setting.x86()) {
            conditions.add(BystanderCost.SPLIT);
        } else {
            leftOut.add(new LeftOut(GROUP, BystanderCost.SPLIT, setting.x86() ? Reason.FORBIDDEN : Reason.FAULTS,
                setting.x86() ? "--no-split-locks" : "misaligned, it faults on this architecture"));
        }
        boolean small = set.places() * (long) set.stride() <= setting.caches().level2();
        List<Iteration> shots = setting.jmh().with("conditions", String.join(",", conditions))
            .with("places", set.places()).with("strideBytes", set.stride())
            .with("batch", small ? SMALL_BATCH : LARGE_BATCH).with("micros", micros())
            .with("across", setting.caches().lineBytes() - 4)
            .shots(conditions.size() * setting.profile().rounds(), 1).run(BystanderCost.class, "work");
        return result(set, conditions, shots, leftOut);
    }

    private static StepResult result(WorkingSet set, List<String> conditions, List<Iteration> shots,
                                     List<LeftOut> leftOut) {
        Map<Integer, List<Double>> samples = new TreeMap<>();
        Map<Integer, Long> locks = new TreeMap<>();
        for (Iteration shot : shots) {
            int condition = (int) shot.observed(BystanderCost.CONDITION);
            boolean split = conditions.get(condition).equals(BystanderCost.SPLIT);
            if (split && shot.observed(BystanderCost.SLOWED) > 0) {
                leftOut.add(new LeftOut(GROUP, BystanderCost.SPLIT, Reason.SLOWED,
                    "the kernel slows such locks down here"));
            } else {
                samples.computeIfAbsent(condition, key -> new ArrayList<>())
                    .add(shot.score() / shot.observed(BystanderCost.STEPS));
                locks.merge(condition, split ? (long) shot.observed(BystanderCost.LOCKS) : 0, Long::sum);
            }
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("set", set.name());
        parameters.put("setBytes", Long.toString(set.bytes()));
        parameters.put("strideBytes", Integer.toString(set.places() == 0 ? 0 : set.stride()));
        List<Cell> cells = samples.entrySet().stream().map(each -> new Cell(GROUP, parameters, "time", "ns",
            "neighbour", conditions.get(each.getKey()), each.getValue(),
            Map.of(OffsetSteps.LOCKED_ACROSS, locks.get(each.getKey())))).toList();
        return new StepResult(cells, leftOut, List.of(), List.of());
    }
}
