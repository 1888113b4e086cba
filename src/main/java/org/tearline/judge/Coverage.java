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
import org.tearline.verdict.Counts;

/**
 * What the agents of one run watched together, and what they did not. Thread-safe.
 *
 * @param kinds        watched in every JVM
 * @param notWatched   not watched in at least one JVM
 * @param ended        false if a program was still running
 * @param loaded       classes of the programs
 * @param ordered      JVMs in which only accesses with a memory order were to be watched
 * @param attached     whether an agent was attached to a running program
 * @param granuleBytes accesses inside an aligned block of this size were not reported in at least one JVM; null if all
 *                     were
 */
public record Coverage(Set<String> kinds, Set<String> notWatched, long loaded, long classes, long instructions,
                       Instant since, Instant until, boolean ended, int reports, int ordered, Integer granuleBytes,
                       long failures, List<NotRewritten> notRewritten, List<UnwatchedCalls> unwatchedCalls,
                       boolean attached, List<String> running, boolean plainFailed, long unplaced, long lost) {
    private static final String JDK_MEMORY = "jdk-memory";
    /** The kinds of access that the option ordered leaves out, except copies. */
    private static final Set<String> PLAIN = Set.of("unsafe-plain", JDK_MEMORY);

    /** Why accesses may be missing from a report. */
    public enum Blindness {
        /** The answer would be the same whatever the program does. */
        NOTHING_WATCHED,
        ONLY_ORDERED, PLAIN_NOT_WATCHED, NOT_REWRITTEN, UNWATCHED_CALLS, ATTACHED, NOT_ENDED, UNPLACED, LOST;

        @Override
        public String toString() {
            return LowerCase.of(this);
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
            reports.stream().allMatch(AgentReport::ended), reports.size(),
            (int) reports.stream().filter(report -> report.options().ordered()).count(),
            reports.stream().map(report -> report.geometry().granuleBytes()).filter(Objects::nonNull)
                .max(Comparator.naturalOrder()).orElse(null),
            sum(all, Watched::failures), every(all, Watched::notRewritten), every(all, Watched::unwatchedCalls),
            all.stream().anyMatch(Watched::attached), every(all, Watched::running),
            reports.stream().anyMatch(Coverage::lacksPlain),
            sum(reports, report -> report.hits().unplaced()),
            sum(reports, report -> report.hits().lost()));
    }

    /** Returns why accesses that were to be watched may be missing; empty if no reason is known. */
    public Set<Blindness> blind() {
        Set<Blindness> why = EnumSet.noneOf(Blindness.class);
        note(why, Blindness.NOTHING_WATCHED, nothingWatched());
        note(why, Blindness.ONLY_ORDERED, ordered > 0);
        note(why, Blindness.PLAIN_NOT_WATCHED, plainFailed);
        note(why, Blindness.NOT_REWRITTEN, failures > 0);
        note(why, Blindness.UNWATCHED_CALLS, !unwatchedCalls.isEmpty());
        note(why, Blindness.ATTACHED, attached || !running.isEmpty());
        note(why, Blindness.NOT_ENDED, !ended);
        note(why, Blindness.UNPLACED, unplaced > 0);
        note(why, Blindness.LOST, lost > 0);
        return why;
    }

    /** The JDK's memory is watched below all of its callers; otherwise only calls of Unsafe in the program are. */
    private boolean nothingWatched() {
        return loaded == 0 || instructions == 0 && !kinds.contains(JDK_MEMORY);
    }

    private static boolean lacksPlain(AgentReport report) {
        return !report.options().ordered() && report.watched().notWatched().stream().anyMatch(PLAIN::contains);
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
