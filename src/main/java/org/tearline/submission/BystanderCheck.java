// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.tearline.published.Costs;
import org.tearline.published.Costs.Counted;
import org.tearline.published.Costs.Neighbour;
import org.tearline.published.Costs.Setting;
import org.tearline.published.Costs.Times;
import org.tearline.published.Environment;

/** Tells whether what a neighbour's locks are said to have cost can be true together. Stateless. Thread-safe. */
final class BystanderCheck {
    private static final Set<String> SETS = Set.of("registers", "L1", "L2", "L3", "memory");
    private static final Set<String> NEIGHBOURS = Set.of(Stream.of(Neighbour.values()).map(Neighbour::toString)
        .toArray(String[]::new));
    /** Nobody is faster for a neighbour's work; ten times what was seen. */
    private static final int MOST_TIMES = 10;

    private BystanderCheck() {
    }

    /** One series, whose lists are as long as its points. */
    static void check(Times times, Costs costs, Environment environment, String where, Findings findings) {
        if (costs.cpus() < 2) {
            findings.add(ValidationRule.COSTS, where, "a neighbour on " + costs.cpus() + " CPU");
        }
        Setting setting = times.setting();
        if (!SETS.contains(String.valueOf(setting.set())) || setting.operation() != null
            || setting.widthBytes() != null) {
            findings.add(ValidationRule.COSTS, where, "its work is one of " + SETS.stream().sorted().toList());
        }
        List<String> names = times.names();
        if (!NEIGHBOURS.containsAll(names) || !names.contains(Neighbour.IDLE.toString())) {
            findings.add(ValidationRule.COSTS, where, "its points are " + NEIGHBOURS.stream().sorted().toList()
                + ", idle among them: " + names);
        }
        Counted counts = times.counts();
        if (counts == null || !counts.equals(new Counted(null, null, null, null, null, null, counts.lockedAcross()))
            || counts.lockedAcross() == null) {
            findings.add(ValidationRule.COSTS, where, "a neighbour's locks across a line are counted, and nothing"
                + " else");
            return;
        }
        int idle = names.indexOf(Neighbour.IDLE.toString());
        for (int i = 0; idle >= 0 && i < names.size(); i++) {
            if (times.medianPicos().get(idle) / MOST_TIMES > times.medianPicos().get(i)) {
                findings.add(ValidationRule.COSTS, where + " at " + names.get(i), times.medianPicos().get(i)
                    + " ps, but beside an idle neighbour " + times.medianPicos().get(idle));
            }
        }
        for (int i = 0; i < names.size(); i++) {
            boolean splits = Neighbour.SPLIT_LOCKS.toString().equals(names.get(i));
            if (counts.lockedAcross().get(i) > 0 != splits) {
                findings.add(ValidationRule.COSTS, where + " at " + names.get(i), counts.lockedAcross().get(i)
                    + " locks across a line");
            }
            // Elsewhere a misaligned locked operation faults.
            if (splits && !Environment.X86_64.equals(environment.arch())) {
                findings.add(ValidationRule.COSTS, where + " at " + names.get(i), "locks across a line fault on "
                    + environment.arch());
            }
        }
    }
}
