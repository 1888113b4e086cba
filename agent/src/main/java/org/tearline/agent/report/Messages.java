// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.report;

import static java.util.Locale.ROOT;
import static java.util.stream.Collectors.joining;

import java.nio.file.Path;

/** The few lines that the agent prints. Stateless. Thread-safe. */
public final class Messages {
    /** Distinguishes the agent's messages from the program's output. */
    public static final String PREFIX = "tearline: ";
    private static final int METHODS_SHOWN = 8;

    private Messages() {
    }

    /** @param file the report; null if none was written */
    public static String ended(Findings findings, Path file) {
        String found = PREFIX + plural(findings.sites().size(), "site", "sites") + " with misaligned values";
        return found + (file == null ? "; no report, see option report\n"
            : "; judge them with: java -jar tester.jar judge " + file + "\n");
    }

    public static String attached(Findings findings) {
        String watched = "attached; " + plural(findings.instructions(), "instruction", "instructions") + " in "
            + plural(findings.watched().classes(), "class", "classes") + " watched so far";
        if (findings.running().isEmpty()) {
            return watched;
        }
        String methods = findings.running().stream().limit(METHODS_SHOWN).collect(joining(", "));
        String more = findings.running().size() > METHODS_SHOWN ? " and other methods" : "";
        return watched + "; running when the agent was attached, and watched from the next call on: " + methods + more;
    }

    private static String plural(long count, String noun, String nouns) {
        return String.format(ROOT, "%,d %s", count, count == 1 ? noun : nouns);
    }
}
