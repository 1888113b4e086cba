// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tearline.bench.result.Cell;
import org.tearline.bench.result.Question;

/** Holds what all runs of a queue came to. Not thread-safe. */
final class QueueTally {
    private final Subject subject;
    private final List<Double> nanosEach = new ArrayList<>();
    private Damage damage = Damage.NONE;
    private TornCounter torn = TornCounter.NONE;

    QueueTally(Subject subject) {
        this.subject = subject;
    }

    void add(Round round) {
        add(round.nanosEach(), round.damage(), round.torn());
    }

    /** With NaN for what was not timed. */
    void add(double nanos, Damage more, TornCounter seen) {
        if (!Double.isNaN(nanos)) {
            nanosEach.add(nanos);
        }
        damage = damage.then(more);
        torn = torn.with(seen);
    }

    boolean isEmpty() {
        return nanosEach.isEmpty();
    }

    Damage damage() {
        return damage;
    }

    TornCounter torn() {
        return torn;
    }

    /** Returns the time of an element with what happened to the elements, and the quickest and the slowest run. */
    List<Cell> cells(int processes) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("place", subject.where());
        parameters.put("processes", Integer.toString(processes));
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("messages", damage.messages());
        counts.put("lost", damage.lost());
        counts.put("repeated", damage.repeated());
        counts.put("reordered", damage.reordered());
        counts.put("garbled", damage.garbled());
        counts.put("firstDamage", damage.first());
        counts.put("torn", torn.reads());
        counts.put("tornAhead", torn.ahead());
        counts.put("witnessBefore", torn.before());
        counts.put("witnessTorn", torn.torn());
        double least = nanosEach.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        double most = nanosEach.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        return List.of(cell(parameters, "time", nanosEach, counts), cell(parameters, "least", List.of(least), Map.of()),
            cell(parameters, "largest", List.of(most), Map.of()));
    }

    private Cell cell(Map<String, String> parameters, String metric, List<Double> samples, Map<String, Long> counts) {
        return new Cell(Question.QUEUES.id(), parameters, metric, "ns", "queue", subject.name(), samples, counts);
    }
}
