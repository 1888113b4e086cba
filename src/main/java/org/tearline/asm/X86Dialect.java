package org.tearline.asm;

import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** x86-64 in Intel syntax, as objdump and hsdis print it. Stateless; any thread. */
final class X86Dialect implements Dialect {
    /**
     * A register, or two, and at most a displacement of 0, which rbp and r13 need for their encoding; of two that of a
     * byte array's header, behind which its elements begin, by an index that is not scaled.
     */
    private static final String RAW = "(?:QWORD PTR |MMWORD PTR )?\\[(?!rsp|r15|rip)(?<base>r\\w+)"
        + "(?:\\+(?!rsp)(?<index>r\\w+)(?:\\*1)?)?(?:\\+0x(?:0|(?<=\\*1\\+0x)10))?]";
    private static final Pattern STORE = Pattern.compile(RAW + ",(?<register>\\w+)");
    private static final Pattern LOAD = Pattern.compile("(?<register>\\w+)," + RAW);
    /** An element of a long[]: behind its header of 16 bytes, in an unrolled loop one after the other. */
    private static final Pattern TABLE = Pattern.compile(
        "r\\w+,(?:QWORD PTR )?\\[r\\w+\\+r\\w+\\*8\\+0x[1-9a-f]?[1-9a-f][08]]");
    private static final Pattern STACK = Pattern.compile("(?:DWORD PTR )?\\[rsp(?:[+-]0x\\w+)?],(?:0x)?0");
    private static final Pattern WIDE = Pattern.compile("r(?:[a-ds][xip]|\\d+)|rbp|xmm\\d+");
    private static final Pattern TARGET = Pattern.compile("(?:0x)?(?<address>\\p{XDigit}+)");
    private static final Map<String, AccessKind> PLAIN = Map.of("mov", AccessKind.MOV, "vmovsd", AccessKind.VMOV,
        "movsd", AccessKind.VMOV, "vmovq", AccessKind.VMOV, "movq", AccessKind.VMOV);
    private static final Map<String, AccessKind> LOCKED = Map.of("lock cmpxchg", AccessKind.LOCK_CMPXCHG,
        "xchg", AccessKind.XCHG, "lock xchg", AccessKind.XCHG, "lock xadd", AccessKind.LOCK_XADD,
        "lock add", AccessKind.LOCK_ADD);

    @Override
    public RawAccess rawAccess(Instruction instruction, Instruction before) {
        boolean stores = raw(STORE.matcher(instruction.operands()), before);
        boolean loads = raw(LOAD.matcher(instruction.operands()), before);
        AccessKind plain = PLAIN.get(instruction.mnemonic());
        AccessKind locked = LOCKED.get(instruction.mnemonic());
        if (plain != null && (stores || loads)) {
            return new RawAccess(plain, stores ? Direction.STORE : Direction.LOAD);
        }
        return locked != null && (stores || loads) ? new RawAccess(locked, Direction.BOTH) : null;
    }

    @Override
    public boolean loadsTable(Instruction instruction) {
        return instruction.mnemonic().equals("mov") && TABLE.matcher(instruction.operands()).matches();
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

    private static boolean raw(Matcher operands, Instruction before) {
        return operands.matches() && WIDE.matcher(operands.group("register")).matches()
            && !loadsConstant(before, operands.group("index")) && !isField(before, operands.group("base"));
    }

    /** Of objects C1 and C2 now and then take a field's address first. */
    private static boolean isField(Instruction before, String register) {
        return before != null && before.mnemonic().equals("lea")
            && before.operands().matches(register + ",\\[r\\w+\\+0x[1-9a-f]\\p{XDigit}*]");
    }

    private static boolean loadsConstant(Instruction before, String register) {
        if (before == null || register == null || !before.mnemonic().equals("mov")) {
            return false;
        }
        String lowerHalf = register.matches("r\\d+") ? register + "d" : "e" + register.substring(1);
        return before.operands().matches("(?:" + register + "|" + lowerHalf + "),0x\\p{XDigit}{1,3}");
    }
}
