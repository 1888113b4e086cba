// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.tearline.file.Quoted;
import org.tearline.judge.AgentReport.Frame;
import org.tearline.judge.AgentReport.Site;
import org.tearline.judge.AgentReport.Source;
import org.tearline.judge.AgentReport.Values;
import org.tearline.judge.JudgedValue;
import org.tearline.words.Words;

/**
 * Says how often a value is accessed, by which threads, in what order, in what memory and by which lines of code. The
 * words of the reports are agent.schema.json's.
 */
record AccessText(JudgedValue value) {
    private static final int SOURCES_SHOWN = 3;
    private static final Map<String, String> SOURCES = Map.of("monitor", "the monitor of", "field", "the field",
        "element", "an element of", "word", "an aligned word", "thread", "the start or end of a thread",
        "class", "the initialization of");
    private static final Map<String, String> REASONS = Map.of(
        "table-full", "the agent's tables were full",
        "unseen-writer", "its bytes changed, but no watched access wrote them",
        "unvalidated", "an unordered read may have been guarded by a sequence lock");

    /** Returns a sentence without a full stop. */
    String sentence() {
        return Words.count(value.hits(), "access") + threads()
            + way(Values::locked, "always locked")
            + way(Values::ordered, "ordered" + orderedBy())
            + way(Values::unordered, "unordered")
            + way(Values::unknown, "unknown" + unknownWhy()) + memory()
            + value.doubts().stream().map(doubt -> ", " + doubt.words()).collect(Collectors.joining());
    }

    private String threads() {
        long values = value.most(Values::known);
        if (values == 0) {
            return " to values that were not tracked";
        }
        long threads = value.most(Values::mostThreads);
        if (threads <= 1) {
            return ", one watched thread, " + Words.count(values, "value");
        }
        String counted = ", ";
        if (threads == value.most(Values::threadLimit)) {
            counted += "at least ";
        }
        counted += Words.count(threads, "thread");
        if (values == 1) {
            return counted;
        }
        return counted + " on one value, " + Words.count(value.most(Values::shared)) + " of "
            + Words.count(values) + " tracked values shared";
    }

    private String memory() {
        Site site = value.sites().get(0);
        String memory = "";
        if (site.object() != null) {
            memory = ", in a " + Quoted.full(site.object());
        } else if (site.mappedFile() != null) {
            memory = ", in " + Quoted.full(site.mappedFile());
        }
        if (value.seenByProcesses()) {
            memory += ", which other processes may map";
        }
        return memory;
    }

    /**
     * Returns a clause such as ", 3 values always locked"; empty if the number is 0. Omits the number if only one value
     * was tracked.
     */
    private String way(ToLongFunction<Values> number, String words) {
        long count = value.most(number);
        if (count == 0) {
            return "";
        }
        if (value.most(Values::known) == 1) {
            return ", " + words;
        }
        return ", " + Words.count(count, "value") + " " + words;
    }

    /** Returns words such as ", perhaps by the monitor of Counter, an element of long[]"; empty if nothing is known. */
    private String orderedBy() {
        return Words.enclosed(", perhaps by ", value.orderedBy().stream()
            .map(AccessText::source)
            .distinct()
            .limit(SOURCES_SHOWN)
            .collect(Collectors.joining(", ")), "");
    }

    private static String source(Source source) {
        String words = SOURCES.getOrDefault(source.source(), source.source());
        if (source.name() == null) {
            return words;
        }
        return words + " " + Quoted.full(source.name());
    }

    /** Returns words such as ", as the agent's tables were full"; empty if no reason is given. */
    private String unknownWhy() {
        return Words.enclosed(" (", value.unknownWhy().stream()
            .map(why -> REASONS.getOrDefault(why, why))
            .collect(Collectors.joining("; ")), ")");
    }

    /**
     * Returns the lines of code, each with what it calls of a library. If several call paths lead to a line, each is
     * listed with all its other frames.
     */
    List<String> lines() {
        Map<String, Long> sites = value.sites().stream()
            .collect(Collectors.groupingBy(AccessText::line, Collectors.counting()));
        return value.sites().stream()
            .map(site -> line(site) + otherFrames(site, sites.get(line(site)) > 1))
            .distinct()
            .toList();
    }

    private static String line(Site site) {
        return "at " + Quoted.full(site.words());
    }

    private static String otherFrames(Site site, boolean shown) {
        List<Frame> frames = site.frames();
        List<Frame> callees = frames.subList(0, site.site());
        if (shown) {
            return frames(", through ", callees)
                + frames(", called by ", frames.subList(site.site() + 1, frames.size()));
        }
        List<Frame> lastLibrary = callees.stream()
            .filter(frame -> !frame.inJdk())
            .reduce((first, last) -> last)
            .stream()
            .toList();
        return frames(", through ", lastLibrary);
    }

    private static String frames(String start, List<Frame> frames) {
        return Words.enclosed(start, frames.stream()
            .map(frame -> Quoted.full(frame.toString()))
            .collect(Collectors.joining(", ")), "");
    }
}
