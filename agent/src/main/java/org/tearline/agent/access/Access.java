// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

import java.util.Locale;

/**
 * A method that reads or writes memory.
 *
 * @param api      part of the JDK that the program calls, such as "unsafe" or "buffer"; {@link #JDK} until the stack of
 *                 an access shows it
 * @param mode     memory order or read-modify-write operation, named as in the tester, such as "volatile" or "cas"
 * @param bytes    width of the value: 2, 4 or 8; 1 for a reference or byte; 0 for a bulk access to no particular value
 * @param inPieces whether Java code makes a misaligned access in pieces until the JIT compiles the call
 * @param bulk     whether it is one side of a copy, or a fill, of any number of bytes
 */
public record Access(String api, String owner, String method, Operation operation, String mode, int bytes,
                     boolean inPieces, boolean bulk) {
    public static final String UNSAFE = "unsafe";
    public static final String COPY = "copy";
    public static final String JDK = "";
    public static final String PLAIN = "plain";

    public static Access ofBulk(String api, String owner, String method, Operation operation) {
        return new Access(api, owner, method, operation, PLAIN, 0, false, true);
    }

    public boolean plain() {
        return mode.equals(PLAIN);
    }

    /** Whether a thread that accesses a value in this way may learn what a writer did before. */
    public boolean acquires() {
        return operation != Operation.WRITE && !method.endsWith("Release");
    }

    /** Whether a thread that accesses a value in this way may pass on what it did before. */
    public boolean releases() {
        return operation != Operation.READ && !method.endsWith("Acquire");
    }

    /** Whether the access passes something on only near a fence, like a plain one. */
    public boolean weak() {
        return plain() || method.endsWith("Plain");
    }

    public boolean opaque() {
        return mode.equals("opaque");
    }

    public Access withBytes(int width) {
        return new Access(api, owner, method, operation, mode, width, inPieces, bulk);
    }

    /** Returns the access as the program sees it: as a call of this method in a part of the JDK's API. */
    public Access through(String part, String type, String name) {
        return new Access(part, type, name, operation, mode, bytes, inPieces, bulk);
    }

    /** The effect on the value. An update reads and writes in one step. */
    public enum Operation {
        READ, WRITE, UPDATE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
