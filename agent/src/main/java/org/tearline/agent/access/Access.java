// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

import java.util.Locale;

/**
 * A method that reads or writes memory. Immutable.
 *
 * @param mode  memory order or read-modify-write, in the tester's words, such as "volatile" or "cas"
 * @param bytes width of the value: 2, 4 or 8; 0 where only the call tells
 */
public record Access(String owner, String method, Operation operation, String mode, int bytes) {
    /** The mode of accesses that ask for no order: they are watched on request only. */
    public static final String PLAIN = "plain";

    public boolean plain() {
        return mode.equals(PLAIN);
    }

    public Access withBytes(int width) {
        return width == bytes ? this : new Access(owner, method, operation, mode, width);
    }

    /** Names what an access does to its value. Immutable. */
    public enum Operation {
        READ,
        WRITE,
        /** Reads and writes in one step. */
        UPDATE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
