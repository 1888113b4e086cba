// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.bench.jmh.OffsetCost;
import org.tearline.bench.plan.Jmh.Iteration;
import org.tearline.bench.result.Cell;
import org.tearline.bench.result.LeftOut;
import org.tearline.bench.result.Question;
import org.tearline.bench.result.Reason;
import org.tearline.bench.result.StepResult;

/** Holds what an access costs by its offset in the line and across a page. Immutable. Thread-safe. */
final class OffsetSteps {
    static final String GROUP = Question.OFFSET_COST.id();
    /** Counted in the cells: operations that were locked across a line. */
    static final String LOCKED_ACROSS = "lockedAcross";

    private static final List<String> OPERATIONS = List.of("load", "store", "ordered", "volatile", "cas", "getandadd");
    /** Holds what the native loops have too, at every width. */
    private static final List<String> UNORDERED = List.of("load", "store");
    private static final int PAGE_BYTES = 4096;
    /** A locked operation is some ten times slower than a load: as many fewer fill the same time. */
    private static final int LOCKED_SHARE = 10;
    /** Start, warm-up and end of a fork, and a shot with what JMH does around it. */
    private static final double FORK_SECONDS = 0.75;
    private static final double SHOT_SECONDS = 0.0006;

    private final Setting setting;

    OffsetSteps(Setting setting) {
        this.setting = setting;
    }

    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        List<Integer> line = IntStream.range(0, setting.caches().lineBytes()).boxed().toList();
        List<Integer> page = IntStream.range(PAGE_BYTES - 8, PAGE_BYTES).boxed().toList();
        List<Integer> both = Stream.concat(line.stream(), page.stream()).toList();
        for (int width : setting.profile().widths()) {
            for (String operation : OPERATIONS) {
                boolean varies = width == Long.BYTES || UNORDERED.contains(operation);
                steps.add(step(operation, width, WorkingSet.place(2 * setting.caches().lineBytes()), both,
                    varies));
            }
        }
        // One operation shows whether the sets work; the rest of a smoke run is for what differs in code.
        for (String operation : setting.profile().smoke() ? OPERATIONS.subList(0, 1) : OPERATIONS) {
            for (int width : setting.profile().everySet() ? setting.profile().widths() : List.of(8)) {
                WorkingSet.inLines(setting.caches())
                    .forEach(set -> steps.add(step(operation, width, set, line, false)));
                if (setting.profile().everySet()) {
                    WorkingSet.inPages().forEach(set -> steps.add(step(operation, width, set, page, false)));
                }
            }
        }
        if (!setting.profile().everySet()) {
            steps.add(new Step("offset-sets-left-out", GROUP, "what a shorter run leaves out", 0, () ->
                StepResult.leftOut(GROUP, "2 and 4 bytes, and the page's end, in L1, L2, L3 and memory",
                    Reason.SHORT_RUN, "a shorter run than full")));
        }
        steps.add(new Step("offset-pages-left-out", GROUP, "what cannot be measured", 0, () ->
            StepResult.leftOut(GROUP, "the page's end in memory", Reason.IMPOSSIBLE,
                "lines a page apart share a set of each cache, and too few of them to fill the last level exist")));
        return steps;
    }

    /** Returns one access in one set; of what does not vary a short run has one fork, with the shots of all. */
    private Step step(String operation, int width, WorkingSet set, List<Integer> offsets, boolean varies) {
        String where = set.stride() == PAGE_BYTES ? "page-" : "";
        int rounds = varies ? setting.profile().rounds() : setting.profile().steadyRounds();
        int shots = offsets.size() * rounds;
        Step step = new Step(GROUP + "-" + operation + width + "-" + where + set.name(), GROUP,
            operation + " of " + width + " bytes, " + where + set.name(), FORK_SECONDS + shots * SHOT_SECONDS,
            () -> measure(operation, width, set, offsets, rounds));
        return varies ? step : step.asSteady();
    }

    private StepResult measure(String operation, int width, WorkingSet set, List<Integer> offsets, int rounds)
        throws StepFailed {
        boolean locked = operation.equals("cas") || operation.equals("getandadd");
        List<LeftOut> leftOut = new ArrayList<>();
        List<Integer> possible = new ArrayList<>(offsets);
        remove(possible, leftOut, offset -> locked && width == 2 && offset % 4 == 3, operation, width, set,
            Reason.REFUSED, "the JDK refuses: Update spans the word");
        remove(possible, leftOut, offset -> !setting.x86() && offset % width != 0 && !operation.equals("load")
            && !operation.equals("store"), operation, width, set, Reason.FAULTS,
            "misaligned, it faults on this architecture");
        remove(possible, leftOut, offset -> locked && !setting.splitLocks() && across(offset, width), operation, width,
            set, Reason.FORBIDDEN, "--no-split-locks");
        int accesses = locked || operation.equals("volatile") ? set.accesses() / LOCKED_SHARE / 8 * 8 : set.accesses();
        List<Iteration> shots = setting.jmh()
            .with("operation", operation).with("widthBytes", width).with("places", set.places())
            .with("strideBytes", set.stride()).with("accesses", accesses)
            .with("offsets", String.join(",", possible.stream().map(Object::toString).toList()))
            .shots(possible.size() * rounds, accesses)
            .run(OffsetCost.class, "access");
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("operation", operation);
        parameters.put("widthBytes", Integer.toString(width));
        parameters.put("set", set.name());
        parameters.put("setBytes", Long.toString(set.bytes()));
        parameters.put("strideBytes", Integer.toString(set.places() == 1 ? 0 : set.stride()));
        return result(parameters, shots, accesses, locked ? width : 0, leftOut);
    }

    private StepResult result(Map<String, String> parameters, List<Iteration> shots, int accesses, int lockedWidth,
                              List<LeftOut> leftOut) {
        Map<Integer, List<Double>> samples = new TreeMap<>();
        Map<Integer, Long> locks = new TreeMap<>();
        boolean slowed = false;
        for (Iteration shot : shots) {
            int offset = (int) shot.observed(OffsetCost.OFFSET);
            double made = shot.observed(OffsetCost.ACCESSES);
            if (shot.observed(OffsetCost.SLOWED) > 0) {
                slowed = true;
            } else {
                samples.computeIfAbsent(offset, o -> new ArrayList<>()).add(shot.score() * accesses / made);
                locks.merge(offset, across(offset, lockedWidth) ? (long) made : 0, Long::sum);
            }
        }
        if (slowed) {
            leftOut.add(new LeftOut(GROUP, "%s of %s bytes in %s after the first lock across a line".formatted(
                parameters.get("operation"), parameters.get("widthBytes"), parameters.get("set")), Reason.SLOWED,
                "the kernel slows such locks down here"));
        }
        List<Cell> cells = samples.entrySet().stream()
            .map(at -> new Cell(GROUP, parameters, "time", "ns", "offsetBytes", at.getKey().toString(), at.getValue(),
                lockedWidth == 0 ? Map.of() : Map.of(LOCKED_ACROSS, locks.get(at.getKey()))))
            .toList();
        return new StepResult(cells, leftOut, List.of(), List.of());
    }

    /** Returns whether an access lies across a line; one of no bytes never does. */
    private boolean across(int offset, int width) {
        return offset % setting.caches().lineBytes() + width > setting.caches().lineBytes();
    }

    private static void remove(List<Integer> offsets, List<LeftOut> leftOut,
                               IntPredicate impossible, String operation, int width,
                               WorkingSet set, Reason reason, String why) {
        List<String> gone = offsets.stream().filter(impossible::test).map(Object::toString).toList();
        if (!gone.isEmpty()) {
            offsets.removeIf(impossible::test);
            leftOut.add(new LeftOut(GROUP, operation + " of " + width + " bytes in " + set.name() + " at "
                + String.join(", ", gone), reason, why));
        }
    }
}
