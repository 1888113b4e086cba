// SPDX-License-Identifier: Apache-2.0
//DEPS org.apache.kafka:kafka-storage:4.4.0
//DEPS org.slf4j:slf4j-nop:1.7.36
package tried;

import java.io.File;
import org.apache.kafka.storage.internals.log.OffsetIndex;
import org.apache.kafka.storage.internals.log.TimeIndex;

/** Appends to the two mapped indexes of a Kafka log segment while two threads search them. */
final class KafkaIndexes {
    private static final int ENTRIES = 20_000;
    private static final int ROUNDS = 10;
    private static final int MILLIS_APART = 10;

    public static void main(String[] args) throws Exception {
        try (OffsetIndex offsets = new OffsetIndex(new File(args[0], "0.index"), 0, 8 * ENTRIES * ROUNDS);
             TimeIndex times = new TimeIndex(new File(args[0], "0.timeindex"), 0, 12 * ENTRIES * ROUNDS)) {
            Work.run(3, ROUNDS, 3L * ENTRIES, (thread, round) -> {
                for (int i = 1; i < ENTRIES; i++) {
                    long entry = (long) round * ENTRIES + i;
                    if (thread == 0) {
                        offsets.append(entry, (int) entry);
                        times.maybeAppend(entry * MILLIS_APART, entry);
                    } else {
                        lookUp(offsets, times, round == 0 ? 0 : entry - ENTRIES);
                    }
                }
                return offsets.entries() > 0 ? offsets.lookup((long) round * ENTRIES).position() : 0;
            });
        }
    }

    private static void lookUp(OffsetIndex offsets, TimeIndex times, long entry) {
        long position = offsets.lookup(entry).position();
        long offset = times.lookup(entry * MILLIS_APART).offset();
        long last = times.lastEntry().timestamp();
        if (position != entry || offset != entry || last > 0 && last % MILLIS_APART != 0) {
            throw new AssertionError("entry " + entry + " at " + position + ", offset " + offset + ", last " + last);
        }
    }
}
