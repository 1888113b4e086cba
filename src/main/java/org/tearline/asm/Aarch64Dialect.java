// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.asm.InstructionSet.Dialect;

/** AArch64 as objdump and hsdis print it. Thread-safe. */
final class Aarch64Dialect implements Dialect {
    /** A register, or two. x28 is the thread. */
    private static final String RAW = "\\[(?!sp|x28|x29)x\\d+(?:,(?<index>x\\d+))?]";
    private static final Pattern MOVE = Pattern.compile("x\\d+," + RAW);
    private static final Pattern ATOMIC = Pattern.compile("x(?:\\d+|zr),x(?:\\d+|zr)," + RAW);
    private static final Pattern STORE_EXCLUSIVE = Pattern.compile("w\\d+,x\\d+," + RAW);
    private static final Pattern TABLE = Pattern.compile(
        "x\\d+,\\[x\\d+,#(?:16|24|32|40|48|56|64|72|0x[1-4][08])]");
    private static final Pattern TARGET = Pattern.compile("(?:.*,)?(?:0x)?(?<address>\\p{XDigit}{4,16})");
    private static final Pattern EXCLUSIVE = Pattern.compile("(?:ld|st)[al]?xr");
    private static final Pattern JUMP = Pattern.compile("b|b\\.\\w\\w|cbn?z|tbn?z");

    @Override
    public RawAccess rawAccess(Instruction instruction, Instruction before) {
        String operands = instruction.operands();
        Matcher move = MOVE.matcher(operands);
        if (move.matches()) {
            String index = move.group("index");
            if (before != null && index != null && before.mnemonic().equals("mov")
                && before.operands().matches("[wx]" + index.substring(1) + ",#0x\\p{XDigit}{1,3}")) {
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
            return switch (instruction.mnemonic()) {
                case "cas", "casa", "casl", "casal" -> new RawAccess(AccessKind.CAS, Direction.BOTH);
                case "swp", "swpa", "swpl", "swpal" -> new RawAccess(AccessKind.SWP, Direction.BOTH);
                case "ldadd", "ldadda", "ldaddl", "ldaddal" -> new RawAccess(AccessKind.LDADD, Direction.BOTH);
                default -> null;
            };
        }
        // Of an exclusive pair the store counts; the load may be made again.
        return STORE_EXCLUSIVE.matcher(operands).matches() && exclusive(instruction)
            ? new RawAccess(AccessKind.EXCLUSIVE, Direction.BOTH) : null;
    }

    @Override
    public boolean loadsTable(Instruction instruction) {
        return instruction.mnemonic().equals("ldr") && TABLE.matcher(instruction.operands()).matches();
    }

    @Override
    public boolean fence(Instruction instruction) {
        return instruction.mnemonic().equals("dmb");
    }

    @Override
    public boolean storesByte(Instruction instruction) {
        return instruction.mnemonic().equals("strb") || instruction.mnemonic().equals("stlrb");
    }

    @Override
    public boolean call(Instruction instruction) {
        return instruction.mnemonic().equals("bl") || instruction.mnemonic().equals("blr");
    }

    @Override
    public boolean exclusive(Instruction instruction) {
        return EXCLUSIVE.matcher(instruction.mnemonic()).matches();
    }

    @Override
    public OptionalLong jumpTarget(Instruction instruction) {
        Matcher target = TARGET.matcher(instruction.operands());
        return JUMP.matcher(instruction.mnemonic()).matches() && target.matches()
            ? OptionalLong.of(Long.parseUnsignedLong(target.group("address"), 16)) : OptionalLong.empty();
    }
}
