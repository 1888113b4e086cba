// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.terminal;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.tearline.merge.Comparison;
import org.tearline.merge.Difference;
import org.tearline.merge.MergedCpu;
import org.tearline.plan.OffsetList;
import org.tearline.report.text.RateText;
import org.tearline.report.text.Words;

/** Prints two machines or runs side by side, the differences first; what tells nothing is only counted. One thread. */
public final class CompareText {
    private static final String ROW = "  %-28s %-15s %-22s %-44s %s";

    private final PrintStream out;

    /** Prints to a stream. */
    public CompareText(PrintStream out) {
        this.out = out;
    }

    /** Prints the whole comparison. */
    public void print(Comparison comparison) {
        out.println("A: " + title(comparison.first()));
        out.println("B: " + title(comparison.second()));
        out.println(Arrays.stream(Difference.values()).map(difference -> difference.words() + ": "
            + Words.count(comparison.count(difference))).collect(Collectors.joining("; "))
            + " (offsets of writes and reads)");
        out.println("The same kind of answer: both torn or both without a tear, however often.");
        if (comparison.count(Difference.UNCONFIRMED) > 0) {
            out.println("An unconfirmed tear: a vendor's promise or the locks of both sides speak against it, until two"
                + " submitters with a handle have seen it.");
        }
        for (Difference difference : Difference.values()) {
            if (comparison.count(difference) == 0) {
                continue;
            }
            out.println();
            if (!difference.tells()) {
                out.println(difference.words() + ": " + Words.count(comparison.count(difference)) + " offsets of "
                    + pairs(comparison, difference));
                continue;
            }
            out.println(difference.words());
            out.println(String.format(ROW, "write/read", "where", "offsets", "A", "B").stripTrailing());
            comparison.rows().stream().filter(row -> row.difference() == difference).forEach(row ->
                out.println(String.format(ROW, row.pair(), Words.place(row.placement()),
                    OffsetList.ranges(row.offsets()), words(row.first()), words(row.second())).stripTrailing()));
        }
        out.flush();
    }

    private static String pairs(Comparison comparison, Difference difference) {
        long pairs = comparison.rows().stream().filter(row -> row.difference() == difference)
            .map(Comparison.Row::pair).distinct().count();
        return Words.count(pairs) + (pairs == 1 ? " write and read" : " writes and reads");
    }

    private static String title(MergedCpu cpu) {
        return cpu.brand() + ", " + cpu.microarchitecture() + ", " + cpu.model().key()
            + cpu.runs().stream().map(run -> "; " + run.date() + ", " + run.os() + ", " + run.jvm()).findFirst()
            .orElse("");
    }

    private static String words(Comparison.Counted side) {
        if (side.torn() > 0) {
            return side.seen() + (side.seen().torn() ? " " : ": torn ") + RateText.words(side.rate()) + " of "
                + Words.many(side.changes());
        }
        String changes = side.changes() > 0 ? " in " + Words.many(side.changes()) : "";
        return switch (side.seen()) {
            case NONE_STRONG -> "none" + changes + ", strong";
            case NONE_WEAK -> "none" + changes + ", weak";
            default -> side.seen() + changes;
        };
    }
}
