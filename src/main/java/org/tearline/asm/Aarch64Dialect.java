// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tearline.asm.Instruction.AccessKind;

/** Recognizes 8-byte accesses in AArch64 code, as printed by objdump and hsdis. Thread-safe. */
final class Aarch64Dialect implements Dialect {
    /** An address in one register or the sum of two. The stack (sp, x29) and the current thread (x28) are excluded. */
    private static final String RAW = "\\[(?!sp|x28|x29)x\\d+(?:,(?<index>x\\d+))?]";
    private static final Pattern MOVE = Pattern.compile("x\\d+," + RAW);
    private static final Pattern ATOMIC = Pattern.compile("x(?:\\d+|zr),x(?:\\d+|zr)," + RAW);
    private static final Pattern STORE_EXCLUSIVE = Pattern.compile("w\\d+,x\\d+," + RAW);
    /** An element of a long[], whose header has 16 bytes. Loops unrolled up to 8 times have larger displacements. */
    private static final Pattern TABLE = Pattern.compile(
        "x\\d+,\\[x\\d+,#(?:16|24|32|40|48|56|64|72|0x[1-4][08])]");

    @Override
    public RawAccess rawAccess(Instruction instruction, Instruction before) {
        String operands = instruction.operands();
        Matcher move = MOVE.matcher(operands);
        if (move.matches()) {
            if (loadsOffset(before, move.group("index"))) {
                return null;
            }
            return switch (instruction.mnemonic()) {
                case "ldr" -> new RawAccess(AccessKind.LDR, Direction.LOAD);
                case "ldar", "ldapr" -> new RawAccess(AccessKind.LDAR, Direction.LOAD);
                case "str" -> new RawAccess(AccessKind.STR, Direction.STORE);
                case "stlr" -> new RawAccess(AccessKind.STLR, Direction.STORE);
                default -> null;
            };
        }
        if (ATOMIC.matcher(operands).matches()) {
            // The letters stand for acquire and release.
            return Stream.of(AccessKind.CAS, AccessKind.SWP, AccessKind.LDADD)
                .filter(kind -> instruction.mnemonic().matches(kind + "a?l?"))
                .findFirst()
                .map(kind -> new RawAccess(kind, Direction.BOTH))
                .orElse(null);
        }
        // An exclusive load and store are one access, which is counted by its store.
        if (STORE_EXCLUSIVE.matcher(operands).matches() && instruction.isExclusive()) {
            return new RawAccess(AccessKind.EXCLUSIVE, Direction.BOTH);
        }
        return null;
    }

    /** Whether the instruction before loads a small constant into the index: the address is then that of a field. */
    private static boolean loadsOffset(Instruction before, String index) {
        return index != null && before.is("mov", "[wx]" + index.substring(1) + ",#0x\\p{XDigit}{1,3}");
    }

    @Override
    public boolean loadsTable(Instruction instruction) {
        return instruction.mnemonic().equals("ldr") && TABLE.matcher(instruction.operands()).matches();
    }
}
