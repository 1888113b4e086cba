// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.tearline.judge.AgentReport.NotRewritten;
import org.tearline.judge.AgentReport.UnwatchedCalls;
import org.tearline.judge.AgentReport.Watched;
import org.tearline.trial.LowerCase;
import org.tearline.verdict.Counts;

/**
 * What the agents of one run watched together, and what they did not. Printed as JSON in this order. Thread-safe.
 *
 * @param watched      kinds of access that were watched in every JVM
 * @param notWatched   kinds that were not watched in at least one JVM
 * @param loaded       classes of the programs
 * @param ended        false if a program was still running
 * @param ordered      JVMs in which only accesses with a memory order were to be watched
 * @param granuleBytes accesses inside an aligned block of this size were not reported in at least one JVM; null if all
 *                     were
 * @param missing      why accesses that were to be watched may be missing; empty if no reason is known
 */
public record Coverage(Set<String> watched, Set<String> notWatched, @JsonIgnore long loaded, long classes,
                       long instructions, Instant since, Instant until, boolean ended, int reports, int ordered,
                       Integer granuleBytes, Set<Blindness> missing, long failures, List<NotRewritten> notRewritten,
                       List<UnwatchedCalls> unwatchedCalls, List<String> running, long unplaced, long lost) {
    private static final String JDK_MEMORY = "jdk-memory";
    /** The kinds of access that the option ordered leaves out, except copies. */
    private static final Set<String> PLAIN = Set.of("unsafe-plain", JDK_MEMORY);

    /** What a report shows if accesses may be missing. */
    private static final Map<Blindness, Predicate<AgentReport>> SIGNS = Map.of(
        Blindness.ONLY_ORDERED, report -> report.options().ordered(),
        Blindness.PLAIN_NOT_WATCHED, report -> !report.options().ordered()
            && report.watched().notWatched().stream().anyMatch(PLAIN::contains),
        Blindness.NOT_REWRITTEN, report -> report.watched().failures() > 0,
        Blindness.UNWATCHED_CALLS, report -> !report.watched().unwatchedCalls().isEmpty(),
        Blindness.ATTACHED, report -> report.watched().attached() || !report.watched().running().isEmpty(),
        Blindness.NOT_ENDED, report -> !report.ended(),
        Blindness.UNPLACED, report -> report.hits().unplaced() > 0,
        Blindness.LOST, report -> report.hits().lost() > 0);

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
        Set<String> notWatched = new TreeSet<>(every(all, Watched::notWatched));
        List<String> kinds = every(all, Watched::kinds);
        Set<String> watched = new TreeSet<>(kinds);
        watched.removeAll(notWatched);
        long loaded = sum(all, Watched::loaded);
        long instructions = sum(all, Watched::instructions);
        Set<Blindness> missing = EnumSet.noneOf(Blindness.class);
        // The JDK's memory is watched below all of its callers; otherwise only calls of Unsafe in the program are.
        if (loaded == 0 || instructions == 0 && !kinds.contains(JDK_MEMORY)) {
            missing.add(Blindness.NOTHING_WATCHED);
        }
        SIGNS.keySet().stream().filter(why -> reports.stream().anyMatch(SIGNS.get(why))).forEach(missing::add);
        return new Coverage(watched, notWatched, loaded, sum(all, Watched::classes), instructions,
            Collections.min(reports.stream().map(AgentReport::started).toList()),
            Collections.max(reports.stream().map(AgentReport::taken).toList()),
            reports.stream().allMatch(AgentReport::ended), reports.size(),
            (int) reports.stream().filter(SIGNS.get(Blindness.ONLY_ORDERED)).count(),
            reports.stream().map(report -> report.geometry().granuleBytes()).filter(Objects::nonNull)
                .max(Integer::compare).orElse(null),
            missing, sum(all, Watched::failures), every(all, Watched::notRewritten),
            every(all, Watched::unwatchedCalls), every(all, Watched::running),
            sum(reports, report -> report.hits().unplaced()), sum(reports, report -> report.hits().lost()));
    }

    private static <T> long sum(List<T> from, Function<T, Long> count) {
        return Counts.sum(from.stream().map(count).toList());
    }

    private static <T> List<T> every(List<Watched> from, Function<Watched, Collection<T>> some) {
        return from.stream().map(some).flatMap(Collection::stream).distinct().toList();
    }
}
