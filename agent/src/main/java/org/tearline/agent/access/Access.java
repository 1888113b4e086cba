// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

/**
 * A method that reads or writes memory. Immutable.
 *
 * @param owner     the class that declares it, as Java code writes it
 * @param operation what it does to the value; an update is a locked instruction
 * @param mode      memory order or read-modify-write, in the tester's words, such as "volatile" or "cas"
 * @param bytes     width of the value: 2, 4 or 8; 0 where only the call tells
 */
public record Access(String owner, String method, Operation operation, String mode, int bytes) {
    /** The mode of accesses that ask for no order: they are watched on request only. */
    public static final String PLAIN = "plain";

    /** Whether the access asks for no order. */
    public boolean plain() {
        return mode.equals(PLAIN);
    }

    /** Returns the same with another width. */
    public Access withBytes(int width) {
        return width == bytes ? this : new Access(owner, method, operation, mode, width);
    }
}
