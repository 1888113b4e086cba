// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.tearline.archive.FileRows;
import org.tearline.file.Environment.SplitLockTimes;
import org.tearline.file.Environment.ThreadPinning;

/** The table of runs: one row per file, counted or not. Thread-safe. */
final class RunTable {
    static final DataTable<FileRows> TABLE = new DataTable<FileRows>("runs", Stream::of, run -> run)
        .with("counted", FileRows::counted)
        .with("kind", run -> run.file().kind())
        .with("date", run -> run.file().date().toString())
        .with("file", run -> run.listed().path())
        .with("digest", run -> run.file().digest())
        .with("profile", run -> run.listed().profile())
        .with("cpu", run -> run.environment().cpu().key())
        .with("brand", run -> Objects.toString(run.environment().cpu().brand(), ""))
        .with("microcode", run -> Objects.toString(run.environment().cpu().microcode(), ""))
        .with("lineBytes", run -> run.environment().lineBytes())
        .with("pageBytes", run -> run.environment().pageBytes())
        .with("os", run -> run.environment().os().family())
        .with("kernel", run -> Objects.toString(run.environment().os().kernel(), ""))
        .with("hypervisor", run -> run.environment().hypervisor())
        .with("pinned", run -> orNull(run.environment().pinning(), ThreadPinning::had))
        .with("throttled", run -> orNull(run.environment().splitLocks(), SplitLockTimes::throttled))
        .with("splitLockNanos", run -> orNull(run.environment().splitLocks(), SplitLockTimes::nanos))
        .with("jvmVendor", run -> run.environment().jvm().vendor())
        .with("jvmVersion", run -> run.environment().jvm().version())
        .with("java", run -> run.environment().jvm().feature());

    private RunTable() {
    }

    private static <T> Object orNull(T facts, Function<T, Object> fact) {
        if (facts == null) {
            return null;
        }
        return fact.apply(facts);
    }
}
