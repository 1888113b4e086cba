// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tearline.cli.json.Facts;

/** Facts for people, in three columns: what, how much, says who. Not thread-safe. */
public final class FactsText {
    private static final int NAME_WIDTH = 22;
    private static final int VALUE_WIDTH = 46;

    private static final Map<String, String> TITLES = Map.of("cpu", "CPU", "topology", "Topology", "memory",
        "Caches and pages", "system", "System", "splitLocks", "Split locks", "jvm", "JVM");

    private FactsText() {
    }

    /** Prints every section under its title. */
    public static void print(Facts facts, PrintStream out) {
        String section = "";
        for (Facts.Fact fact : facts.all()) {
            if (!fact.section().equals(section)) {
                out.println((section.isEmpty() ? "" : System.lineSeparator()) + TITLES.get(fact.section()));
                section = fact.section();
            }
            List<String> lines = fact.lines().stream().flatMap(line -> wrap(line).stream()).toList();
            for (int i = 0; i < lines.size(); i++) {
                out.println(String.format(Locale.ROOT, "  %-" + NAME_WIDTH + "s%-" + VALUE_WIDTH + "s  %s",
                    i == 0 ? words(fact.name()) : "", lines.get(i), i == 0 ? fact.source() : "").stripTrailing());
            }
        }
    }

    /** Returns a name such as threadsPerCore as words. */
    private static String words(String name) {
        return name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
    }

    private static List<String> wrap(String line) {
        return Wrapped.lines("", "", List.of(line.split("(?<=[ ,])(?=[^ |])")), VALUE_WIDTH);
    }
}
