// SPDX-License-Identifier: Apache-2.0
//DEPS org.questdb:questdb:9.3.4
//RUNTIME_OPTIONS --add-exports=java.base/jdk.internal.math=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/sun.nio.ch=ALL-UNNAMED --add-opens=java.base/java.nio=ALL-UNNAMED
//LIBRARY io.questdb.cairo.vm
package tried;

import io.questdb.cairo.CairoEngine;
import io.questdb.cairo.DefaultCairoConfiguration;
import io.questdb.cairo.TableReader;
import io.questdb.cairo.TableToken;
import io.questdb.cairo.TableWriter;
import io.questdb.cairo.security.AllowAllSecurityContext;
import io.questdb.cairo.wal.ApplyWal2TableJob;
import io.questdb.cairo.wal.WalWriter;
import io.questdb.griffin.SqlExecutionContextImpl;

/** Writes to a WAL table of embedded QuestDB from two threads, while a third applies the log and a fourth reads. */
final class QuestDbWal {
    private static final int COMMITS = 300;
    private static final int ROWS = 20;
    private static final long MICROS_APART = 1_000;

    public static void main(String[] args) throws Exception {
        try (CairoEngine engine = new CairoEngine(new DefaultCairoConfiguration(args[0]))) {
            engine.execute("create table t (n long, s symbol, ts timestamp) timestamp(ts) partition by day wal",
                new SqlExecutionContextImpl(engine, 1).with(AllowAllSecurityContext.INSTANCE));
            TableToken table = engine.verifyTableName("t");
            Work.run(4, 6, 2L * COMMITS * ROWS, (thread, round) -> switch (thread) {
                case 0, 1 -> write(engine, table, round * 2 + thread);
                case 2 -> apply(engine);
                default -> read(engine, table);
            });
            apply(engine);
            try (TableReader reader = engine.getReader(table)) {
                if (reader.size() != 6L * 2 * COMMITS * ROWS) {
                    throw new AssertionError(reader.size() + " rows");
                }
            }
        }
        System.exit(0);
    }

    private static long write(CairoEngine engine, TableToken table, int part) {
        try (WalWriter writer = engine.getWalWriter(table)) {
            for (int commit = 0; commit < COMMITS; commit++) {
                for (int i = 0; i < ROWS; i++) {
                    TableWriter.Row row = writer.newRow((((long) part * COMMITS + commit) * ROWS + i) * MICROS_APART);
                    row.putLong(0, i);
                    row.putSym(1, "s" + i % 7);
                    row.append();
                }
                writer.commit();
            }
        }
        return part;
    }

    private static long apply(CairoEngine engine) {
        try (ApplyWal2TableJob job = new ApplyWal2TableJob(engine, 1)) {
            job.drain(0);
        }
        return 0;
    }

    /** Checks that no partial commit is visible. */
    private static long read(CairoEngine engine, TableToken table) {
        for (int i = 0; i < COMMITS; i++) {
            try (TableReader reader = engine.getReader(table)) {
                if (reader.size() % ROWS != 0) {
                    throw new AssertionError(reader.size() + " rows");
                }
            }
        }
        return 0;
    }
}
