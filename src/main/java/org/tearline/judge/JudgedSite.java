// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.tearline.merge.MergedCpu;
import org.tearline.plan.Alignment;
import org.tearline.promise.Guarantees;

/**
 * One site of a program, judged. Immutable.
 *
 * @param places   the worst first
 * @param remedies the best first
 */
public record JudgedSite(AgentReport.Site site, Danger danger, List<JudgedPlace> places, List<Remedy> remedies) {
    /** The worst first; among equals those that other processes see, then the worst place, then more hits. */
    static final Comparator<JudgedSite> WORST_FIRST = Comparator.comparing(JudgedSite::danger)
        .thenComparing(judged -> !judged.site.seenByProcesses())
        .thenComparing(judged -> judged.places.get(0).placement(), Comparator.reverseOrder())
        .thenComparing(judged -> judged.site.hits(), Comparator.reverseOrder());

    static JudgedSite of(AgentReport.Site site, AgentReport.Lines lines, List<MergedCpu> cpus,
                         Guarantees guarantees) {
        boolean heap = site.object() != null;
        Map<Alignment, List<AgentReport.Place>> byPlacement = new EnumMap<>(Alignment.class);
        site.places().forEach(place -> byPlacement.computeIfAbsent(place.placement(site.access(), heap, lines),
            key -> new ArrayList<>()).add(place));
        List<JudgedPlace> places = new ArrayList<>();
        byPlacement.forEach((placement, some) -> places.add(0, JudgedPlace.of(site.access(), placement,
            !heap || placement == Alignment.INSIDE_8,
            some.stream().map(AgentReport.Place::offset).distinct().sorted().toList(),
            some.stream().mapToLong(AgentReport.Place::hits).sum(), cpus, guarantees)));
        Danger danger = !site.shared() ? Danger.ONE_THREAD
            : places.stream().anyMatch(JudgedPlace::tore) ? Danger.TEARS : Danger.MAY_TEAR;
        return new JudgedSite(site, danger, List.copyOf(places), Remedy.of(site));
    }
}
