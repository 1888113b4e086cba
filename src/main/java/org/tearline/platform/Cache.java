// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * One cache and the CPUs that share it. Immutable.
 *
 * @param level     1 is nearest to the core
 * @param type      Data, Instruction or Unified, as the kernel writes it
 * @param bytes     its size; null if unknown
 * @param lineBytes size of a line; null if unknown
 * @param sharedBy  the CPUs, ascending
 */
public record Cache(int level, String type, Long bytes, Integer lineBytes, List<Integer> sharedBy) {

    /**
     * As a record has it, by hand: the JVM links a record's own with method handles when they are first used, which is
     * a tenth of what a run takes to look at the machine.
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof Cache cache && level == cache.level && type.equals(cache.type)
            && Objects.equals(bytes, cache.bytes) && Objects.equals(lineBytes, cache.lineBytes)
            && sharedBy.equals(cache.sharedBy);
    }

    @Override
    public int hashCode() {
        return 31 * level + sharedBy.hashCode();
    }

    /** Returns the usual short name: L1d, L1i, L2. */
    public String name() {
        return "L" + level + (type.equals("Unified") ? "" : type.substring(0, 1).toLowerCase(Locale.ROOT));
    }

    /** Returns whether values are kept in it. */
    public boolean holdsData() {
        return !type.equals("Instruction");
    }
}
