// SPDX-License-Identifier: Apache-2.0
//DEPS ru.odnoklassniki:one-nio:2.3.0
//DEPS org.slf4j:slf4j-nop:2.0.17
//RUNTIME_OPTIONS --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/jdk.internal.ref=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=java.base/jdk.internal.reflect=ALL-UNNAMED
//LIBRARY one.nio.serial
package tried;

import one.nio.mem.LongLongHashMap;
import one.nio.mem.SharedMemoryStringMap;
import one.nio.serial.Repository;
import one.nio.serial.Serializer;

/** one-nio: a map in a mapped file, whose threads lock, and a map of longs in native memory, whose threads do not. */
final class OneNioMaps {
    private static final int KEYS = 1_000;
    private static final int ADDITIONS = 200_000;

    private OneNioMaps() {
    }

    public static void main(String[] args) throws Exception {
        SharedMemoryStringMap<byte[]> map = new SharedMemoryStringMap<>(65_536, args[0] + "/map", 64 << 20);
        map.setSerializer(bytes());
        Work.onMap(10, 30_000, map::put, map::get);
        map.close();

        LongLongHashMap counters = new LongLongHashMap(4 * KEYS);
        Work.run(3, 10, 3L * ADDITIONS, (thread, round) -> {
            for (int i = 0; i < ADDITIONS; i++) {
                counters.adjustOrPut(1 + i % KEYS, 1);
            }
            return 0;
        });
        for (int key = 1; key <= KEYS; key++) {
            if (counters.get(key) != 10L * 3 * ADDITIONS / KEYS) {
                throw new AssertionError("counter " + key + " is " + counters.get(key));
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static Serializer<byte[]> bytes() {
        return (Serializer<byte[]>) Repository.get((Class<?>) byte[].class);
    }
}
