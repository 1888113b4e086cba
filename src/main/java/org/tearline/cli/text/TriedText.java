// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.tearline.file.ResultFile;
import org.tearline.file.Series;
import org.tearline.trial.ReadMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Verdict;
import org.tearline.words.Words;

/** Prints what a sweep has tried: the guards with their counts, the accesses, and the cells without a verdict. */
record TriedText(ResultFile file, Screen screen) {
    void print() {
        for (ReadMode read : ReadMode.values()) {
            if (read.guarded()) {
                printGuard(read);
            }
        }
        screen.say("  ", "    ", "tried: " + list(Series::memory) + "; " + list(Series::width) + " bytes; writes "
            + list(Series::write) + "; reads " + list(Series::read) + "; "
            + Words.count(file.series().stream().flatMap(series -> series.offsets().stream()).distinct().count(),
                "offset"));
        // Cells that were left out, or have no verdict for another reason.
        long all = file.series().stream().mapToLong(series -> series.offsets().size()).sum();
        for (CellReason reason : CellReason.values()) {
            List<Integer> offsets = file.series().stream()
                .flatMap(series -> series.notes().stream())
                .filter(note -> note.reason() == reason && reason.state() != Verdict.NOT_SEEN)
                .flatMap(note -> note.offsets().stream())
                .toList();
            if (!offsets.isEmpty()) {
                screen.say("  ", "    ", reason.state() + ": " + Words.count(offsets.size()) + " of "
                    + Words.count(all, "cell") + ", at " + Words.count(offsets.stream().distinct().count(), "offset")
                    + " (" + reason.sentence() + ")");
            }
        }
    }

    private void printGuard(ReadMode guard) {
        List<Series> guarded = file.series().stream().filter(series -> series.read() == guard).toList();
        long changes = guarded.stream().mapToLong(series -> Counts.sum(series.changes())).sum();
        long torn = guarded.stream().mapToLong(series -> Counts.sum(series.torn())).sum();
        String tears = "no tear";
        if (torn > 0) {
            tears = "torn " + Words.count(torn);
        }
        if (changes > 0) {
            screen.say("  ", "    ", "guard " + guard + ": " + tears + " in " + Words.count(changes, "change")
                + " at all offsets");
        }
    }

    private String list(Function<Series, Object> part) {
        return file.series().stream()
            .map(series -> part.apply(series).toString())
            .distinct()
            .collect(Collectors.joining(", "));
    }
}
