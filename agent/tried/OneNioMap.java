// SPDX-License-Identifier: Apache-2.0
//DEPS ru.odnoklassniki:one-nio:2.3.0
//DEPS org.slf4j:slf4j-nop:2.0.17
//RUNTIME_OPTIONS --add-opens=java.base/sun.nio.ch=ALL-UNNAMED --add-opens=java.base/java.nio=ALL-UNNAMED
package tried;

import java.io.File;
import one.nio.mem.SharedMemoryStringMap;

/** Runs a map of one-nio in a mapped file. */
final class OneNioMap {
    public static void main(String[] args) throws Exception {
        String file = new File(args[0], "map").getPath();
        SharedMemoryStringMap<byte[]> map = new SharedMemoryStringMap<>(10_000, file, 64 << 20);
        try {
            map.setSerializer(byte[].class);
            Work.onMap(10, 100_000, map::put, map::get);
        } finally {
            map.close();
        }
    }
}
