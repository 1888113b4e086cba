// SPDX-License-Identifier: Apache-2.0
//DEPS com.esotericsoftware:kryo:5.6.2
//RUNTIME_OPTIONS --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED
//LIBRARY com.esotericsoftware.kryo
package tried;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.unsafe.UnsafeInput;
import com.esotericsoftware.kryo.unsafe.UnsafeOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Serializes objects with Kryo's output for Unsafe. The other two threads read the bytes. */
final class KryoRecords {
    private static final int OBJECTS = 5_000;
    private static final int LATEST = 100;
    private static final int RECORDS = 20;

    /** Fields of several sizes. */
    static final class Record {
        private byte kind;
        private long key;
        private String name;
        private double weight;
    }

    public static void main(String[] args) throws Exception {
        AtomicReferenceArray<byte[]> latest = new AtomicReferenceArray<>(LATEST);
        Work.run(3, 10, 3L * OBJECTS, (thread, round) -> {
            Kryo kryo = new Kryo();
            kryo.register(Record.class);
            kryo.register(ArrayList.class);
            for (int i = 0; i < OBJECTS; i++) {
                if (thread == 0) {
                    latest.set(i % LATEST, write(kryo, i));
                } else if (latest.get(i % LATEST) != null) {
                    check(kryo, latest.get(i % LATEST));
                }
            }
            return round;
        });
    }

    private static byte[] write(Kryo kryo, int value) {
        List<Record> records = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            Record record = new Record();
            record.kind = (byte) i;
            record.key = value;
            record.name = "name-".repeat(i % 3);
            record.weight = value;
            records.add(record);
        }
        try (UnsafeOutput out = new UnsafeOutput(64, -1)) {
            kryo.writeObject(out, records);
            return out.toBytes();
        }
    }

    private static void check(Kryo kryo, byte[] bytes) {
        try (UnsafeInput in = new UnsafeInput(bytes)) {
            for (Object one : kryo.readObject(in, ArrayList.class)) {
                Record record = (Record) one;
                if (record.key != (long) record.weight) {
                    throw new AssertionError(record.key + " and " + record.weight);
                }
            }
        }
    }
}
