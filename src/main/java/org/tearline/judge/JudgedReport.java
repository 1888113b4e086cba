// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.archive.KnownCpu;
import org.tearline.judge.AgentReport.Site;
import org.tearline.judge.Baseline.Entry;
import org.tearline.judge.JudgedValue.Doubt;
import org.tearline.trial.LowerCase;
import org.tearline.verdict.Verdict;

/**
 * The findings in the reports of all JVMs of one run, with a judgement of each value.
 *
 * @param report    the first report
 * @param target    the CPUs that the program is to run on
 * @param cpus      the measured CPUs
 * @param values    worst first
 * @param unused    entries of the baseline that match no error
 * @param ambiguous entries that accept nothing, since there are more lambdas or anonymous classes than it lists
 */
public record JudgedReport(AgentReport report, Coverage coverage, Target target, List<KnownCpu> cpus,
                           List<JudgedValue> values, List<Entry> unused, List<Entry> ambiguous) {
    /** Judges reports from the same kind of machine. */
    public static JudgedReport of(List<AgentReport> reports, Target target, List<KnownCpu> cpus) {
        AgentReport first = reports.get(0);
        Judge judge = new Judge(first.geometry().pages(), cpus, target);
        Map<Doubt, Set<Object>> doubtful = Map.of(
            Doubt.OTHER_PROCESS, new MappedFiles(first.geometry().lineBytes()).sharedSites(reports),
            Doubt.PLAIN_NOT_WATCHED, reports.stream()
                .filter(report -> report.options().ordered())
                .flatMap(report -> report.sites().stream().map(Site::key))
                .collect(Collectors.toSet()));
        List<JudgedValue> values = joined(reports).stream()
            .map(sites -> JudgedValue.of(List.copyOf(sites.values()), doubts(sites.keySet(), doubtful), judge))
            .sorted(JudgedValue.WORST_FIRST)
            .toList();
        return new JudgedReport(first, Coverage.of(reports), target, cpus, values, List.of(), List.of());
    }

    private static Set<Doubt> doubts(Set<Object> sites, Map<Doubt, Set<Object>> doubtful) {
        Set<Doubt> doubts = EnumSet.copyOf(doubtful.keySet());
        doubts.removeIf(doubt -> Collections.disjoint(sites, doubtful.get(doubt)));
        return doubts;
    }

    /** Returns the sites of each value by key. Values in several reports are the same value if they share a site. */
    private static List<Map<Object, Site>> joined(List<AgentReport> reports) {
        Map<Object, Map<Object, Site>> valueOfSite = new LinkedHashMap<>();
        for (AgentReport report : reports) {
            Map<Integer, List<Site>> groups = report.sites().stream()
                .collect(Collectors.groupingBy(site -> site.values().group(), LinkedHashMap::new, Collectors.toList()));
            for (List<Site> sites : groups.values()) {
                Map<Object, Site> value = new LinkedHashMap<>();
                sites.forEach(site -> value.merge(site.key(), site, Site::plus));
                // Several values of earlier reports are this one value if it has a site of each.
                List<Map<Object, Site>> same = value.keySet().stream()
                    .map(valueOfSite::get)
                    .filter(Objects::nonNull)
                    .distinct()
                    .toList();
                same.forEach(other -> other.forEach((key, site) -> value.merge(key, site, Site::plus)));
                value.keySet().forEach(key -> valueOfSite.put(key, value));
            }
        }
        return valueOfSite.values().stream().distinct().toList();
    }

    /** Accepts the errors that a baseline lists. */
    public JudgedReport with(Baseline baseline) {
        Acceptance acceptance = new Acceptance(baseline, values);
        List<JudgedValue> judged = values.stream()
            .map(value -> value.acceptedFor(acceptance.reason(value)))
            .toList();
        return new JudgedReport(report, coverage, target, cpus, judged, acceptance.unused(), acceptance.ambiguous());
    }

    /** Returns the values that need a fix and are not accepted. */
    public List<JudgedValue> errors() {
        return values.stream().filter(JudgedValue::isError).toList();
    }

    /** Returns the values that a baseline may accept, but does not. */
    public List<JudgedValue> unaccepted() {
        return values.stream().filter(value -> value.danger().mayBeAccepted() && value.accepted() == null).toList();
    }

    public Conclusion conclusion() {
        if (!errors().isEmpty()) {
            return Conclusion.ERRORS;
        }
        if (coverage.missing().isEmpty() && unaccepted().isEmpty()) {
            return Conclusion.NO_ERRORS;
        }
        return Conclusion.BLIND;
    }

    /** The answer to whether a program needs a fix. */
    public enum Conclusion {
        NO_ERRORS,
        ERRORS,
        /**
         * No error was found, but accesses are missing from the reports, or values are {@link Verdict#UNKNOWN} and not
         * accepted.
         */
        BLIND;

        @Override
        public String toString() {
            return LowerCase.of(this);
        }
    }
}
