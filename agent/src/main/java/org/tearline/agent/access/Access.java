// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

import java.util.Locale;

/**
 * A method that reads or writes memory.
 *
 * @param mode  memory order or read-modify-write operation, named as in the tester, such as "volatile" or "cas"
 * @param bytes width of the value: 2, 4 or 8; 0 if it varies from call to call
 * @param bulk  whether it writes any number of bytes
 */
public record Access(String owner, String method, Operation operation, String mode, int bytes, boolean bulk) {
    public static final String PLAIN = "plain";

    public boolean plain() {
        return mode.equals(PLAIN);
    }

    public Access withBytes(int width) {
        return width == bytes ? this : new Access(owner, method, operation, mode, width, bulk);
    }

    /** Through which part of the JDK the access is made, as named in the report. */
    public String api() {
        return switch (owner) {
            case "sun.misc.Unsafe", "jdk.internal.misc.Unsafe" -> "unsafe";
            case "java.lang.invoke.VarHandle" -> "view";
            case "java.lang.foreign.MemorySegment" -> "segment";
            default -> "buffer";
        };
    }

    /** Whether Java code makes a misaligned access in pieces until the JIT compiles the call. */
    public boolean inPieces() {
        return !bulk && (!api().equals("unsafe") || method.endsWith("Unaligned"));
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
