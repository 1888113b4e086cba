// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.List;
import java.util.stream.Stream;
import org.tearline.archive.Archive;
import org.tearline.archive.CpuDesign;
import org.tearline.archive.Jcstress;
import org.tearline.promise.Guarantees;

/** The generated parts of reports/README.md and README.md. Pure. Thread-safe. */
public final class Markdown {
    private static final String BEGIN = "<!-- tester report: generated, do not edit below -->";
    private static final String END = "<!-- tester report: end of the generated part -->";
    private static final String PART = "<!-- tester report --readme: granules -->";
    private static final String END_OF_PART = "<!-- tester report --readme: end of granules -->";
    private static final String NEW = "# Results\n\nOne row per CPU design. The page [index.html](index.html) answers"
        + " for every offset;\n`java -jar target/tester.jar submit` says how to add yours. The data are CC0-1.0.\n\n";
    private static final String LEGEND = """

        An access is whole if all of its bytes lie in one naturally aligned block of the granule. "32 bytes": a tear was
        seen across 32 and none inside, in a million changes or more; "16 to 64 bytes": nothing decides between them;
        quick: in fewer changes. Promised: within how many aligned bytes the vendor promises it for ordinary accesses of
        a long; the rules are in docs/promises.md. Locked: two locked instructions, wherever they were tried. A
        submitter is the project or the account that sent a file in; all anonymous files count as none.
        """;
    /** What begins or ends a span; a parenthesis means nothing without a bracket. */
    private static final String SPAN = "\\`*_[]~";

    private Markdown() {
    }

    /** A readme with its generated part replaced; an empty one becomes a new one. */
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

    /**
     * README.md with its table made anew.
     *
     * @throws IllegalArgumentException if it has none, or one without its end
     */
    public static String intoPart(String readme, Archive archive, Guarantees guarantees) {
        int begin = readme.indexOf(PART);
        int end = readme.indexOf(END_OF_PART);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException("has no part to be generated between '" + PART + "' and '" + END_OF_PART
                + "'");
        }
        StringBuilder text = new StringBuilder(readme.substring(0, begin + PART.length())).append("\n\n");
        head(text, "CPU", "a store is whole within", "a load", "both locked", "promised", "runs");
        Row.measured(guarantees, archive, false).forEach(row -> row(text, escaped(row.name()), row.store(), row.load(),
            row.locked(), row.promised(), row.runs()));
        return text.append('\n').append(readme.substring(end)).toString();
    }

    /** The tables of reports/README.md. */
    public static String text(Archive archive, Guarantees guarantees) {
        StringBuilder text = new StringBuilder();
        List<Row> real = Row.measured(guarantees, archive, false);
        if (real.isEmpty()) {
            text.append("No confirmed results yet.\n");
        } else {
            table(text, real);
        }
        List<Row> emulated = Row.measured(guarantees, archive, true);
        if (!emulated.isEmpty()) {
            text.append("\nEmulated: the emulator's granules, not the CPU's.\n\n");
            table(text, emulated);
        }
        List<Evidence.Said> claims = archive.designs().stream().flatMap(design -> Evidence.said(design).stream())
            .toList();
        if (!claims.isEmpty()) {
            text.append("\nOne submitter, not confirmed:\n\n");
            head(text, "CPU", "submitter", "store", "load", "beside the confirmed numbers", "files");
            claims.forEach(one -> row(text, escaped(one.design()), escaped(one.submitter()), one.store(), one.load(),
                one.words(), String.valueOf(one.files())));
        }
        jcstress(text, archive.designs().stream().filter(design -> !design.jcstress().isEmpty()).toList());
        return text.append(LEGEND).toString();
    }

    private static void jcstress(StringBuilder text, List<CpuDesign> designs) {
        if (designs.isEmpty()) {
            return;
        }
        text.append("\nThe same cases under jcstress, which shares no code with the tester and plants no tears: that it"
            + " saw none\nproves little.\n\n");
        head(text, "CPU", "JVM", "samples", "jcstress saw", "against the granules");
        for (CpuDesign design : designs) {
            Jcstress one = design.jcstress().get(0);
            row(text, escaped(design.name()), escaped(String.join(", ", one.jvms())), Words.many(one.samples()),
                one.words(), one.extra().isEmpty() ? "none" : String.join(", ", one.extra()));
        }
    }

    private static void table(StringBuilder text, List<Row> rows) {
        head(text, "CPU", "store", "load", "both locked", "promised", "runs", "submitters", "newest");
        rows.forEach(row -> row(text, escaped(row.name()), row.store(), row.load(), row.locked(), row.promised(),
            row.runs(), row.submitters(), row.newest()));
    }

    private static void head(StringBuilder text, String... heads) {
        row(text, heads);
        text.append('|').append("---|".repeat(heads.length)).append('\n');
    }

    private static void row(StringBuilder text, String... cells) {
        Stream.of(cells).forEach(cell -> text.append("| ").append(cell).append(' '));
        text.append("|\n");
    }

    /** Free text of a file, escaped as far as Markdown and HTML would not take it for text. */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.chars().forEach(c -> {
            if (c == '<' || c == '>' || c == '&' || c == '|' || c == '#') {
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
