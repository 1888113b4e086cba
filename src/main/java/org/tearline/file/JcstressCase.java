// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.WriteMode;

/**
 * What one test of the jcstress project saw of a long at one place, in all configurations.
 *
 * @param states before, after, or the bytes in memory order (A1 to A8 before the write, B1 to B8 after it), and how
 *               often each was read
 */
public record JcstressCase(Memory memory, Place place, WriteMode write, ReadMode read,
                           SortedMap<String, Long> states) {
    /** Where the tests put the value, on lines of 64 bytes and pages of 4096. */
    public enum Place {
        ALIGNED(0), INSIDE(28), LINE(60), PAGE(4092);

        private final int offset;

        Place(int offset) {
            this.offset = offset;
        }

        public int offset() {
            return offset;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public JcstressCase {
        states = Collections.unmodifiableSortedMap(new TreeMap<>(states == null ? Map.of() : states));
    }

    /** Whether a value was read that was never written. */
    public boolean torn() {
        return states.keySet().stream().anyMatch(state -> !state.equals("before") && !state.equals("after"));
    }
}
