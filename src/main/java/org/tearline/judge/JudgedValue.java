// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A value of a program, or several that the same lines of code access.
 *
 * @param sites    the lines of code, the most hits first
 * @param places   the worst first
 * @param remedies the best first
 */
public record JudgedValue(List<AgentReport.Site> sites, Danger danger, List<JudgedPlace> places,
                          List<Remedy> remedies) {
    /** The worst first; among equals those that other processes see, then the worst place, then more hits. */
    static final Comparator<JudgedValue> WORST_FIRST = Comparator.comparing(JudgedValue::danger)
        .thenComparing(value -> !value.seenByProcesses())
        .thenComparing(value -> value.places.get(0).boundary(), Comparator.reverseOrder())
        .thenComparing(JudgedValue::hits, Comparator.reverseOrder());
    private static final Comparator<JudgedPlace> WORST_PLACE = Comparator.comparing(JudgedPlace::danger)
        .thenComparing(JudgedPlace::boundary, Comparator.reverseOrder()).thenComparing(JudgedPlace::offset);

    static JudgedValue of(List<AgentReport.Site> sites, List<JudgedPlace> places) {
        List<AgentReport.Site> most = sites.stream()
            .sorted(Comparator.comparing(AgentReport.Site::hits, Comparator.reverseOrder())).toList();
        List<JudgedPlace> worst = places.stream().sorted(WORST_PLACE).toList();
        JudgedValue value = new JudgedValue(most, Danger.ONE_THREAD, worst, Remedy.of(most, worst));
        return new JudgedValue(most, value.seen(), worst, value.remedies);
    }

    private Danger seen() {
        return sites.stream().anyMatch(AgentReport.Site::shared) ? places.get(0).danger()
            : most(AgentReport.Values::locked) > 0 ? Danger.LOCKED
            : most(AgentReport.Values::handedOver) > 0 ? Danger.HANDED_OVER
            : most(AgentReport.Values::publishedOnce) > 0 ? Danger.PUBLISHED_ONCE : Danger.ONE_THREAD;
    }

    public long hits() {
        return sites.stream().mapToLong(AgentReport.Site::hits).sum();
    }

    public boolean seenByProcesses() {
        return sites.stream().anyMatch(AgentReport.Site::seenByProcesses);
    }

    /** How many values it stands for; 0 where the agent lost count. */
    public long values() {
        return most(AgentReport.Values::known);
    }

    /** How many of them several threads touched. */
    public long shared() {
        return most(AgentReport.Values::shared);
    }

    /** The largest of these numbers of a site; 0 where the agent lost count. */
    public long most(ToLongFunction<AgentReport.Values> number) {
        return sites.stream().anyMatch(site -> site.values().known() == 0) ? 0
            : sites.stream().map(AgentReport.Site::values).mapToLong(number).max().orElse(0);
    }

    /** The largest number of threads that touched one of them. */
    public int mostThreads() {
        return sites.stream().mapToInt(site -> site.values().mostThreads()).max().orElse(0);
    }
}
