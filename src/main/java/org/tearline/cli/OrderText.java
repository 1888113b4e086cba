// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.Map;
import java.util.stream.Collectors;
import org.tearline.file.Quoted;
import org.tearline.judge.AgentReport.Source;
import org.tearline.judge.JudgedValue;

/** Says what the agent knows of the order of a value's accesses. The words of the reports are agent.schema.json's. */
final class OrderText {
    private static final int SOURCES_SHOWN = 3;
    private static final Map<String, String> SOURCES = Map.of("monitor", "the monitor of", "field", "the field",
        "element", "an element of", "word", "an aligned word", "thread", "the start or end of a thread",
        "class", "the initialization of");
    private static final Map<String, String> REASONS = Map.of(
        "table-full", "the agent's tables were full",
        "unseen-writer", "its bytes changed, but no watched access wrote them",
        "unvalidated", "an unordered read may have been guarded by a sequence lock");

    private OrderText() {
    }

    /** Returns words such as ", perhaps by the monitor of Counter, an element of long[]"; empty if nothing is known. */
    static String orderedBy(JudgedValue value) {
        String sources = value.orderedBy().stream()
            .map(OrderText::source)
            .distinct()
            .limit(SOURCES_SHOWN)
            .collect(Collectors.joining(", "));
        if (sources.isEmpty()) {
            return "";
        }
        return ", perhaps by " + sources;
    }

    private static String source(Source source) {
        String words = SOURCES.getOrDefault(source.source(), source.source());
        if (source.name() == null) {
            return words;
        }
        return words + " " + Quoted.full(source.name());
    }

    /** Returns words such as ", as the agent's tables were full"; empty if no reason is given. */
    static String unknownWhy(JudgedValue value) {
        String reasons = value.unknownWhy().stream()
            .map(why -> REASONS.getOrDefault(why, why))
            .collect(Collectors.joining("; "));
        if (reasons.isEmpty()) {
            return "";
        }
        return " (" + reasons + ")";
    }
}
