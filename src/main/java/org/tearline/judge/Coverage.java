// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.tearline.judge.AgentReport.NotRewritten;
import org.tearline.judge.AgentReport.UnwatchedCalls;
import org.tearline.judge.AgentReport.Watched;
import org.tearline.trial.LowerCase;
import org.tearline.verdict.Tally.Counts;

/**
 * What the agents of one run watched together, and what they did not. Thread-safe.
 *
 * @param kinds        watched in every JVM
 * @param notWatched   not watched in at least one JVM
 * @param ended        false if a program was still running
 * @param loaded       classes of the programs
 * @param plain        whether plain accesses were to be watched
 * @param granuleBytes accesses inside an aligned block of this size were not reported in at least one JVM; null if all
 *                     were
 */
public record Coverage(Set<String> kinds, Set<String> notWatched, long loaded, long classes, long instructions,
                       Instant since, Instant until, boolean ended, Plain plain, Integer granuleBytes, long failures,
                       List<NotRewritten> notRewritten, List<UnwatchedCalls> unwatchedCalls, List<String> running,
                       List<String> copies, long unplaced, long lost) {
    /** The kinds of access that the option plain adds, except copies. */
    private static final Set<String> PLAIN = Set.of("unsafe-plain", "jdk-memory");

    /** Why accesses may be missing from a report. */
    public enum Blindness {
        NOTHING_LOADED, NOT_REWRITTEN, UNWATCHED_CALLS, RUNNING, COPIES, UNPLACED, LOST, PLAIN_NOT_WATCHED,
        PLAIN_IN_SOME;

        @Override
        public String toString() {
            return LowerCase.of(this);
        }
    }

    /**
     * In how many JVMs plain accesses were to be watched.
     *
     * @param without JVMs whose agents lacked the option plain
     * @param failed  whether an agent with the option did not watch them
     */
    public record Plain(int reports, int without, boolean failed) {
        private static Plain of(List<AgentReport> reports) {
            List<AgentReport> with = reports.stream().filter(report -> report.options().plain()).toList();
            return new Plain(reports.size(), reports.size() - with.size(), with.stream()
                .anyMatch(report -> report.watched().notWatched().stream().anyMatch(PLAIN::contains)));
        }

        /** Whether they were to be watched in at least one JVM. */
        public boolean asked() {
            return without < reports;
        }
    }

    static Coverage of(List<AgentReport> reports) {
        List<Watched> all = reports.stream().map(AgentReport::watched).toList();
        Set<String> notWatched = all.stream()
            .flatMap(watched -> watched.notWatched().stream())
            .collect(Collectors.toCollection(TreeSet::new));
        Set<String> kinds = all.stream()
            .flatMap(watched -> watched.kinds().stream())
            .filter(kind -> !notWatched.contains(kind))
            .collect(Collectors.toCollection(TreeSet::new));
        return new Coverage(kinds, notWatched, sum(all, Watched::loaded), sum(all, Watched::classes),
            sum(all, Watched::instructions),
            reports.stream().map(AgentReport::started).min(Comparator.naturalOrder()).orElseThrow(),
            reports.stream().map(AgentReport::taken).max(Comparator.naturalOrder()).orElseThrow(),
            reports.stream().allMatch(AgentReport::ended), Plain.of(reports),
            reports.stream().map(report -> report.geometry().granuleBytes()).filter(Objects::nonNull)
                .max(Comparator.naturalOrder()).orElse(null),
            sum(all, Watched::failures), every(all, Watched::notRewritten), every(all, Watched::unwatchedCalls),
            every(all, Watched::running), every(all, Watched::copies), sum(reports, report -> report.hits().unplaced()),
            sum(reports, report -> report.hits().lost()));
    }

    /** Returns why accesses that were to be watched may be missing; empty if no reason is known. */
    public Set<Blindness> blind() {
        Set<Blindness> why = EnumSet.noneOf(Blindness.class);
        note(why, Blindness.NOTHING_LOADED, loaded == 0);
        note(why, Blindness.NOT_REWRITTEN, failures > 0);
        note(why, Blindness.UNWATCHED_CALLS, !unwatchedCalls.isEmpty());
        note(why, Blindness.RUNNING, !running.isEmpty());
        note(why, Blindness.COPIES, !copies.isEmpty());
        note(why, Blindness.UNPLACED, unplaced > 0);
        note(why, Blindness.LOST, lost > 0);
        note(why, Blindness.PLAIN_NOT_WATCHED, plain.failed);
        note(why, Blindness.PLAIN_IN_SOME, plain.asked() && plain.without > 0);
        return why;
    }

    private static void note(Set<Blindness> why, Blindness one, boolean present) {
        if (present) {
            why.add(one);
        }
    }

    private static <T> long sum(List<T> from, ToLongFunction<T> count) {
        return from.stream().mapToLong(count).reduce(0, Counts::sum);
    }

    private static <T> List<T> every(List<Watched> from, Function<Watched, List<T>> some) {
        return from.stream().map(some).flatMap(List::stream).distinct().toList();
    }
}
