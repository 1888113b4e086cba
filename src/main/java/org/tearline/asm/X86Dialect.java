// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.asm.Instruction.AccessKind;

/** Recognizes accesses of one width in Intel syntax, as printed by objdump and hsdis. Thread-safe. */
record X86Dialect(Pattern store, Pattern load, Pattern register, Map<String, AccessKind> plain) implements Dialect {
    /**
     * An address in one register or in the sum of two. It may have a displacement of 0, which the encoding requires if
     * rbp or r13 is the base, or of 16 with an unscaled index, which skips the header of a byte array. The stack (rsp),
     * the current thread (r15) and constants (rip) are excluded.
     */
    private static final String RAW = "\\[(?!rsp|r15|rip)(?<base>r\\w+)"
        + "(?:\\+(?!rsp)(?<index>r\\w+)(?:\\*1)?)?(?:\\+0x(?:0|(?<=\\*1\\+0x)10))?]";
    /**
     * One or more elements of a long[], whose header has 16 bytes. Unrolled loops have larger displacements; for narrow
     * values, only the lowest bytes are loaded.
     */
    private static final Pattern TABLE = Pattern.compile(
        "r?\\w+,(?:[QD]?WORD PTR |[XYZ]MMWORD PTR )?\\[r\\w+\\+r\\w+\\*8\\+0x[1-9a-f]?[1-9a-f][08]]");
    private static final Map<String, AccessKind> WIDE = Map.of("mov", AccessKind.MOV, "vmovsd", AccessKind.VMOV,
        "movsd", AccessKind.VMOV, "vmovq", AccessKind.VMOV, "movq", AccessKind.VMOV);
    private static final Map<String, AccessKind> NARROW = Map.of("mov", AccessKind.MOV, "movsxd", AccessKind.MOV,
        "movsx", AccessKind.MOV, "movzx", AccessKind.MOV);
    /** EVEX encodings include an element size, which matters only with a mask; C2 uses 32 even for longs. */
    private static final Set<String> VECTOR_MOVES = Set.of("vmovdqu", "vmovdqu32", "vmovdqu64", "movdqu");
    private static final Map<String, AccessKind> LOCKED = Map.of("lock cmpxchg", AccessKind.LOCK_CMPXCHG,
        "xchg", AccessKind.XCHG, "lock xchg", AccessKind.XCHG, "lock xadd", AccessKind.LOCK_XADD,
        "lock add", AccessKind.LOCK_ADD);

    /** @param bytes 2, 4, 8, or the width of a vector */
    static X86Dialect of(int bytes) {
        String size = switch (bytes) {
            case Short.BYTES -> "WORD PTR ";
            case Integer.BYTES -> "DWORD PTR ";
            default -> "(?:QWORD PTR |[XYZ]?MMWORD PTR )?";
        };
        Pattern store = Pattern.compile(size + RAW + ",(?<register>\\w+)");
        Pattern load = Pattern.compile("(?<register>\\w+)," + size + RAW);
        if (bytes >= Long.BYTES) {
            return new X86Dialect(store, load, Pattern.compile("r(?:[a-ds][xip]|\\d+)|rbp|[xyz]mm\\d+"), WIDE);
        }
        // A narrow load may sign- or zero-extend to a full register.
        return new X86Dialect(store, load, Pattern.compile("[re]?(?:[a-d]x|[sd]i|bp)|r\\d+[dw]?"), NARROW);
    }

    @Override
    public RawAccess rawAccess(Instruction instruction, Instruction before) {
        Matcher storing = store.matcher(instruction.operands());
        Matcher loading = load.matcher(instruction.operands());
        if (isRaw(storing, before)) {
            return rawAccess(instruction.mnemonic(), storing, Direction.STORE);
        }
        if (isRaw(loading, before)) {
            return rawAccess(instruction.mnemonic(), loading, Direction.LOAD);
        }
        return null;
    }

    private RawAccess rawAccess(String mnemonic, Matcher operands, Direction direction) {
        if (LOCKED.containsKey(mnemonic)) {
            return new RawAccess(LOCKED.get(mnemonic), Direction.BOTH);
        }
        AccessKind move = plain.get(mnemonic);
        if (VECTOR_MOVES.contains(mnemonic)) {
            move = AccessKind.valueOf(operands.group("register").substring(0, "xmm".length()).toUpperCase(Locale.ROOT));
        }
        if (move == null) {
            return null;
        }
        return new RawAccess(move, direction);
    }

    @Override
    public boolean loadsTable(Instruction instruction) {
        return (NARROW.containsKey(instruction.mnemonic()) || VECTOR_MOVES.contains(instruction.mnemonic()))
            && TABLE.matcher(instruction.operands()).matches();
    }

    private boolean isRaw(Matcher operands, Instruction before) {
        if (!operands.matches() || !register.matcher(operands.group("register")).matches()) {
            return false;
        }
        // C1 and C2 sometimes compute a field's address first. Only stressors add or store the constant 1.
        return !before.is("lea", operands.group("base") + ",\\[r\\w+\\+0x[1-9a-f]\\p{XDigit}*]")
            && !before.is("mov", operands.group("register") + ",0x1")
            && !loadsOffset(before, operands.group("index"));
    }

    /** Whether the instruction before loads a small constant into the index: the address is then that of a field. */
    private static boolean loadsOffset(Instruction before, String index) {
        // The index or its lower half, such as rax or eax, r10 or r10d.
        return index != null
            && before.is("mov", index.replaceFirst("^r(?=\\D)", "[re]") + "d?,0x\\p{XDigit}{1,3}");
    }
}
