// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.List;
import java.util.Locale;

/**
 * One decoded machine instruction, spelled as binutils does, whichever tool decoded it: lower case, Intel order on
 * x86-64, sizes in upper case, prefixes such as lock within the mnemonic.
 *
 * @param callee the Java method that a call is for, or null
 */
public record Instruction(long address, String mnemonic, String operands, String callee) {
    private static final List<String> PREFIXES = List.of("lock", "rep", "repz", "repnz", "data16", "rex.w", "xacquire",
        "xrelease");
    private static final int MNEMONIC_COLUMNS = 7;

    /** Parses a disassembler's text. */
    static Instruction of(long address, String text, String callee) {
        String rest = text.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
        StringBuilder mnemonic = new StringBuilder();
        String word;
        do {
            int space = rest.indexOf(' ');
            word = space < 0 ? rest : rest.substring(0, space);
            rest = space < 0 ? "" : rest.substring(space + 1);
            mnemonic.append(mnemonic.length() == 0 ? "" : " ").append(word);
        } while (PREFIXES.contains(word) && !rest.isEmpty());
        String operands = rest.replaceAll("\\s*(<.*>|# 0x.*|// .*)", "").replaceAll("\\s*([,+*])\\s*", "$1")
            .replaceAll("\\b0x0+(?=\\p{XDigit})", "0x").strip();
        return new Instruction(address, mnemonic.toString(), upperSizes(operands), callee);
    }

    private static String upperSizes(String operands) {
        int at = operands.indexOf(" ptr ");
        if (at < 0) {
            return operands;
        }
        int start = Math.max(operands.lastIndexOf(',', at), operands.lastIndexOf(' ', at - 1)) + 1;
        return operands.substring(0, start) + operands.substring(start, at + " ptr ".length()).toUpperCase(Locale.ROOT)
            + operands.substring(at + " ptr ".length());
    }

    /** Mnemonic and operands, with the operands of short mnemonics in a column. */
    public String text() {
        String padded = mnemonic + " ".repeat(Math.max(1, MNEMONIC_COLUMNS - mnemonic.length()));
        return (padded + operands).strip() + (callee == null ? "" : "  ; " + callee);
    }

    /** The kinds of machine instruction that touch the value. */
    public enum AccessKind {
        // x86-64. VMOV: 8 bytes through a vector register, as C1 makes ordered longs; XMM to ZMM: a vector.
        MOV("mov", false), VMOV("vmovsd", false), XMM("vmovdqu xmm", false), YMM("vmovdqu ymm", false),
        ZMM("vmovdqu zmm", false), LOCK_CMPXCHG("lock cmpxchg", true), XCHG("xchg", true), LOCK_XADD("lock xadd", true),
        LOCK_ADD("lock add", true),
        // AArch64. LDAR: either kind of load-acquire; EXCLUSIVE: the loop that stands for an atomic without LSE.
        LDR("ldr", false), STR("str", false), LDAR("ldar", false), STLR("stlr", false), CAS("cas", true),
        SWP("swp", true), LDADD("ldadd", true), EXCLUSIVE("ldxr/stxr", true),
        /** The access is in other code. */
        CALL("call", false);

        private final String text;
        private final boolean locked;

        AccessKind(String text, boolean locked) {
            this.text = text;
            this.locked = locked;
        }

        /** Whether it reads and writes all bytes as one, wherever it may be executed at all. */
        public boolean locked() {
            return locked;
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
