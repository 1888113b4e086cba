// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.tearline.archive.KnownCpu;
import org.tearline.judge.AgentReport.Site;
import org.tearline.promise.Guarantees;

/**
 * The findings in the reports of all JVMs of one run, with a judgement of each value.
 *
 * @param report the first report
 * @param cpus   the measured CPUs
 * @param values worst first
 */
public record JudgedReport(AgentReport report, List<KnownCpu> cpus, List<JudgedValue> values) {
    /** Judges reports from the same kind of machine. */
    public static JudgedReport of(List<AgentReport> reports, List<KnownCpu> cpus, Guarantees guarantees) {
        AgentReport first = reports.get(0);
        return new JudgedReport(first, cpus, joined(reports).stream().map(sites -> JudgedValue.of(
            List.copyOf(sites.values()), first.geometry(), cpus, guarantees)).sorted(JudgedValue.WORST_FIRST).toList());
    }

    /** Returns the sites of each value by key. Values in several reports are the same value if they share a site. */
    private static List<Map<List<Object>, Site>> joined(List<AgentReport> reports) {
        Map<List<Object>, Map<List<Object>, Site>> values = new LinkedHashMap<>();
        for (AgentReport report : reports) {
            Map<Integer, List<Site>> groups = report.sites().stream().filter(site -> !site.places().isEmpty())
                .collect(Collectors.groupingBy(site -> site.values().group(), LinkedHashMap::new, Collectors.toList()));
            for (List<Site> sites : groups.values()) {
                Map<List<Object>, Site> value = new LinkedHashMap<>();
                sites.forEach(site -> value.merge(site.key(), site, Site::plus));
                value.keySet().stream().map(values::get).filter(Objects::nonNull).distinct().toList()
                    .forEach(other -> other.forEach((key, site) -> value.merge(key, site, Site::plus)));
                value.keySet().forEach(key -> values.put(key, value));
            }
        }
        return values.values().stream().distinct().toList();
    }

    /** Whether the program needs a fix. */
    public boolean anyError() {
        return values.stream().anyMatch(value -> value.danger().isError());
    }
}
