// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.tearline.merge.Jcstress;
import org.tearline.merge.Merge;
import org.tearline.merge.MergedCpu;
import org.tearline.promise.Guarantees;
import org.tearline.report.text.Words;

/** The generated part of reports/README.md. Pure. Thread-safe. */
public final class Markdown {
    private static final String BEGIN = "<!-- tester report: generated, do not edit below -->";
    private static final String END = "<!-- tester report: end of the generated part -->";
    private static final String NEW = "# Results\n\nOne row per microarchitecture. The page [index.html](index.html)"
        + " has every offset, witness and promise;\n`java -jar target/tester.jar submit` says how to"
        + " add yours. The data are CC0-1.0.\n\n";
    private static final String LEGEND = """

        torn 1 in 300: one of 300 changes (reads that returned another value than the read before) was torn, in the
        cells and files that tore; of several submitters the median of their rates, or the range where they differ
        tenfold. A cell is one offset of one write and read on one design. none in 160 million: no tear in so many
        changes. mixed: some files saw it tear, and others a strong negative result at the same place, or a promise
        speaks against it: no file decides it. unconfirmed: a promise, locks on both sides or strong negative results
        of more files speak against the tear, and no two submitters with a handle saw it; where most files saw none,
        that is said first. strong in 1 of 5 files: most others have a weak negative result; strong together: no
        file alone has a strong one.
        strong: every cell had the changes that a strong negative result needs, planted tears were found, the threads
        were pinned, the code stayed compiled, and either the vendor promises it or the same write and read was torn
        across a line; or all cells of the class (aligned, inside a line, across a line, across a page) add up to
        10,000,000. weak: the reason is named. untested is not none. Up to "across a page" both sides are ordinary
        loads and stores. docs/glossary.md defines the places. A row has the writes, reads and offsets of the default
        sweep; what else was tried stands in a row of its own, "other pairs". All anonymous files count as one
        submitter.
        """;
    /**
     * Holds what begins or ends a span of Markdown; a link needs its bracket, so a parenthesis means nothing without
     * one.
     */
    private static final String SPAN = "\\`*_[]~";
    /** Holds what makes a line a heading, where it is the first character. */
    private static final String BLOCK = "#";

    private Markdown() {
    }

    /** Returns a readme with its generated part replaced; an empty one becomes a new one. */
    public static String into(String readme, String generated) {
        String part = BEGIN + "\n\n" + generated + "\n" + END + "\n";
        int begin = readme.indexOf(BEGIN);
        int end = readme.indexOf(END);
        if (begin >= 0 && end > begin) {
            String rest = readme.substring(end + END.length());
            return readme.substring(0, begin) + part + (rest.startsWith("\n") ? rest.substring(1) : rest);
        }
        return (readme.isBlank() ? NEW : readme.stripTrailing() + "\n\n") + part;
    }

    /** Returns the tables. */
    public static String text(Merge merge, Guarantees guarantees) {
        List<MergedCpu> cpus = merge.cpus();
        StringBuilder text = new StringBuilder();
        List<DesignRow> real = Matrix.rows(guarantees, cpus, false);
        if (real.isEmpty()) {
            text.append("No results yet.\n");
        } else {
            append(text, real);
        }
        List<DesignRow> emulated = Matrix.rows(guarantees, cpus, true);
        if (!emulated.isEmpty()) {
            text.append("\nEmulated, so that tears are the emulator's and not the CPU's:\n\n");
            append(text, emulated);
        }
        jcstress(text, merge.jcstress());
        append(text, "Against a promise: ", Contradiction.of(guarantees, cpus));
        append(text, "Unconfirmed until two submitters with a handle have seen it: ",
            Contradiction.unconfirmed(guarantees, cpus));
        return text.append(LEGEND).toString();
    }

    private static void jcstress(StringBuilder text, List<Jcstress> all) {
        text.append(all.isEmpty() ? "" : """

            The same cases under jcstress, which shares no code with the tester and plants no tears: that it saw none
            proves little.

            | CPU | JVM | samples | jcstress | no tear seen, unlike the tester | tear seen, unlike the tester |
            |---|---|---|---|---|---|
            """);
        all.forEach(one -> text.append("| ").append(escaped(one.cpu().name())).append(" | ")
            .append(escaped(String.join(", ", one.jvms()))).append(" | ").append(Words.many(one.samples()))
            .append(" | ").append(one.words()).append(" | ").append(String.join(", ", one.missed())).append(" | ")
            .append(String.join(", ", one.extra())).append(" |\n"));
    }

    private static void append(StringBuilder text, String title, List<Contradiction> disputed) {
        disputed.forEach(one -> text.append('\n').append(title).append(escaped(one.cpu())).append(", ")
            .append(one.pair()).append(", ").append(one.column()).append(": ").append(one.doubt()).append(", ")
            .append(one.words()).append(" (").append(one.counts()).append(").\n"));
    }

    private static void append(StringBuilder text, List<DesignRow> rows) {
        List<String> head = new ArrayList<>(List.of("microarchitecture", "by"));
        head.addAll(Matrix.TITLES);
        head.addAll(List.of("runs", "newest"));
        text.append("| ").append(String.join(" | ", head)).append(" |\n|")
            .append(head.stream().map(title -> "---|").collect(Collectors.joining())).append('\n');
        for (DesignRow row : rows) {
            List<String> cells = new ArrayList<>(List.of(escaped(row.design()), row.kind()));
            row.words().forEach(word -> cells.add(word.glyph() + " " + word.words() + (word.broken().isEmpty() ? ""
                : "; promised whole (" + word.broken() + ")")));
            cells.addAll(List.of(row.runs(), row.newest()));
            text.append("| ").append(String.join(" | ", cells)).append(" |\n");
        }
    }

    /** Returns free text of a file, escaped as far as Markdown and HTML would not take it for text. */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(!text.isEmpty() && BLOCK.indexOf(text.charAt(0)) >= 0 ? "\\" : "");
        text.chars().forEach(c -> {
            if (c == '<' || c == '>' || c == '&' || c == '|') {
                escaped.append("&#").append(c).append(';');
            } else if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                escaped.append(' ');
            } else {
                escaped.append(SPAN.indexOf(c) >= 0 ? "\\" : "").append((char) c);
            }
        });
        return escaped.toString();
    }
}
