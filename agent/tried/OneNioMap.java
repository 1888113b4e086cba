// SPDX-License-Identifier: Apache-2.0
//DEPS ru.odnoklassniki:one-nio:2.3.0
//DEPS org.slf4j:slf4j-nop:2.0.17
//RUNTIME_OPTIONS --add-opens=java.base/sun.nio.ch=ALL-UNNAMED --add-opens=java.base/java.nio=ALL-UNNAMED
package tried;

import java.io.File;
import one.nio.mem.SharedMemoryBlobMap;

/** Runs a map of one-nio with longs as keys in a mapped file. */
final class OneNioMap {
    public static void main(String[] args) throws Exception {
        SharedMemoryBlobMap map = new SharedMemoryBlobMap(10_000, new File(args[0], "map").getPath(), 64 << 20);
        try {
            Work.onMap(10, 100_000, (key, value) -> map.put((long) key.hashCode(), value),
                key -> map.get((long) key.hashCode()));
        } finally {
            map.close();
        }
    }
}
