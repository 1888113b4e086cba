// SPDX-License-Identifier: Apache-2.0
//DEPS com.yahoo.oak:oak:0.2.5
//DEPS com.google.guava:guava:31.0.1-jre
//BY_NAME Oak 0.2.5 is not on Maven Central and has no tag: first run mvn -DskipTests install in a checkout of 0ab7c405
//RUNTIME_OPTIONS --add-opens=java.base/java.nio=ALL-UNNAMED
package tried;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.yahoo.oak.OakMap;
import com.yahoo.oak.common.OakCommonBuildersFactory;

/** Runs an off-heap Oak map. Its values vary in size, and each has a lock. */
final class OakMapValues {
    public static void main(String[] args) throws Exception {
        try (OakMap<String, String> map = OakCommonBuildersFactory.getDefaultStringBuilder()
            .setMemoryCapacity(1L << 28).buildOrderedMap()) {
            Work.onMap(5, 2_000, (key, value) -> map.put(key, new String(value, ISO_8859_1)),
                key -> map.get(key).getBytes(ISO_8859_1));
        }
    }
}
