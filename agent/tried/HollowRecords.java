// SPDX-License-Identifier: Apache-2.0
//DEPS com.netflix.hollow:hollow:7.14.23
//LIBRARY com.netflix.hollow.core.memory
package tried;

import com.netflix.hollow.api.consumer.HollowConsumer;
import com.netflix.hollow.api.consumer.fs.HollowFilesystemBlobRetriever;
import com.netflix.hollow.api.objects.generic.GenericHollowObject;
import com.netflix.hollow.api.producer.HollowProducer;
import com.netflix.hollow.api.producer.fs.HollowFilesystemPublisher;
import java.nio.file.Path;

/** Publishes changed records with Hollow while two threads read them from a consumer. */
public final class HollowRecords {
    private static final int RECORDS = 20_000;
    private static final int READS = 100;

    /** A record whose bits Hollow packs. */
    private static final class Film {
        final int id;
        final long views;

        Film(int id, long views) {
            this.id = id;
            this.views = views;
        }
    }

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        HollowProducer producer = HollowProducer.withPublisher(new HollowFilesystemPublisher(folder)).build();
        HollowConsumer consumer = HollowConsumer.withBlobRetriever(new HollowFilesystemBlobRetriever(folder)).build();
        consumer.triggerRefreshTo(publish(producer, 0));
        Work.run(3, 10, 2L * READS * RECORDS, (thread, round) -> {
            if (thread > 0) {
                return read(consumer);
            }
            for (int i = 1; i <= 5; i++) {
                consumer.triggerRefreshTo(publish(producer, round * 5 + i));
            }
            return round;
        });
    }

    private static long publish(HollowProducer producer, int cycle) {
        return producer.runCycle(state -> {
            for (int id = 0; id < RECORDS; id++) {
                state.add(new Film(id, id % 3 == 0 ? (long) id * cycle : id));
            }
        });
    }

    private static long read(HollowConsumer consumer) {
        for (int i = 0; i < READS; i++) {
            for (int ordinal = 0; ordinal < RECORDS; ordinal++) {
                GenericHollowObject film = new GenericHollowObject(consumer.getStateEngine(), "Film", ordinal);
                if (film.getLong("views") < 0 || film.getInt("id") < 0) {
                    throw new AssertionError("ordinal " + ordinal);
                }
            }
        }
        return RECORDS;
    }
}
