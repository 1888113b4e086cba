// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.List;
import java.util.NavigableMap;

/**
 * One compilation as the JVM printed it.
 *
 * @param className the class as {@code Class.getName} has it, with the suffix of a hidden class
 * @param level     1 to 4
 * @param onStack   whether it replaces a running interpreted loop; calls never enter it
 * @param code      the bytes of the main code, without its stubs; empty if the JVM printed assembly
 * @param callees   the method called, by the return address rounded down to 4
 * @param assembly  what hsdis made of the main code; empty if the JVM printed bytes
 */
record PrintedMethod(String className, String method, int level, boolean onStack, long address, byte[] code,
                     NavigableMap<Long, String> callees, List<Instruction> assembly) {
    long end() {
        return address + code.length;
    }

    /** The method that the instruction on these bytes calls, or null. */
    String callee(long start, long end) {
        Long at = callees.floorKey(end - 1);
        return at == null || at < Math.max(start - 3, end - Integer.BYTES) ? null : callees.get(at);
    }
}
