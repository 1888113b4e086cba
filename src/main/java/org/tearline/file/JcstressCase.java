// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.SortedMap;
import org.tearline.trial.LowerCase;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.WriteMode;

/**
 * The outcome of one jcstress test of a long at one place, in all configurations.
 *
 * @param states how often each state was read: before, after, the bytes of a torn value in memory order (A1 to A8
 *               before the write, B1 to B8 after it), or alien and the bytes
 */
public record JcstressCase(Memory memory, Place place, WriteMode write, ReadMode read,
                           @JsonSetter(nulls = Nulls.AS_EMPTY) SortedMap<String, Long> states) {
    /** Where the tests put the value. They assume lines of 64 bytes and pages of 4096. */
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
            return LowerCase.of(this);
        }
    }

    /** Whether a mixture of the values before and after the write was read. */
    public boolean torn() {
        return states.keySet().stream().anyMatch(state -> state.matches("[AB]\\d.*"));
    }

    /** Whether a value was read that is neither the one before the write, nor the one after it, nor a mixture. */
    boolean alien() {
        return states.keySet().stream().anyMatch(state -> state.matches("alien .*"));
    }

    String name() {
        return memory + "/" + place + "/" + write + "/" + read;
    }
}
