package org.tearline.asm;

import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** x86-64 in Intel syntax, as objdump and hsdis print it. Stateless; any thread. */
final class X86Dialect implements Dialect {
    /** A register, or two, and at most a displacement of 0, which rbp and r13 need for their encoding. */
    private static final String RAW = "(?:QWORD PTR |[XYZ]?MMWORD PTR )?\\[(?!rsp|r15|rip)r\\w+"
        + "(?:\\+(?!rsp)(?<index>r\\w+)(?:\\*1)?)?(?:\\+0x0)?]";
    private static final Pattern STORE = Pattern.compile(RAW + ",(?<register>\\w+)");
    private static final Pattern LOAD = Pattern.compile("(?<register>\\w+)," + RAW);
    /** An element of a long[], or several: behind its header of 16 bytes, in an unrolled loop one after the other. */
    private static final Pattern TABLE = Pattern.compile(
        "(?:r|[xyz]mm)\\w+,(?:QWORD PTR |[XYZ]MMWORD PTR )?\\[r\\w+\\+r\\w+\\*8\\+0x[1-9a-f]?[1-9a-f][08]]");
    private static final Pattern STACK = Pattern.compile("(?:DWORD PTR )?\\[rsp(?:[+-]0x\\w+)?],(?:0x)?0");
    private static final Pattern WIDE = Pattern.compile("r(?:[a-ds][xip]|\\d+)|rbp|[xyz]mm\\d+");
    private static final Pattern TARGET = Pattern.compile("(?:0x)?(?<address>\\p{XDigit}+)");
    private static final Map<String, AccessKind> PLAIN = Map.of("mov", AccessKind.MOV, "vmovsd", AccessKind.VMOV,
        "movsd", AccessKind.VMOV, "vmovq", AccessKind.VMOV, "movq", AccessKind.VMOV);
    /** EVEX has one for each size of integers, though without a mask they are the same; C2 takes 32 for longs, too. */
    private static final Set<String> VECTOR_MOVES = Set.of("vmovdqu", "vmovdqu32", "vmovdqu64", "movdqu");
    private static final Map<String, AccessKind> VECTORS = Map.of("xmm", AccessKind.XMM, "ymm", AccessKind.YMM,
        "zmm", AccessKind.ZMM);
    private static final int REGISTER_KIND = 3;
    private static final Map<String, AccessKind> LOCKED = Map.of("lock cmpxchg", AccessKind.LOCK_CMPXCHG,
        "xchg", AccessKind.XCHG, "lock xchg", AccessKind.XCHG, "lock xadd", AccessKind.LOCK_XADD,
        "lock add", AccessKind.LOCK_ADD);

    @Override
    public RawAccess rawAccess(Instruction instruction, Instruction before) {
        Matcher store = STORE.matcher(instruction.operands());
        Matcher load = LOAD.matcher(instruction.operands());
        boolean stores = raw(store, before);
        boolean loads = raw(load, before);
        AccessKind plain = !VECTOR_MOVES.contains(instruction.mnemonic()) ? PLAIN.get(instruction.mnemonic())
            : stores ? vector(store) : loads ? vector(load) : null;
        AccessKind locked = LOCKED.get(instruction.mnemonic());
        if (plain != null && (stores || loads)) {
            return new RawAccess(plain, stores ? Direction.STORE : Direction.LOAD);
        }
        return locked != null && (stores || loads) ? new RawAccess(locked, Direction.BOTH) : null;
    }

    @Override
    public boolean loadsTable(Instruction instruction) {
        return (instruction.mnemonic().equals("mov") || VECTOR_MOVES.contains(instruction.mnemonic()))
            && TABLE.matcher(instruction.operands()).matches();
    }

    @Override
    public boolean fence(Instruction instruction) {
        // An sfence is a write-back's, and so a stressor's.
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

    private static boolean raw(Matcher operands, Instruction before) {
        return operands.matches() && WIDE.matcher(operands.group("register")).matches()
            && !loadsConstant(before, operands.group("index"));
    }

    private static boolean loadsConstant(Instruction before, String register) {
        if (before == null || register == null || !before.mnemonic().equals("mov")) {
            return false;
        }
        String lowerHalf = register.matches("r\\d+") ? register + "d" : "e" + register.substring(1);
        return before.operands().matches("(?:" + register + "|" + lowerHalf + "),0x\\p{XDigit}{1,3}");
    }
}
