// SPDX-License-Identifier: Apache-2.0
//DEPS net.openhft:chronicle-map:2026.1
//DEPS org.slf4j:slf4j-nop:2.0.17
//RUNTIME_OPTIONS --add-exports=java.base/jdk.internal.ref=ALL-UNNAMED --add-exports=java.base/sun.nio.ch=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.lang.reflect=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.io=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/sun.nio.ch=ALL-UNNAMED --add-opens=java.base/java.nio=ALL-UNNAMED
//RUNTIME_OPTIONS -Dchronicle.analytics.disable=true
package tried;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.values.Values;

/** Runs two maps of Chronicle in mapped files: byte strings, and counters that are changed where they are stored. */
final class ChronicleMapFile {
    private static final int KEYS = 5_000;
    private static final int COUNTERS = 100;
    private static final int LONGEST = 200;

    public static void main(String[] args) throws Exception {
        try (ChronicleMap<String, byte[]> map = values(new File(args[0], "values"));
             ChronicleMap<String, LongValue> counters = counters(new File(args[0], "counters"))) {
            ConcurrentHashMap<Thread, LongValue> own = new ConcurrentHashMap<>();
            Function<Thread, LongValue> reference = thread -> Values.newNativeReference(LongValue.class);
            Work.onMap(10, 50_000, map::put, key -> {
                LongValue counter = own.computeIfAbsent(Thread.currentThread(), reference);
                counters.acquireUsing("counter " + key.hashCode() % COUNTERS, counter);
                counter.addAtomicValue(1);
                return map.get(key);
            });
        }
    }

    private static ChronicleMap<String, byte[]> values(File file) throws IOException {
        return ChronicleMap.of(String.class, byte[].class).entries(2 * KEYS).averageKey("key-key-1234")
            .averageValueSize(LONGEST).createPersistedTo(file);
    }

    private static ChronicleMap<String, LongValue> counters(File file) throws IOException {
        return ChronicleMap.of(String.class, LongValue.class).entries(4 * COUNTERS).averageKey("counter 12")
            .createPersistedTo(file);
    }
}
