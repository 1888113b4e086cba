// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tearline.merge.LineRow;
import org.tearline.published.Costs;

/** Tells a line as it was measured, beside the one that the system tells. Stateless. */
final class LineFacts {
    private static final String SECTION = "measured";

    private LineFacts() {
    }

    /** Adds four facts at the most; the system's line is null if it is not known. */
    static void add(Facts facts, Costs.Line line, Integer told) {
        LineRow.of(line, told).forEach(row -> add(facts, row));
        if (line.cost().coherence() == null) {
            facts.add(SECTION, "alone", "a neighbour wants a CPU of its own", "this process' CPUs");
        }
    }

    private static void add(Facts facts, LineRow row) {
        List<String> lines = new ArrayList<>(List.of(row.found(), row.sureness(), "ns: " + row.times()));
        if (!row.tried().isEmpty()) {
            lines.add(row.verdicts());
        }
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("found", row.step().found());
        value.put("bytes", row.step().bytes());
        value.put("ratio", row.step().found() ? Math.round(row.step().ratio() * 100) / 100.0 : null);
        value.put("agreeing", row.step().agreeing());
        value.put("repeats", row.step().repeats());
        value.put("points", row.step().points().stream().map(point -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("bytes", point.bytes());
            one.put("lowNanos", nanos(point.lowPicos()));
            one.put("medianNanos", nanos(point.medianPicos()));
            one.put("highNanos", nanos(point.highPicos()));
            return one;
        }).toList());
        if (!row.tried().isEmpty()) {
            value.put("tried", row.tried().stream().map(LineFacts::tried).toList());
        }
        facts.add(SECTION, row.name(), value, lines, row.source());
    }

    private static Map<String, Object> tried(Costs.Asked asked) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("bytes", LineRow.boundary(asked));
        one.put("write", asked.write());
        one.put("read", asked.read());
        one.put("verdict", asked.verdict());
        one.put("strength", asked.strength());
        one.put("changes", asked.changes());
        one.put("torn", asked.torn());
        return one;
    }

    private static double nanos(long picos) {
        return (double) picos / Costs.PICOS;
    }
}
