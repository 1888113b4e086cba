// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.tearline.archive.FileRows;
import org.tearline.file.Environment.SplitLockTimes;
import org.tearline.file.Environment.ThreadPinning;
import org.tearline.file.Environment;
import org.tearline.report.DataTable.Column;

/** The table of runs: one row per file, counted or not. Thread-safe. */
final class RunTable {
    static final DataTable TABLE = DataTable.of("runs", List.of(
        new Column<>("runId", run -> run.file().runId()),
        new Column<>("design", FileRows::name),
        new Column<>("arch", run -> run.file().environment().arch()),
        new Column<>("emulated", run -> run.file().environment().emulated().toString()),
        new Column<>("submitter", run -> run.listed().submitter().name()),
        new Column<>("counted", FileRows::counted),
        new Column<>("kind", run -> run.file().kind().toString()),
        new Column<>("date", run -> run.file().date().toString()),
        new Column<>("file", run -> run.listed().path()),
        new Column<>("digest", run -> run.file().digest()),
        new Column<>("profile", run -> run.listed().profile()),
        new Column<>("cpu", run -> run.file().environment().cpu().key()),
        new Column<>("brand", run -> text(run.file().environment().cpu().brand())),
        new Column<>("microcode", run -> text(run.file().environment().cpu().microcode())),
        new Column<>("lineBytes", run -> run.file().environment().lineBytes()),
        new Column<>("pageBytes", run -> run.file().environment().pageBytes()),
        new Column<>("os", run -> run.file().environment().os().family()),
        new Column<>("kernel", run -> text(run.file().environment().os().kernel())),
        new Column<>("hypervisor", run -> run.file().environment().hypervisor().toString()),
        new Column<>("pinned", run -> orNull(run.file().environment().pinning(), ThreadPinning::had)),
        new Column<>("throttled", run -> orNull(run.file().environment().splitLocks(), SplitLockTimes::throttled)),
        new Column<>("splitLockNanos", run -> orNull(run.file().environment().splitLocks(), SplitLockTimes::nanos)),
        new Column<>("jvmVendor", run -> run.file().environment().jvm().vendor()),
        new Column<>("jvmVersion", run -> run.file().environment().jvm().version()),
        new Column<>("java", run -> feature(run.file().environment()))), Stream::of);

    private RunTable() {
    }

    private static int feature(Environment environment) {
        return environment.jvm().feature();
    }

    private static String text(String value) {
        return Objects.toString(value, "");
    }

    private static <T> Object orNull(T facts, Function<T, Object> fact) {
        if (facts == null) {
            return null;
        }
        return fact.apply(facts);
    }
}
