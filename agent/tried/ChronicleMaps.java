// SPDX-License-Identifier: Apache-2.0
//DEPS net.openhft:chronicle-map:2026.1
//DEPS org.slf4j:slf4j-nop:2.0.17
//RUNTIME_OPTIONS --add-exports=java.base/jdk.internal.ref=ALL-UNNAMED --add-exports=java.base/sun.nio.ch=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.lang.reflect=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/sun.nio.ch=ALL-UNNAMED
//RUNTIME_OPTIONS -Dchronicle.analytics.disable=true -Dchronicle.announcer.disable=true
package tried;

import java.io.File;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ExternalMapQueryContext;
import net.openhft.chronicle.values.Values;

/** Chronicle Map: byte strings in a mapped file, and counters that are added to where they lie in another one. */
public final class ChronicleMaps {
    private static final int KEYS = 200;
    private static final int ADDITIONS = 50_000;
    private static final int ROUNDS = 8;

    /** Chronicle's own LongValue adds without a lock in its method addAtomicValue. */
    public interface Counter {
        long getCount();

        void setCount(long count);

        long addAtomicCount(long addition);
    }

    private ChronicleMaps() {
    }

    public static void main(String[] args) throws Exception {
        try (ChronicleMap<String, byte[]> map = ChronicleMap.of(String.class, byte[].class).name("map").entries(10_000)
            .averageKey("key-key-1234").averageValue(new byte[100]).createPersistedTo(new File(args[0], "map"))) {
            Work.onMap(ROUNDS, 30_000, map::put, map::get);
        }
        Counter zero = Values.newHeapInstance(Counter.class);
        try (ChronicleMap<String, Counter> counters = ChronicleMap.of(String.class, Counter.class).name("counters")
            .entries(10_000).averageKey("counter-1234").constantValueSizeBySample(zero)
            .createPersistedTo(new File(args[0], "counters"))) {
            for (int key = 0; key < KEYS; key++) {
                counters.put("counter-".repeat(key % 3) + key, zero);
            }
            Work.run(3, ROUNDS, 3L * ADDITIONS, (thread, round) -> add(counters));
            for (int key = 0; key < KEYS; key++) {
                long count = counters.get("counter-".repeat(key % 3) + key).getCount();
                if (count != 3L * ROUNDS * ADDITIONS / KEYS) {
                    throw new AssertionError("counter " + key + " is " + count);
                }
            }
        }
    }

    /** Under a read lock: the additions are atomic by themselves. */
    private static long add(ChronicleMap<String, Counter> counters) {
        Counter value = Values.newNativeReference(Counter.class);
        for (int i = 0; i < ADDITIONS; i++) {
            int key = i % KEYS;
            try (ExternalMapQueryContext<String, Counter, ?> context =
                     counters.queryContext("counter-".repeat(key % 3) + key)) {
                context.readLock().lock();
                context.entry().value().getUsing(value);
                value.addAtomicCount(1);
            }
        }
        return 0;
    }
}
