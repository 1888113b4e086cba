// SPDX-License-Identifier: Apache-2.0
//DEPS org.apache.activemq:artemis-journal:2.40.0
//DEPS org.slf4j:slf4j-nop:2.0.17
//LIBRARY org.apache.activemq.artemis.core.buffers
package tried;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.artemis.core.io.mapped.MappedSequentialFileFactory;
import org.apache.activemq.artemis.core.journal.RecordInfo;
import org.apache.activemq.artemis.core.journal.impl.JournalImpl;

/** Appends records to an ActiveMQ Artemis journal in mapped files from three threads, then loads the journal. */
final class ArtemisJournal {
    private static final int RECORDS = 20_000;
    private static final int ROUNDS = 10;
    private static final int FILE_BYTES = 10 << 20;

    public static void main(String[] args) throws Exception {
        JournalImpl journal = journal(args[0]);
        journal.start();
        journal.loadInternalOnly();
        Work.run(3, ROUNDS, 3L * RECORDS, (thread, round) -> {
            for (int i = 0; i < RECORDS; i++) {
                long id = ((long) round * RECORDS + i) * 3 + thread;
                journal.appendAddRecord(id, (byte) 1, Work.value(i), i == RECORDS - 1);
            }
            return round;
        });
        journal.stop();
        JournalImpl again = journal(args[0]);
        again.start();
        List<RecordInfo> records = new ArrayList<>();
        again.load(records, new ArrayList<>(), null);
        again.stop();
        if (records.size() != 3 * ROUNDS * RECORDS) {
            throw new AssertionError(records.size() + " records");
        }
    }

    private static JournalImpl journal(String folder) {
        MappedSequentialFileFactory files =
            new MappedSequentialFileFactory(new File(folder), FILE_BYTES, false, 0, 0, null);
        return new JournalImpl(FILE_BYTES, 2, 2, 0, 0, files.setDatasync(false), "tried", "log", 1);
    }
}
