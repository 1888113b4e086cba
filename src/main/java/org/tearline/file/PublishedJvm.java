// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.machine.JvmFlag;

/**
 * The JVM that ran the loops.
 *
 * @param vendor  such as Eclipse Adoptium
 * @param version such as 25.0.1+8
 * @param vm      such as OpenJDK 64-Bit Server VM
 * @param flags   the values of those flags of {@link JvmFlag} that this JVM has: true, false or a number
 */
public record PublishedJvm(String vendor, String version, String vm, SortedMap<JvmFlag, String> flags) {
    /** The oldest that the tester runs on. */
    static final int FIRST_JAVA = 17;
    private static final Pattern FEATURE = Pattern.compile("\\d{1,3}");

    /** Absent flags are none. */
    public PublishedJvm {
        flags = flags == null ? Collections.emptySortedMap() : Collections.unmodifiableSortedMap(new TreeMap<>(flags));
    }

    /** Returns its feature version, such as 25; the oldest that it can be if its version does not say. */
    public int java() {
        Matcher feature = FEATURE.matcher(version == null ? "" : version);
        return feature.lookingAt() ? Math.max(FIRST_JAVA, Integer.parseInt(feature.group())) : FIRST_JAVA;
    }

    /** Whether it has instructions for misaligned accesses of a ByteBuffer; without a word about it, it has. */
    public boolean unalignedAccesses() {
        return !"false".equals(flags.get(JvmFlag.USE_UNALIGNED_ACCESSES));
    }
}
