// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.tearline.plan.Crossing;
import org.tearline.plan.Geometry;
import org.tearline.published.Costs;
import org.tearline.published.Costs.Axis;
import org.tearline.published.Costs.Counted;
import org.tearline.published.Costs.Question;
import org.tearline.published.Costs.Setting;
import org.tearline.published.Costs.Times;
import org.tearline.published.Environment;
import org.tearline.published.ResultFile;
import org.tearline.published.Silences;

/** Tells whether the times of a file of costs can be true together. Immutable. Thread-safe. */
final class CostCheck implements Check {
    /** Two stores or three loads per cycle at 6 GHz and more, as in {@link CountCheck}. */
    private static final long MIN_PICOS = 50;
    /** Of the page's end so many offsets are measured. */
    private static final int PAGE_END = Long.BYTES;
    /** Holds what each question asks for: these axes, and no others. */
    private static final Map<Question, Set<Axis>> AXES = Map.of(
        Question.QUEUES, EnumSet.of(Axis.QUEUE), Question.PING, EnumSet.of(Axis.WAY, Axis.MESSAGE_BYTES),
        Question.CLOCK, EnumSet.of(Axis.WHAT), Question.OFFSET_COST, EnumSet.of(Axis.OFFSET_BYTES),
        Question.NATIVE, EnumSet.of(Axis.OFFSET_BYTES), Question.REMEDIES, EnumSet.of(Axis.REMEDY),
        Question.FALSE_SHARING, EnumSet.of(Axis.DISTANCE_BYTES, Axis.LAYOUT),
        Question.COUNTERS, EnumSet.of(Axis.THREADS), Question.JYTHON_COUNTERS, EnumSet.of(Axis.THREADS),
        Question.BYSTANDER, EnumSet.of(Axis.NEIGHBOUR));
    /** Holds what a strong negative result needs at least: where both sides lock across a line. */
    private static final long FEWEST_STRONG = Silences.CELL_CHANGES;
    private static final Set<String> LOCKED = Set.of("cas", "getandadd");
    /** Remedies that hand over no torn value on any CPU. */
    private static final Set<String> WHOLE = Set.of("aligned-field", "padded-field", "copied-to-slot", "seqlock",
        "synchronized");

    @Override
    public void check(ResultFile file, Findings findings) {
        if (file.costs() == null) {
            return;
        }
        Costs costs = file.costs();
        Integer threads = file.environment().topology().threads();
        if (threads != null && costs.cpus() > threads) {
            findings.add(ValidationRule.COSTS, "/costs/cpus", costs.cpus() + " at once on " + threads + " CPUs");
        }
        Set<Question> asked = EnumSet.noneOf(Question.class);
        for (Costs.Group group : costs.groups()) {
            String name = "/costs/" + group.id();
            if (!asked.add(group.id())) {
                findings.add(ValidationRule.COSTS, name, "is listed twice");
            }
            if (group.series().isEmpty() && group.leftOut().isEmpty()) {
                findings.add(ValidationRule.COSTS, name, "has neither times nor what was left out");
            }
            Set<String> series = new HashSet<>();
            for (Times times : group.series()) {
                String where = name + ": " + times.setting().words() + " " + times.metric() + " by " + times.axis();
                if (!series.add(where)) {
                    findings.add(ValidationRule.COSTS, where, "is listed twice");
                }
                if (checkLists(group.id(), times, where, findings)) {
                    checkTimes(times, where, findings);
                    checkCounts(times, where, findings);
                    checkPlace(group.id(), times, costs, file.environment(), where, findings);
                    DeliveryCheck.check(group.id(), times, where, findings);
                    if (group.id() == Question.BYSTANDER) {
                        BystanderCheck.check(times, costs, file.environment(), where, findings);
                    }
                }
            }
            DeliveryCheck.checkOrder(group, name, findings);
        }
        checkRemedies(costs, findings);
        if (costs.line() != null) {
            LineCheck.check(costs.line(), file.environment().geometry(), findings);
        }
    }

    /** Returns whether every list runs parallel to the points, each of which is there once. */
    private static boolean checkLists(Question question, Times times, String where, Findings findings) {
        if (!AXES.get(question).contains(times.axis())) {
            findings.add(ValidationRule.COSTS, where, "no measurement of " + question + " goes by " + times.axis());
            return false;
        }
        List<?> points = times.axis().numeric() ? times.at() : times.names();
        List<?> others = times.axis().numeric() ? times.names() : times.at();
        if (points == null || others != null) {
            findings.add(ValidationRule.COSTS, where, "its points are " + (times.axis().numeric() ? "numbers"
                : "names"));
            return false;
        }
        Counted counts = times.counts();
        List<List<Long>> lists = Stream.concat(Stream.of(times.samples(), times.medianPicos(), times.lowPicos(),
            times.highPicos()), counts == null ? Stream.of() : Stream.of(counts.increments(), counts.lost(),
            counts.reads(), counts.changes(), counts.torn(), counts.retries(), counts.lockedAcross()))
            .filter(list -> list != null).toList();
        lists = times.delivered() == null ? lists : Stream.concat(lists.stream(), times.delivered().lists().stream())
            .toList();
        if (lists.stream().anyMatch(list -> list.size() != points.size())
            || times.forks() != null && times.forks().size() != points.size()) {
            findings.add(ValidationRule.COSTS, where, "not one number for each of " + points.size() + " points");
            return false;
        }
        if (new HashSet<>(points).size() != points.size()) {
            findings.add(ValidationRule.COSTS, where, "a point is listed twice");
            return false;
        }
        return true;
    }

    private static void checkTimes(Times times, String where, Findings findings) {
        for (int i = 0; i < times.size(); i++) {
            long low = times.lowPicos().get(i);
            long median = times.medianPicos().get(i);
            long high = times.highPicos().get(i);
            if (low > median || median > high) {
                findings.add(ValidationRule.COSTS, where + " at " + times.point(i), "a median of " + median
                    + " ps between " + low + " and " + high);
            }
            if (times.samples().get(i) == 1 && (low != median || high != median)) {
                findings.add(ValidationRule.COSTS, where + " at " + times.point(i), "one sample is its own interval");
            }
            if (times.forks() != null && times.forks().get(i) > times.samples().get(i)) {
                findings.add(ValidationRule.COSTS, where + " at " + times.point(i), times.samples().get(i)
                    + " samples of " + times.forks().get(i) + " forks");
            }
            if (median < MIN_PICOS) {
                findings.add(ValidationRule.RATE, where + " at " + times.point(i), median + " ps");
            }
        }
    }

    private static void checkCounts(Times times, String where, Findings findings) {
        Counted counts = times.counts();
        if (counts == null) {
            return;
        }
        if ((counts.lost() == null) != (counts.increments() == null)
            || (counts.torn() == null) != (counts.reads() == null)
            || (counts.changes() == null) != (counts.reads() == null)) {
            findings.add(ValidationRule.COSTS, where, "lost is counted of increments, and torn of changes of reads");
            return;
        }
        for (int i = 0; i < times.size(); i++) {
            if (counts.lost() != null && counts.lost().get(i) > counts.increments().get(i)) {
                findings.add(ValidationRule.COSTS, where + " at " + times.point(i), counts.lost().get(i) + " of "
                    + counts.increments().get(i) + " increments lost");
            }
            if (counts.reads() != null) {
                ordered(counts.torn().get(i), counts.changes().get(i), counts.reads().get(i), where + " at "
                    + times.point(i), findings);
            }
        }
    }

    private static void ordered(long torn, long changes, long reads, String where, Findings findings) {
        if (torn > changes || changes > reads) {
            findings.add(ValidationRule.COSTS, where, torn + " torn of " + changes + " changes in " + reads
                + " reads");
        }
    }

    /** Offsets lie in a line or at a page's end, threads on CPUs, and only a lock across a line is counted as one. */
    private static void checkPlace(Question question, Times times, Costs costs, Environment environment, String where,
                                   Findings findings) {
        Geometry geometry = environment.geometry();
        Setting setting = times.setting();
        boolean sharing = question == Question.FALSE_SHARING || question == Question.COUNTERS;
        if (sharing && setting.threads() != null && setting.threads() > costs.cpus()) {
            findings.add(ValidationRule.COSTS, where, setting.threads() + " threads on " + costs.cpus() + " CPUs");
        }
        for (int i = 0; i < times.size() && times.axis().numeric(); i++) {
            int at = times.at().get(i);
            boolean offset = times.axis() == Axis.OFFSET_BYTES;
            if (offset && at >= geometry.lineBytes() && (at < geometry.pageBytes() - PAGE_END
                || at >= geometry.pageBytes())) {
                findings.add(ValidationRule.COSTS, where + " at " + at, "neither within a line nor at the page's end");
            }
            if (times.axis() == Axis.THREADS && question == Question.COUNTERS && at > costs.cpus() || at < 0) {
                findings.add(ValidationRule.COSTS, where + " at " + at, at + " threads on " + costs.cpus() + " CPUs");
            }
            if (offset && times.counts() != null && times.counts().lockedAcross() != null
                && times.counts().lockedAcross().get(i) > 0 && !crosses(setting, at, environment)) {
                findings.add(ValidationRule.COSTS, where + " at " + at, "counts locks across a line where there are"
                    + " none");
            }
        }
    }

    private static boolean crosses(Setting setting, int offset, Environment environment) {
        return setting.operation() != null && LOCKED.contains(setting.operation()) && setting.widthBytes() != null
            && environment.geometry().crossing(offset, setting.widthBytes()) != Crossing.NONE;
    }

    /** Checks that what the tester said follows from what it counted; null says nothing. */
    static void checkAnswer(Costs.Asked tester, String where, Findings findings) {
        if (tester == null) {
            return;
        }
        boolean none = tester.verdict().equals("none-seen");
        if (none != (tester.strength() != null) || none && (tester.changes() == 0
            || tester.strength().equals("strong") && tester.changes() < FEWEST_STRONG)) {
            findings.add(ValidationRule.COSTS, where, "the tester said " + tester.verdict() + ", "
                + tester.strength() + ", of " + tester.changes() + " changes");
        }
        if (tester.torn() > tester.changes() || tester.torn() > 0 != tester.verdict().equals("torn")) {
            findings.add(ValidationRule.COSTS, where, "the tester said " + tester.verdict() + " of "
                + tester.torn() + " torn in " + tester.changes() + " changes");
        }
    }

    /** A remedy is judged by the counts of its reader, and as they say. */
    private static void checkRemedies(Costs costs, Findings findings) {
        Set<String> judged = new HashSet<>();
        for (Costs.Judged remedy : costs.remedies()) {
            String where = "/costs/remedies/" + remedy.remedy();
            if (!judged.add(remedy.remedy())) {
                findings.add(ValidationRule.COSTS, where, "is listed twice");
            }
            if (WHOLE.contains(remedy.remedy()) && remedy.own().torn() > 0) {
                findings.add(ValidationRule.COSTS, where, "returns no torn value: it reads an aligned one, or under a"
                    + " lock");
            }
            ordered(remedy.own().torn(), remedy.own().changes(), remedy.own().reads(), where, findings);
            checkAnswer(remedy.tester(), where, findings);
            Costs.Right right = Costs.Right.of(remedy.own(), remedy.tester());
            if (remedy.right() != right) {
                findings.add(ValidationRule.COSTS, where, "said to be " + remedy.right() + ", its counts say " + right);
            }
            if (costs.series(Question.REMEDIES).stream().noneMatch(times -> counted(times, remedy))) {
                findings.add(ValidationRule.COSTS, where, "its counts are those of no reader that was timed");
            }
        }
    }

    private static boolean counted(Times times, Costs.Judged remedy) {
        int index = times.names() == null ? -1 : times.names().indexOf(remedy.remedy());
        Counted counts = times.counts();
        return index >= 0 && counts != null && counts.reads() != null && counts.changes() != null
            && counts.torn() != null && index < counts.reads().size() && index < counts.changes().size()
            && index < counts.torn().size() && remedy.own().equals(new Costs.Own(counts.reads().get(index),
            counts.changes().get(index), counts.torn().get(index)));
    }
}
