// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.tearline.published.Costs;
import org.tearline.published.Costs.Axis;
import org.tearline.published.Costs.Metric;
import org.tearline.published.Costs.Question;
import org.tearline.published.Costs.Times;
import org.tearline.published.Delivered;

/** Tells whether what queues and round trips are said to have done can be true together. Stateless. Thread-safe. */
final class DeliveryCheck {
    /** The benchmark leaves out a queue that is damaged in these places: then nothing of it can be believed. */
    private static final Set<String> SOUND = Set.of("heap", "aligned");
    /** Messages, four kinds of damage, the first one, torn reads and those ahead, a witness of two values. */
    private static final int OF_QUEUES = 10;
    /** Messages and torn ones. */
    private static final int OF_TRIPS = 2;
    /** The shortest time that the benchmark calls a stall. */
    private static final long STALL_MICROS = 100;
    private static final List<Metric> ASCENDING = List.of(Metric.LEAST, Metric.LATENCY_50, Metric.LATENCY_90,
        Metric.LATENCY_99, Metric.LATENCY_999, Metric.LATENCY_9999, Metric.LARGEST);
    private static final List<Metric> AROUND = List.of(Metric.LEAST, Metric.TIME, Metric.LARGEST);

    /** Holds what a histogram's steps leave of equal times; what one added trip leaves of a rare one. */
    private static final double LEAST_TYPICAL = 0.98;
    private static final double LEAST_RARE = 0.5;

    private DeliveryCheck() {
    }

    /** One series, whose lists are as long as its points. */
    static void check(Question question, Times times, String where, Findings findings) {
        Delivered delivered = times.delivered();
        boolean counted = question == Question.QUEUES && times.metric() == Metric.TIME
            || question == Question.PING && times.metric() == Metric.LATENCY_50;
        if (counted != (delivered != null)) {
            findings.add(ValidationRule.COSTS, where, "messages are counted of a queue's time and of the median trip,"
                + " and of nothing else");
            return;
        }
        if (delivered == null) {
            return;
        }
        boolean stalls = delivered.stalls() != null && delivered.stalledMicros() != null;
        int wanted = question == Question.QUEUES ? OF_QUEUES : stalls ? OF_TRIPS + 2 : OF_TRIPS;
        if (delivered.lists().size() != wanted || stalls && question == Question.QUEUES
            || delivered.messages() == null || delivered.torn() == null) {
            findings.add(ValidationRule.COSTS, where, "of a queue all damage is counted, of trips the torn ones"
                + " and the stalls with their time");
            return;
        }
        for (int i = 0; i < times.size(); i++) {
            if (question == Question.QUEUES) {
                checkQueue(times, delivered, i, where + " at " + times.point(i), findings);
            } else if (delivered.torn().get(i) > 0 && !isMemory(times, i)) {
                findings.add(ValidationRule.COSTS, where + " at " + times.point(i),
                    "no value is shared that could be torn");
            } else if (delivered.torn().get(i) > 0 && times.axis() == Axis.MESSAGE_BYTES
                && times.at().get(i) % Long.BYTES == 0) {
                findings.add(ValidationRule.COSTS, where + " at " + times.point(i),
                    "torn where the counter is aligned");
            } else if (delivered.torn().get(i) > delivered.messages().get(i)) {
                findings.add(ValidationRule.COSTS, where + " at " + times.point(i), delivered.torn().get(i)
                    + " torn of " + delivered.messages().get(i) + " trips");
            } else if (stalls) {
                checkStalls(delivered, i, where + " at " + times.point(i), findings);
            }
        }
    }

    /** The microseconds are whole: of each stall and of their sum less than one is cut off. */
    private static void checkStalls(Delivered delivered, int index, String where, Findings findings) {
        long stalls = delivered.stalls().get(index);
        long micros = delivered.stalledMicros().get(index);
        if (stalls > delivered.messages().get(index) || micros < stalls * (STALL_MICROS - 1)
            || stalls == 0 && micros > 0) {
            findings.add(ValidationRule.COSTS, where, stalls + " stalls of " + micros + " us in "
                + delivered.messages().get(index) + " trips");
        }
    }

    /** Returns whether both ends read and write the same bytes; what a socket carries is copied whole. */
    private static boolean isMemory(Times times, int point) {
        String way = times.axis() == Axis.WAY ? times.point(point) : String.valueOf(times.setting().way());
        return way.startsWith("memory-") || way.startsWith("mapped-");
    }

    private static void checkQueue(Times times, Delivered delivered, int index, String where, Findings findings) {
        long messages = delivered.messages().get(index);
        long damaged = delivered.damaged(index);
        long first = delivered.firstDamage().get(index);
        if (damaged - delivered.lost().get(index) > messages || first > messages + 1 || first > 0 != damaged > 0) {
            findings.add(ValidationRule.COSTS, where, damaged + " damaged of " + messages + " messages, the first at "
                + first);
        }
        long torn = delivered.torn().get(index);
        boolean witness = !delivered.witnessTorn().get(index).equals(delivered.witnessBefore().get(index));
        if (delivered.tornAhead().get(index) > torn || torn > 0 != witness) {
            findings.add(ValidationRule.COSTS, where, torn + " torn reads, " + delivered.tornAhead().get(index)
                + " of them ahead, " + (witness ? "with" : "without") + " a witness");
        }
        if (damaged + torn > 0 && SOUND.contains(times.setting().place())) {
            findings.add(ValidationRule.COSTS, where, "an aligned queue that is damaged is left out");
        }
    }

    /** All series of a question: what was least was no more than the median, and a percentile no more than the next. */
    static void checkOrder(Costs.Group group, String name, Findings findings) {
        if (group.id() != Question.QUEUES && group.id() != Question.PING) {
            return;
        }
        Map<String, TreeMap<Integer, Long>> byPoint = new HashMap<>();
        List<Metric> order = group.id() == Question.QUEUES ? AROUND : ASCENDING;
        for (Times times : group.series()) {
            for (int i = 0; i < Math.min(times.size(), times.medianPicos().size()); i++) {
                byPoint.computeIfAbsent(name + ": " + times.setting().words() + " at " + times.point(i),
                    point -> new TreeMap<>()).put(order.indexOf(times.metric()), times.medianPicos().get(i));
            }
        }
        checkCorrected(group, name, findings);
        byPoint.forEach((where, picos) -> {
            if (picos.containsKey(-1)) {
                findings.add(ValidationRule.COSTS, where, "no such percentile of it is measured");
            } else if (!List.copyOf(picos.values()).equals(picos.values().stream().sorted().toList())) {
                findings.add(ValidationRule.COSTS, where, "a percentile is larger than a higher one: " + picos.values()
                    + " ps");
            }
        });
    }

    /**
     * Who counts the time that a late answer keeps others waiting finds no typical trip shorter. The added trips lie
     * between nothing and the late one, so they may lower a percentile that rests on few: by 2 % in 1 of 462 published
     * ones, and by half at worst, where one late trip adds one of half its length.
     */
    private static void checkCorrected(Costs.Group group, String name, Findings findings) {
        Map<List<Object>, Long> sent = new HashMap<>();
        each(group, "as-sent", (times, i) -> sent.put(trip(times, i), times.medianPicos().get(i)));
        each(group, "corrected", (times, i) -> {
            Long before = sent.get(trip(times, i));
            double least = times.metric().compareTo(Metric.LATENCY_90) <= 0 || times.metric() == Metric.LEAST
                ? LEAST_TYPICAL : LEAST_RARE;
            if (before != null && times.medianPicos().get(i) < least * before) {
                findings.add(ValidationRule.COSTS, name + ": " + times.metric() + " of " + times.point(i),
                    times.medianPicos().get(i) + " ps corrected for coordinated omission, " + before + " as sent");
            }
        });
    }

    private static List<Object> trip(Times times, int point) {
        return List.of(times.metric(), times.axis(), times.point(point), String.valueOf(times.setting().processes()),
            String.valueOf(times.setting().way()));
    }

    private static void each(Costs.Group group, String omission, ObjIntConsumer<Times> consumer) {
        group.series().stream().filter(times -> omission.equals(times.setting().omission())).forEach(times ->
            IntStream.range(0, Math.min(times.size(), times.medianPicos().size())).forEach(i ->
                consumer.accept(times, i)));
    }
}
