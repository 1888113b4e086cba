// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.tearline.archive.KnownCpu;
import org.tearline.judge.JudgedValue.Danger;
import org.tearline.judge.JudgedValue.JudgedPlace;
import org.tearline.promise.Guarantees;
import org.tearline.trial.Geometry;
import org.tearline.trial.Geometry.Alignment;
import org.tearline.trial.Width;

/**
 * The findings in an agent's report, with a judgement of each value.
 *
 * @param cpus   the measured CPUs
 * @param values the worst first
 */
public record JudgedReport(AgentReport report, List<KnownCpu> cpus, List<JudgedValue> values) {
    /** Alignment of heap objects. */
    private static final int OBJECT_ALIGNMENT = 8;

    public static JudgedReport of(AgentReport report, List<KnownCpu> cpus, Guarantees guarantees) {
        Map<Answer.Query, Answer> answers = new HashMap<>();
        Map<Integer, List<AgentReport.Site>> groups = report.sites().stream().filter(site -> !site.places().isEmpty())
            .collect(Collectors.groupingBy(site -> site.values().group(), LinkedHashMap::new, Collectors.toList()));
        List<JudgedValue> values = new ArrayList<>();
        for (List<AgentReport.Site> sites : groups.values()) {
            List<JudgedPlace> places = new ArrayList<>();
            boolean locked = sites.stream().allMatch(site -> site.values().shared() > 0
                && site.values().shared() == site.values().locked());
            sites.stream().flatMap(site -> site.places().stream().map(place -> new Hit(site, place)))
                .collect(Collectors.groupingBy(Hit::at, LinkedHashMap::new, Collectors.toList()))
                .forEach((at, hits) -> places.add(at.judged(hits, locked, report.geometry(),
                    query -> answers.computeIfAbsent(query, key -> Answer.of(key, cpus, guarantees)))));
            values.add(new JudgedValue(sites, places));
        }
        values.sort(JudgedValue.WORST_FIRST);
        return new JudgedReport(report, cpus, List.copyOf(values));
    }

    private record Hit(AgentReport.Site site, AgentReport.Place place) {
        At at() {
            return new At(site.object() != null, place.offset(), place.crossesPage());
        }
    }

    /** Identifies a place. */
    private record At(boolean heap, int offset, boolean crossesPage) {
        JudgedPlace judged(List<Hit> hits, boolean locked, Geometry geometry, Function<Answer.Query, Answer> answers) {
            Set<AgentReport.Access> accesses = hits.stream().map(hit -> hit.site.access())
                .collect(Collectors.toCollection(LinkedHashSet::new));
            int bytes = accesses.stream().mapToInt(AgentReport.Access::bytes).max().orElseThrow();
            boolean certain = !heap || offset + bytes <= OBJECT_ALIGNMENT;
            int boundary = crossesPage ? geometry.pageBytes() : certain ? geometry.boundary(offset, Width.of(bytes))
                : geometry.lineBytes();
            Alignment placement = crossesPage ? Alignment.ACROSS_PAGE
                : certain ? Alignment.of(offset, bytes, geometry) : Alignment.ACROSS_LINE;
            return new JudgedPlace(offset, bytes, boundary, placement, certain,
                hits.stream().mapToLong(hit -> hit.place.hits()).sum(),
                answers.apply(new Answer.Query(relevant(accesses, locked), boundary, placement)));
        }

        /**
         * Ignores other accesses to a value if it is always locked while shared: plain writes may initialize it before
         * that.
         */
        private static Set<AgentReport.Access> relevant(Set<AgentReport.Access> accesses, boolean locked) {
            Set<AgentReport.Access> updates = accesses.stream()
                .filter(access -> access.operation() == AgentReport.Operation.UPDATE).collect(Collectors.toSet());
            return locked && !updates.isEmpty() ? updates : accesses;
        }
    }

    public long count(Danger danger) {
        return values.stream().filter(value -> value.danger() == danger).count();
    }

    /** Whether the program needs a fix. */
    public boolean anyError() {
        return values.stream().anyMatch(value -> value.danger().isError());
    }
}
