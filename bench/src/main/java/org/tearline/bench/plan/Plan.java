// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** All steps of a run, in their order. Immutable. */
public final class Plan {
    /** Of a step's time what is left without a JVM of its own to start and to warm up; measured. */
    private static final double WITHOUT_FORK = 0.25;

    private final List<Step> steps;
    private final double share;

    private Plan(List<Step> steps, double share) {
        this.steps = List.copyOf(steps);
        this.share = share;
    }

    static Plan of(List<Step> steps) {
        return new Plan(steps, 1);
    }

    /**
     * Returns the steps of some groups.
     *
     * @param only groups by their ids; all if empty
     */
    public static Plan of(Setting setting, Set<String> only) {
        Map<String, List<Step>> groups = new LinkedHashMap<>();
        groups.put(ClockSteps.GROUP, new ClockSteps(setting).steps());
        // Beside the loads and stores of 8 bytes that it is compared with, which come first of theirs.
        groups.put(NativeSteps.GROUP, new NativeSteps(setting).steps());
        groups.put(OffsetSteps.GROUP, new OffsetSteps(setting).steps());
        groups.put(RemedySteps.GROUP, new RemedySteps(setting).steps());
        groups.put(SharingSteps.GROUP, new SharingSteps(setting).steps());
        groups.put(BystanderSteps.GROUP, new BystanderSteps(setting).steps());
        groups.put(CounterSteps.GROUP, new CounterSteps(setting).steps());
        groups.put(JythonSteps.GROUP, new JythonSteps(setting).steps());
        groups.put(QueueSteps.GROUP, new QueueSteps(setting).steps());
        groups.put(PingSteps.GROUP, new PingSteps(setting).steps());
        Set<String> unknown = new TreeSet<>(only);
        unknown.removeAll(groups.keySet());
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("--only " + String.join(",", unknown) + ": want some of "
                + String.join(", ", groups.keySet()));
        }
        List<Step> once = new ArrayList<>();
        groups.forEach((id, list) -> {
            if (only.isEmpty() || only.contains(id)) {
                once.addAll(list);
            }
        });
        List<Step> steps = new ArrayList<>(once);
        for (int pass = 2; pass <= setting.profile().forks(); pass++) {
            int number = pass;
            once.stream().filter(step -> number <= setting.profile().passes() || !step.steady())
                .forEach(step -> steps.add(step.inPass(number)));
        }
        return new Plan(steps, setting.profile().forked() ? 1 : WITHOUT_FORK);
    }

    List<Step> steps() {
        return steps;
    }

    /** About how long all of it takes on two CPUs. */
    public double seconds() {
        return steps.stream().mapToDouble(Step::seconds).sum() * share;
    }
}
