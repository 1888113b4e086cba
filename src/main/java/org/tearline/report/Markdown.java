// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.tearline.archive.Archive;
import org.tearline.archive.CpuDesign;
import org.tearline.archive.CpuRow;
import org.tearline.archive.Evidence;
import org.tearline.archive.Jcstress;
import org.tearline.promise.Facts;
import org.tearline.words.Words;

/** Renders the generated parts of reports/README.md and of documents. Thread-safe. */
public final class Markdown {
    private static final String BEGIN = "<!-- tester report: generated, do not edit below -->";
    private static final String END = "<!-- tester report: end of the generated part -->";
    private static final String NEW = "# Results\n\nThe table has one row per CPU design; the page"
        + " [index.html](index.html) gives the answer for every offset.\n`java -jar target/tester.jar submit FILE`"
        + " explains how to add your results. The data are CC0-1.0.\n\n";
    private static final String LEGEND = """

        An access is whole if all its bytes lie in one naturally aligned block of the granule's size. "32 bytes"
        means that tears were seen across multiples of 32 bytes, but none inside such blocks in at least a
        million changes. "16 to 64 bytes" means that the granule is in this range. Quick: the lower bound rests
        on fewer than a million changes. Promised: the granule that the vendor promises for ordinary accesses to
        a long, with the rules in docs/promises.md. Both locked: the result for two locked instructions. A
        submitter is the project, an account, or everybody without one.
        """;
    /** The tables that a document may contain between markers. */
    private static final Map<String, Function<Archive, String>> TABLES = new TreeMap<>(Map.of(
        "granules", Markdown::granules,
        "guards", archive -> GuardTable.of(archive.ofProject()),
        "halves", archive -> new ResultTables(archive.ofProject()).halves(),
        "kernel", archive -> kernel(),
        "sizes", archive -> new ResultTables(archive.ofProject()).sizes(),
        "vectors", archive -> new ResultTables(archive.ofProject()).vectors()));

    private Markdown() {
    }

    /** Returns a readme with its generated part replaced, or appended if it has none; a new readme if it is blank. */
    public static String withPart(String readme, String generated) {
        String part = BEGIN + "\n\n" + generated + "\n" + END + "\n";
        int begin = readme.indexOf(BEGIN);
        int end = readme.indexOf(END);
        if (begin >= 0 && end > begin) {
            String rest = readme.substring(end + END.length());
            if (rest.startsWith("\n")) {
                rest = rest.substring(1);
            }
            return readme.substring(0, begin) + part + rest;
        }
        if (readme.isBlank()) {
            return NEW + part;
        }
        return readme.stripTrailing() + "\n\n" + part;
    }

    /**
     * Returns a document with each of its generated tables and facts replaced.
     *
     * @throws IllegalArgumentException if the document has the markers of neither, or only one of two
     */
    public static String withTables(String document, Archive archive) {
        requireMarkers(document);
        String text = DocumentFacts.filled(document);
        for (String part : TABLES.keySet()) {
            int begin = text.indexOf(begin(part));
            if (begin >= 0) {
                text = text.substring(0, begin) + begin(part) + "\n\n" + TABLES.get(part).apply(archive) + "\n"
                    + text.substring(text.indexOf(end(part)));
            }
        }
        return text;
    }
    /**
     * Requires the markers of a table or a fact.
     *
     * @throws IllegalArgumentException if there are none, or if one of the two around a table is missing
     */
    public static void requireMarkers(String document) {
        boolean found = DocumentFacts.MARKED.matcher(document).find();
        for (String part : TABLES.keySet()) {
            int begin = document.indexOf(begin(part));
            int end = document.indexOf(end(part));
            if (begin < 0 != end < 0 || begin > end) {
                throw new IllegalArgumentException("needs both lines, '" + begin(part) + "' and below it '" + end(part)
                    + "'");
            }
            found |= begin >= 0;
        }
        if (!found) {
            throw new IllegalArgumentException("has no lines '" + begin("NAME") + "' and '" + end("NAME")
                + "', where NAME is one of " + String.join(", ", TABLES.keySet()) + ", and no '<!-- fact: NAME -->'");
        }
    }

    private static String begin(String part) {
        return "<!-- tester report --readme: " + part + " -->";
    }

    private static String end(String part) {
        return "<!-- tester report --readme: end of " + part + " -->";
    }

    private static String granules(Archive archive) {
        MarkdownTable table = new MarkdownTable("CPU", "a store is whole within", "a load", "both locked", "promised",
            "runs");
        int shown = 5;
        CpuRow.measured(archive, false).forEach(row -> table.escapedRow(row.name(), row.cells().subList(0, shown)));
        return table.toString();
    }

    /** Returns what the kernel does about split locks: one row per value of split_lock_detect. */
    private static String kernel() {
        return Facts.filled("""
            |  | #AC | #DB |
            |---|---|---|
            | `off` | {fact:kernel.ac.off} | {fact:kernel.db.off} |
            | `warn`, the default | {fact:kernel.ac.warn}; {fact:kernel.ac.unmitigated} | {fact:kernel.db.warn} |
            | `ratelimit:N` | {fact:kernel.ac.ratelimit} | {fact:kernel.db.ratelimit} |
            | `fatal` | {fact:kernel.ac.fatal} | {fact:kernel.db.fatal} |
            """);
    }

    /** Returns the generated part of reports/README.md. */
    public static String text(Archive archive) {
        StringBuilder text = new StringBuilder();
        List<CpuRow> real = CpuRow.measured(archive, false);
        if (real.isEmpty()) {
            text.append("No confirmed results yet.\n");
        } else {
            text.append(table(real));
        }
        List<CpuRow> emulated = CpuRow.measured(archive, true);
        if (!emulated.isEmpty()) {
            text.append("\nEmulated: the emulator's granules, not the CPU's.\n\n").append(table(emulated));
        }
        List<List<String>> claims = archive.designs().stream()
            .flatMap(design -> Evidence.claims(design).stream())
            .toList();
        if (!claims.isEmpty()) {
            MarkdownTable table = new MarkdownTable(Evidence.CLAIM_HEADS.toArray(String[]::new));
            claims.forEach(claim -> table.escapedRow(claim.get(0), claim.subList(1, claim.size())));
            text.append("\nNot confirmed:\n\n").append(table);
        }
        List<CpuDesign> tested = archive.designs().stream()
            .filter(design -> !design.jcstress().isEmpty())
            .toList();
        if (!tested.isEmpty()) {
            text.append("\nThe jcstress tests contain none of the tester's code. They plant no tears, so a case"
                + " without a tear proves little.\n\n").append(jcstress(tested));
        }
        return text.append(LEGEND).toString();
    }

    private static MarkdownTable jcstress(List<CpuDesign> designs) {
        MarkdownTable table = new MarkdownTable("CPU", "JVM", "samples", "jcstress saw", "contradictions");
        for (CpuDesign design : designs) {
            Jcstress one = design.jcstress().get(0);
            String extra = String.join(", ", one.extra());
            if (extra.isEmpty()) {
                extra = "none";
            }
            table.row(MarkdownTable.escaped(design.bareName()),
                MarkdownTable.escaped(String.join(", ", one.jvms())), Words.many(one.samples()), one.words(), extra);
        }
        return table;
    }

    private static MarkdownTable table(List<CpuRow> rows) {
        MarkdownTable table = new MarkdownTable(Stream.concat(Stream.of("CPU"), CpuRow.HEADS.stream())
            .toArray(String[]::new));
        rows.forEach(row -> table.escapedRow(row.name(), row.cells()));
        return table;
    }
}
