package org.tearline.result.file;

import java.util.SortedMap;

/**
 * The JVM that ran the loops. Immutable as long as nobody changes the map.
 *
 * @param vendor  such as Eclipse Adoptium
 * @param version such as 25.0.1+8
 * @param vm      such as OpenJDK 64-Bit Server VM
 * @param flags   the values of those flags of {@link JvmFlag} that this JVM has: true, false or a number
 */
public record Jvm(String vendor, String version, String vm, SortedMap<JvmFlag, String> flags) {
}
