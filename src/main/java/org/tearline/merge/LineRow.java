// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.tearline.platform.MeasuredLine;
import org.tearline.platform.MeasuredLine.Step;
import org.tearline.published.Costs;
import org.tearline.published.Costs.Asked;
import org.tearline.report.text.Words;

/**
 * One question about a line, with what was measured, for all renderers. Immutable.
 *
 * @param name   in JSON
 * @param title  for people
 * @param step   what was timed
 * @param tried  the verdicts beside it; empty where values say nothing
 * @param found  the answer, in words
 * @param source what was timed, in words
 */
public record LineRow(String name, String title, Step step, List<Asked> tried, String found, String source) {

    /** At most four rows; the system's line is null if it is not known. */
    public static List<LineRow> of(Costs.Line line, Integer told) {
        MeasuredLine cost = line.cost();
        String beside = told == null ? "" : ", the system says " + told;
        List<LineRow> rows = new ArrayList<>();
        if (cost.coherence() != null) {
            rows.add(new LineRow("coherenceBytes", "coherence line", cost.coherence(), List.of(),
                (cost.coherence().found() ? cost.coherence().bytes() + " bytes" : "not found") + beside,
                "getAndAdd beside another CPU's stores so far away"));
        }
        if (cost.pair() != null) {
            rows.add(new LineRow("otherLineOfPair", "other line of the pair", cost.pair(), List.of(),
                cost.pair().found() ? "disturbed, too" : "disturbance not found",
                "the same, a line away: in one aligned pair of lines, in two"));
        }
        rows.add(new LineRow("storeGranuleBytes", "store", cost.store(), line.of(true), granule(cost.store(), told),
            "stores of 8 bytes across a multiple of so many"));
        rows.add(new LineRow("loadGranuleBytes", "load", cost.load(), line.of(false), granule(cost.load(), told),
            "loads of 8 bytes across a multiple of so many"));
        return rows;
    }

    private static String granule(Step step, Integer told) {
        return !step.found() ? "no split found" : "more expensive from " + step.bytes() + " bytes on"
            + (step.bytes().equals(told) ? ", the line" : "");
    }

    /** Returns how sure the step is. */
    public String sureness() {
        return (step.found() ? String.format(Locale.ROOT, "%.1f times, ", step.ratio()) : "") + step.agreeing()
            + " of " + step.repeats() + " repeats";
    }

    /** Returns each point with its median in nanoseconds. */
    public String times() {
        return step.points().stream().map(point -> point.bytes() + ": "
            + Words.nanos((double) point.medianPicos() / Costs.PICOS)).collect(Collectors.joining(", "));
    }

    /** Returns what was seen across each boundary; empty if nothing was tried. */
    public String verdicts() {
        return tried.stream().collect(Collectors.groupingBy(asked -> asked.verdict().replace('-', ' '),
            LinkedHashMap::new, Collectors.mapping(asked -> String.valueOf(boundary(asked)),
            Collectors.joining(", ")))).entrySet().stream().map(each -> each.getKey() + " across " + each.getValue())
            .collect(Collectors.joining("; "));
    }

    /** Returns the boundary that the middle of the value lies on. */
    public static int boundary(Asked asked) {
        return asked.offset() + Long.BYTES / 2;
    }
}
