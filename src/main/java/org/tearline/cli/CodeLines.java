// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tearline.file.Quoted;
import org.tearline.judge.AgentReport.Frame;
import org.tearline.judge.AgentReport.Site;
import org.tearline.judge.JudgedValue;

/** The lines of code that access a value. Pure. */
final class CodeLines {
    private CodeLines() {
    }

    /**
     * Returns the lines of code, each with what it calls of a library. If several call paths lead to a line, each is
     * listed with all its other frames.
     */
    static List<String> of(JudgedValue value) {
        Map<String, Long> sites = value.sites().stream()
            .collect(Collectors.groupingBy(CodeLines::line, Collectors.counting()));
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
        List<Frame> libraries = callees.stream().filter(frame -> !frame.inJdk()).toList();
        return frames(", through ", libraries.subList(Math.max(0, libraries.size() - 1), libraries.size()));
    }

    private static String frames(String start, List<Frame> frames) {
        if (frames.isEmpty()) {
            return "";
        }
        return frames.stream()
            .map(frame -> Quoted.full(frame.toString()))
            .collect(Collectors.joining(", ", start, ""));
    }
}
