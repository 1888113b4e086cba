// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.asm.InstructionSet.Dialect;

/** x86-64 in Intel syntax, as objdump and hsdis print it, and accesses of one width. Thread-safe. */
final class X86Dialect implements Dialect {
    /**
     * A register, or two, and at most a displacement of 0, which rbp and r13 need for their encoding; of two that of a
     * byte array's header, behind which its elements begin, by an index that is not scaled.
     */
    private static final String RAW = "\\[(?!rsp|r15|rip)(?<base>r\\w+)"
        + "(?:\\+(?!rsp)(?<index>r\\w+)(?:\\*1)?)?(?:\\+0x(?:0|(?<=\\*1\\+0x)10))?]";
    /**
     * An element of a long[], or several: behind its header of 16 bytes, in an unrolled loop one after the other. Of
     * one that is narrowed at once the lowest bytes are loaded.
     */
    private static final Pattern TABLE = Pattern.compile(
        "r?\\w+,(?:[QD]?WORD PTR |[XYZ]MMWORD PTR )?\\[r\\w+\\+r\\w+\\*8\\+0x[1-9a-f]?[1-9a-f][08]]");
    private static final Pattern STACK = Pattern.compile("(?:DWORD PTR )?\\[rsp(?:[+-]0x\\w+)?],(?:0x)?0");
    private static final Pattern TARGET = Pattern.compile("(?:0x)?(?<address>\\p{XDigit}{1,16})");
    private static final Map<String, AccessKind> WIDE = Map.of("mov", AccessKind.MOV, "vmovsd", AccessKind.VMOV,
        "movsd", AccessKind.VMOV, "vmovq", AccessKind.VMOV, "movq", AccessKind.VMOV);
    private static final Map<String, AccessKind> NARROW = Map.of("mov", AccessKind.MOV, "movsxd", AccessKind.MOV,
        "movsx", AccessKind.MOV, "movzx", AccessKind.MOV);
    /** EVEX has one for each size of integers, though without a mask they are the same; C2 takes 32 for longs, too. */
    private static final Set<String> VECTOR_MOVES = Set.of("vmovdqu", "vmovdqu32", "vmovdqu64", "movdqu");
    private static final Map<String, AccessKind> VECTORS = Map.of("xmm", AccessKind.XMM, "ymm", AccessKind.YMM,
        "zmm", AccessKind.ZMM);
    private static final int REGISTER_KIND = 3;
    /** Loads of elements of the table, or of their lowest bytes. */
    private static final Set<String> TABLE_LOADS = Set.of("mov", "movsxd", "movsx", "movzx");
    private static final Map<String, AccessKind> LOCKED = Map.of("lock cmpxchg", AccessKind.LOCK_CMPXCHG,
        "xchg", AccessKind.XCHG, "lock xchg", AccessKind.XCHG, "lock xadd", AccessKind.LOCK_XADD,
        "lock add", AccessKind.LOCK_ADD);

    private final Pattern store;
    private final Pattern load;
    private final Pattern register;
    private final Map<String, AccessKind> plain;

    /** For accesses of 2, 4 or 8 bytes, or those of a vector and of its pieces. */
    X86Dialect(int bytes) {
        String size = switch (bytes) {
            case Short.BYTES -> "WORD PTR ";
            case Integer.BYTES -> "DWORD PTR ";
            default -> "(?:QWORD PTR |[XYZ]?MMWORD PTR )?";
        };
        this.store = Pattern.compile(size + RAW + ",(?<register>\\w+)");
        this.load = Pattern.compile("(?<register>\\w+)," + size + RAW);
        // A narrow load may fill a whole register, with copies of its sign or with zeros.
        this.register = Pattern.compile(bytes >= Long.BYTES ? "r(?:[a-ds][xip]|\\d+)|rbp|[xyz]mm\\d+"
            : "[re]?(?:[a-d]x|[sd]i|bp)|r\\d+[dw]?");
        this.plain = bytes >= Long.BYTES ? WIDE : NARROW;
    }

    @Override
    public RawAccess rawAccess(Instruction instruction, Instruction before) {
        Matcher storing = store.matcher(instruction.operands());
        Matcher loading = load.matcher(instruction.operands());
        boolean stores = raw(storing, before);
        boolean loads = raw(loading, before);
        AccessKind move = !VECTOR_MOVES.contains(instruction.mnemonic()) ? plain.get(instruction.mnemonic())
            : stores ? vector(storing) : loads ? vector(loading) : null;
        AccessKind locked = LOCKED.get(instruction.mnemonic());
        if (move != null && (stores || loads)) {
            return new RawAccess(move, stores ? Direction.STORE : Direction.LOAD);
        }
        return locked != null && (stores || loads) ? new RawAccess(locked, Direction.BOTH) : null;
    }

    @Override
    public boolean loadsTable(Instruction instruction) {
        return (TABLE_LOADS.contains(instruction.mnemonic()) || VECTOR_MOVES.contains(instruction.mnemonic()))
            && TABLE.matcher(instruction.operands()).matches();
    }

    @Override
    public boolean fence(Instruction instruction) {
        // An sfence is not counted: it belongs to a write-back, which only stressors issue.
        return instruction.mnemonic().equals("mfence")
            || instruction.mnemonic().equals("lock add") && STACK.matcher(instruction.operands()).matches();
    }

    @Override
    public boolean storesByte(Instruction instruction) {
        return instruction.mnemonic().equals("mov") && instruction.operands().startsWith("BYTE PTR [");
    }

    @Override
    public boolean call(Instruction instruction) {
        return instruction.mnemonic().equals("call") || instruction.mnemonic().equals("callq");
    }

    @Override
    public boolean exclusive(Instruction instruction) {
        return false;
    }

    @Override
    public OptionalLong jumpTarget(Instruction instruction) {
        Matcher target = TARGET.matcher(instruction.operands());
        return instruction.mnemonic().startsWith("j") && target.matches()
            ? OptionalLong.of(Long.parseUnsignedLong(target.group("address"), 16)) : OptionalLong.empty();
    }

    private static AccessKind vector(Matcher operands) {
        return VECTORS.get(operands.group("register").substring(0, REGISTER_KIND));
    }

    private boolean raw(Matcher operands, Instruction before) {
        return operands.matches() && register.matcher(operands.group("register")).matches()
            && !loadsConstant(before, operands.group("index")) && !isField(before, operands.group("base"))
            && !isOne(before, operands.group("register"));
    }

    /** Of objects C1 and C2 now and then take a field's address first. */
    private static boolean isField(Instruction before, String register) {
        return before != null && before.mnemonic().equals("lea")
            && before.operands().matches(register + ",\\[r\\w+\\+0x[1-9a-f]\\p{XDigit}*]");
    }

    /** No trial stores or adds a one; a stressor counts in steps of one. */
    private static boolean isOne(Instruction before, String register) {
        return before != null && before.mnemonic().equals("mov") && before.operands().equals(register + ",0x1");
    }

    private static boolean loadsConstant(Instruction before, String register) {
        if (before == null || register == null || !before.mnemonic().equals("mov")) {
            return false;
        }
        String lowerHalf = register.matches("r\\d+") ? register + "d" : "e" + register.substring(1);
        return before.operands().matches("(?:" + register + "|" + lowerHalf + "),0x\\p{XDigit}{1,3}");
    }
}
