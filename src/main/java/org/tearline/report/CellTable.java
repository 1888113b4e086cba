// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.util.Objects;
import java.util.stream.Stream;
import org.tearline.archive.CellKey;
import org.tearline.archive.FileRows;
import org.tearline.file.Cell;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.Alignment;
import org.tearline.trial.LowerCase;
import org.tearline.trial.TrialSpec;

/** The table of cells: one row per offset of each series of each file, counted or not. Thread-safe. */
final class CellTable {
    static final DataTable<Row> TABLE = new DataTable<Row>("cells", CellTable::rows, Row::of)
        .with("counted", Row::counted)
        .with("memory", row -> row.trial.memory())
        .with("widthBytes", row -> row.trial.width().bytes())
        .with("processes", row -> row.trial.processes().count())
        .with("writeMode", row -> row.trial.write())
        .with("readMode", row -> row.trial.read())
        .with("cpuPair", row -> row.cell.placement())
        .with("tier", row -> row.trial.tier())
        .with("pieces", row -> row.key.pieces())
        .with("oneSided", row -> row.trial.oneSided())
        .with("offsetBytes", row -> row.trial.offset())
        .with("boundary", row -> row.key.boundary(row.of.rules()))
        .with("place", Row::place)
        .with("kind", row -> row.key.kind(row.of.rules()).map(Object::toString).orElse(""))
        .with("fate", Row::fate)
        .with("state", row -> row.cell.state())
        .with("reason", row -> Objects.toString(row.cell.reason(), ""))
        .with("strong", row -> row.cell.strong())
        .with("changes", row -> row.cell.seen().changes())
        .with("torn", row -> row.cell.seen().torn())
        .with("firstTornNanos", row -> row.cell.firstTornNanos())
        .with("promise", Row::promised)
        .with("rules", Row::ruleIds)
        .with("contradiction", Row::contradicts);

    private CellTable() {
    }

    private static Stream<Row> rows(FileRows file) {
        return file.cells().stream().map(row -> {
            CellKey key = row.key();
            PairPromise promise = null;
            if (!key.pieces() && !file.design().emulated()) {
                promise = Guarantees.load().pair(file.design().traits(), key.trial(), file.rules());
            }
            return new Row(file, key, row.cell(), row.counted(), key.trial(), promise);
        });
    }

    /**
     * What the columns of a cell depend on.
     *
     * @param promise null for emulators and for accesses that take several instructions
     */
    private record Row(FileRows of, CellKey key, Cell cell, boolean counted, TrialSpec trial,
                       PairPromise promise) {
        String place() {
            Alignment alignment = of.rules().alignment(trial);
            return switch (alignment) {
                case ALIGNED, ACROSS_LINE, ACROSS_PAGE -> alignment.toString();
                case INSIDE_8, ACROSS_8, ACROSS_16, ACROSS_32, ACROSS_64 -> "inside-line";
            };
        }

        /** Empty if an access takes several instructions. */
        String fate() {
            if (key.kind(of.rules()).isEmpty()) {
                return "";
            }
            return LowerCase.of(key.fate(of.design().granules(), of.rules()));
        }

        String promised() {
            if (promise == null) {
                return "not-comparable";
            }
            return promise.promise().toString();
        }

        String ruleIds() {
            if (promise == null) {
                return "";
            }
            return String.join(" ", promise.ruleIds());
        }

        boolean contradicts() {
            return cell.seen().torn() > 0 && promise != null && promise.promise() == Promise.ATOMIC;
        }
    }
}
