// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.tearline.archive.CpuDesign;
import org.tearline.archive.FileCell;
import org.tearline.archive.FileRows;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.promise.Rule.Promise;
import org.tearline.report.DataTable.Column;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Alignment;
import org.tearline.trial.LowerCase;
import org.tearline.trial.PairKind;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.Fate;

/** The table of cells: one row per offset of each series of each file, counted or not. Thread-safe. */
final class CellTable {
    private static final List<Column<Row>> COLUMNS = List.of(
        new Column<>("runId", row -> row.of.file().runId()),
        new Column<>("design", row -> row.of.name()),
        new Column<>("arch", row -> row.of.file().environment().arch()),
        new Column<>("emulated", row -> row.of.file().environment().emulated().toString()),
        new Column<>("submitter", row -> row.of.listed().submitter().name()),
        new Column<>("counted", Row::counted),
        new Column<>("memory", row -> row.trial.memory().toString()),
        new Column<>("widthBytes", row -> row.trial.width().bytes()),
        new Column<>("processes", row -> row.trial.processes().count()),
        new Column<>("writeMode", row -> row.trial.write().toString()),
        new Column<>("readMode", row -> row.trial.read().toString()),
        new Column<>("cpuPair", row -> row.cell.cpuPair().toString()),
        new Column<>("tier", row -> row.trial.tier().toString()),
        new Column<>("pieces", row -> row.cell.key().pieces()),
        new Column<>("oneSided", row -> row.trial.oneSided()),
        new Column<>("offsetBytes", row -> row.trial.offset()),
        new Column<>("boundary", row -> row.boundary),
        new Column<>("place", Row::place),
        new Column<>("kind", row -> Objects.toString(row.kind, "")),
        new Column<>("fate", Row::fate),
        new Column<>("state", row -> row.cell.state().toString()),
        new Column<>("reason", row -> Objects.toString(row.cell.reason(), "")),
        new Column<>("strong", row -> row.cell.strong()),
        new Column<>("changes", row -> row.cell.seen().changes()),
        new Column<>("torn", row -> row.cell.seen().torn()),
        new Column<>("firstTornNanos", row -> row.cell.firstTornNanos()),
        new Column<>("promise", Row::promised),
        new Column<>("rules", Row::ruleIds),
        new Column<>("contradiction", Row::contradicts));

    private CellTable() {
    }

    static DataTable of(Guarantees guarantees) {
        return DataTable.of("cells", COLUMNS, file -> rows(file, guarantees));
    }

    private static Stream<Row> rows(FileRows file, Guarantees guarantees) {
        if (file.cells().isEmpty()) {
            return Stream.empty();
        }
        CpuDesign design = file.design();
        boolean unalignedAccesses = true;
        AccessRules rules = new AccessRules(design.architecture(), design.geometry(), unalignedAccesses);
        return file.cells().stream().map(cell -> row(file, cell, rules, guarantees));
    }

    private static Row row(FileRows file, FileRows.CellRow cell, AccessRules rules, Guarantees guarantees) {
        CpuDesign design = file.design();
        TrialSpec trial = cell.cell().key().trial();
        PairPromise promise = null;
        if (!cell.cell().key().pieces() && !design.emulated()) {
            promise = guarantees.pair(design.traits(), trial, rules);
        }
        return new Row(file, cell.cell(), cell.counted(), trial, cell.cell().key().kind(rules).orElse(null),
            rules.geometry().boundary(trial), rules.alignment(trial), promise);
    }

    /**
     * What the columns of a cell depend on.
     *
     * @param kind    null if an access takes several instructions
     * @param promise null for emulators and for accesses that take several instructions
     */
    private record Row(FileRows of, FileCell cell, boolean counted, TrialSpec trial, PairKind kind, int boundary,
                       Alignment alignment, PairPromise promise) {
        String place() {
            return switch (alignment) {
                case ALIGNED, ACROSS_LINE, ACROSS_PAGE -> alignment.toString();
                case INSIDE_8, ACROSS_8, ACROSS_16, ACROSS_32, ACROSS_64 -> "inside-line";
            };
        }

        String fate() {
            if (kind == null) {
                return "";
            }
            Fate fate = of.design().granules().fate(kind, trial.width(), boundary);
            return LowerCase.of(fate);
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
