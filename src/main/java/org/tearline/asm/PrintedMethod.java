// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.List;
import java.util.NavigableMap;

/**
 * One compilation as the JVM printed it. Immutable, but for the arrays and maps, which nobody changes.
 *
 * @param className the class as {@code Class.getName} has it, with the suffix of a hidden class
 * @param level     1 to 4
 * @param onStack   whether it replaces a running interpreted loop; calls never enter it
 * @param code      address and bytes of the main code, without its stubs; empty if the JVM printed assembly
 * @param callees   where a call returns to, rounded down to 4: the method that is called
 * @param assembly  what hsdis made of the main code; empty if the JVM printed bytes
 */
public record PrintedMethod(String className, String method, int level, boolean onStack, Code code,
                     NavigableMap<Long, String> callees, List<Instruction> assembly) {

    /** Bytes and where they lie. */
    record Code(long address, byte[] bytes) {
        long end() {
            return address + bytes.length;
        }
    }

    /** Returns the method that the instruction on these bytes calls, or null. */
    String callee(long start, long end) {
        Long at = callees.floorKey(end - 1);
        return at == null || at < Math.max(start - 3, end - Integer.BYTES) ? null : callees.get(at);
    }
}
