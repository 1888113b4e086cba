// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.util.List;
import org.tearline.archive.ArchivedCell;
import org.tearline.archive.CellKey;
import org.tearline.archive.CpuDesign;
import org.tearline.trial.Alignment;
import org.tearline.trial.Geometry;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Verdict;
import org.tearline.words.Words;

/** The table in docs/results.md of what guards do across a line: one row per CPU and read. Thread-safe. */
final class GuardTable {
    private GuardTable() {
    }

    static String of(List<CpuDesign> designs) {
        MarkdownTable table = new MarkdownTable("CPU", "read", "with an ordered write", "with a CAS write");
        for (CpuDesign design : designs) {
            for (ReadMode read : List.of(ReadMode.VOLATILE, ReadMode.AGREE, ReadMode.MASKED, ReadMode.SEQLOCK)) {
                WriteMode write = WriteMode.ORDERED;
                if (read == ReadMode.SEQLOCK) {
                    write = WriteMode.SEQLOCK;
                }
                List<ArchivedCell> ordered = acrossALine(design, write, read);
                // Empty for a seqlock, which works only if both sides use it.
                List<ArchivedCell> cas = acrossALine(design, WriteMode.CAS, read);
                if (!ordered.isEmpty() || !cas.isEmpty()) {
                    table.row(MarkdownTable.escaped(design.bareName()), described(read), outcome(ordered),
                        outcome(cas));
                }
            }
        }
        return table.toString();
    }

    private static String described(ReadMode read) {
        return "`" + read + "`" + switch (read) {
            case AGREE -> ": until two reads agree";
            case MASKED -> ": what Chronicle-Core ships";
            case SEQLOCK -> ", on both sides";
            default -> ", no guard";
        };
    }

    private static List<ArchivedCell> acrossALine(CpuDesign design, WriteMode write, ReadMode read) {
        return design.cells().values().stream()
            .filter(cell -> isAcrossALine(cell.key(), design.geometry()))
            .filter(cell -> cell.key().trial().write() == write && cell.key().trial().read() == read)
            .toList();
    }

    /** Whether a cell is a long across a line, accessed by single instructions compiled by C2. */
    private static boolean isAcrossALine(CellKey key, Geometry geometry) {
        return key.trial().width() == Width.LONG && key.trial().tier() == Tier.C2 && !key.pieces()
            && Alignment.of(key.trial().offset(), Width.LONG, geometry) == Alignment.ACROSS_LINE;
    }

    /** Returns the range of rates of the torn cells, or the changes of all cells if none is torn; empty if none ran. */
    private static String outcome(List<ArchivedCell> cells) {
        List<ArchivedCell> tried = cells.stream().filter(cell -> cell.changes() > 0).toList();
        double[] rates = tried.stream()
            .filter(cell -> cell.torn() > 0)
            .mapToDouble(ArchivedCell::rate)
            .sorted()
            .toArray();
        if (rates.length > 0) {
            String torn = "**torn** " + Words.chances(rates[0], rates[rates.length - 1]);
            if (rates.length == tried.size()) {
                return torn;
            }
            return torn + " in " + rates.length + " of " + tried.size() + " cells";
        }
        if (tried.isEmpty()) {
            return "";
        }
        return silence(tried);
    }

    private static String silence(List<ArchivedCell> tried) {
        long changes = tried.stream().mapToLong(ArchivedCell::changes).sum();
        // Every cell has a bound, because it has changes and no tear.
        double bound = tried.stream().mapToDouble(ArchivedCell::bound95).max().orElseThrow();
        String none = "none in " + Words.many(changes) + " (" + Words.below(bound) + " per place)";
        if (tried.stream().allMatch(ArchivedCell::strong)) {
            return none;
        }
        if (tried.stream().allMatch(cell -> cell.verdict() == Verdict.NOT_SEEN)) {
            return none + ", weak";
        }
        return "no verdict: " + none;
    }
}
