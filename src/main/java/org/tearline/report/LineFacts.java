package org.tearline.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.tearline.platform.MeasuredLine;
import org.tearline.platform.MeasuredLine.Step;
import org.tearline.published.Costs;
import org.tearline.report.text.Words;

/** Tells a line as it was measured, beside the one that the system tells. Stateless. */
final class LineFacts {
    private static final String SECTION = "measured";

    private LineFacts() {
    }

    /** Adds four facts at the most; the system's line is null if it is not known. */
    static void add(Facts facts, MeasuredLine line, Integer told) {
        String beside = told == null ? "" : ", the system says " + told;
        if (line.coherence() != null) {
            add(facts, "coherenceBytes", line.coherence(), line.coherence().found()
                ? line.coherence().bytes() + " bytes" + beside : "not found" + beside,
                "getAndAdd beside another CPU's stores so far away");
        }
        if (line.pair() != null) {
            add(facts, "otherLineOfPair", line.pair(), line.pair().found() ? "disturbed, too" : "disturbance not found",
                "the same, a line away: in one aligned pair of lines, in two");
        }
        add(facts, "storeGranuleBytes", line.store(), granule(line.store(), told),
            "stores of 8 bytes across a multiple of so many");
        add(facts, "loadGranuleBytes", line.load(), granule(line.load(), told),
            "loads of 8 bytes across a multiple of so many");
        if (line.alone() != null) {
            facts.add(SECTION, "alone", line.alone(), "this process' CPUs");
        }
    }

    private static String granule(Step step, Integer told) {
        return !step.found() ? "no split found" : "split at " + step.bytes() + " bytes"
            + (step.bytes().equals(told) ? ", the line" : "");
    }

    private static void add(Facts facts, String name, Step step, String words, String source) {
        List<String> lines = new ArrayList<>(List.of(words));
        lines.add((step.found() ? String.format(Locale.ROOT, "%.1f times, ", step.ratio()) : "") + step.agreeing()
            + " of " + step.repeats() + " repeats");
        lines.add("ns: " + step.points().stream().map(point -> point.bytes() + ": "
            + Words.nanos(nanos(point.medianPicos()))).collect(Collectors.joining(", ")));
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("found", step.found());
        value.put("bytes", step.bytes());
        value.put("ratio", step.found() ? Math.round(step.ratio() * 100) / 100.0 : null);
        value.put("agreeing", step.agreeing());
        value.put("repeats", step.repeats());
        value.put("points", step.points().stream().map(point -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("bytes", point.bytes());
            one.put("lowNanos", nanos(point.lowPicos()));
            one.put("medianNanos", nanos(point.medianPicos()));
            one.put("highNanos", nanos(point.highPicos()));
            return one;
        }).toList());
        facts.add(SECTION, name, value, lines, source);
    }

    private static double nanos(long picos) {
        return (double) picos / Costs.PICOS;
    }
}
