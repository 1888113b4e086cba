// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A decoded machine instruction as binutils would print it: lower case, Intel order on x86-64, sizes in upper case,
 * prefixes such as lock in the mnemonic.
 *
 * @param callee the Java method that this calls; null if it calls none, or if the method is unknown
 */
public record Instruction(long address, String mnemonic, String operands, String callee) {
    private static final List<String> PREFIXES = List.of("lock", "rep", "repz", "repnz", "data16", "rex.w", "xacquire",
        "xrelease");
    private static final Set<String> CALLS = Set.of("call", "callq", "bl", "blr");
    /** The width of objdump's column, blank included. */
    private static final int MNEMONIC_COLUMNS = 7;
    private static final Pattern SIZE = Pattern.compile("\\w+ ptr ");

    private static final Pattern EXCLUSIVE = Pattern.compile("(?:ld|st)[al]?xr");
    private static final Pattern JUMP = Pattern.compile("j\\w+|b|b\\.\\w\\w|cbn?z|tbn?z");
    private static final Pattern TARGET = Pattern.compile("(?:.*,)?(?:0x)?(?<address>\\p{XDigit}{1,16})");

    /** Parses a disassembler's text; the callee is ignored unless this is a call. */
    static Instruction of(long address, String text, String callee) {
        String rest = text.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
        String[] words = rest.split(" ");
        int length = 1;
        while (length < words.length && PREFIXES.contains(words[length - 1])) {
            length++;
        }
        String mnemonic = String.join(" ", Arrays.copyOf(words, length));
        // Removes symbols and remarks, blanks around operators, and leading zeros.
        String operands = rest.substring(mnemonic.length())
            .replaceAll("\\s*(<.*>|# 0x.*|// .*)", "")
            .replaceAll("\\s*([,+*])\\s*", "$1")
            .replaceAll("\\b0x0+(?=\\p{XDigit})", "0x")
            .strip();
        String sized = SIZE.matcher(operands).replaceFirst(size -> size.group().toUpperCase(Locale.ROOT));
        return new Instruction(address, mnemonic, sized, CALLS.contains(mnemonic) ? callee : null);
    }

    boolean is(String expected, String form) {
        return mnemonic.equals(expected) && operands.matches(form);
    }

    /** Whether this orders memory and accesses at most the stack. Excludes sfence, which only stressors use. */
    boolean isFence() {
        return mnemonic.equals("mfence") || mnemonic.equals("dmb") || isLockedAddOnTheStack();
    }

    /** Whether this is HotSpot's fence on x86. */
    boolean isLockedAddOnTheStack() {
        return is("lock add", "(?:DWORD PTR )?\\[rsp(?:[+-]0x\\w+)?],(?:0x)?0");
    }

    /** Whether this stores a byte, which only stressors do. */
    boolean storesByte() {
        return mnemonic.equals("strb") || mnemonic.equals("stlrb") || is("mov", "BYTE PTR \\[.*");
    }

    /** Whether this belongs to a load/store-exclusive pair, which retries in a loop of its own. */
    boolean isExclusive() {
        return EXCLUSIVE.matcher(mnemonic).matches();
    }

    /** Returns the target of a direct jump; empty for any other instruction. */
    OptionalLong jumpTarget() {
        Matcher target = TARGET.matcher(operands);
        if (JUMP.matcher(mnemonic).matches() && target.matches()) {
            return OptionalLong.of(HexFormat.fromHexDigitsToLong(target.group("address")));
        }
        return OptionalLong.empty();
    }

    /** Returns mnemonic, operands and callee as text, with the operands in a column unless the mnemonic is long. */
    public String text() {
        String padded = mnemonic + " ".repeat(Math.max(1, MNEMONIC_COLUMNS - mnemonic.length()));
        String text = (padded + operands).strip();
        if (callee == null) {
            return text;
        }
        return text + "  ; " + callee;
    }

    /** The machine instructions that access a tested value. */
    public enum AccessKind {
        // x86-64. VMOV moves 8 bytes through a vector register, as C1 does for an ordered long.
        MOV("mov", false), VMOV("vmovsd", false), XMM("vmovdqu xmm", false), YMM("vmovdqu ymm", false),
        ZMM("vmovdqu zmm", false), LOCK_CMPXCHG("lock cmpxchg", true), XCHG("xchg", true), LOCK_XADD("lock xadd", true),
        LOCK_ADD("lock add", true),
        // AArch64. LDAR includes LDAPR. EXCLUSIVE is the retry loop of an atomic access without LSE.
        LDR("ldr", false), STR("str", false), LDAR("ldar", false), STLR("stlr", false), CAS("cas", true),
        SWP("swp", true), LDADD("ldadd", true), EXCLUSIVE("ldxr/stxr", true),
        /** The called method makes the access. */
        CALL("call", false);

        private final String text;
        private final boolean locked;

        AccessKind(String text, boolean locked) {
            this.text = text;
            this.locked = locked;
        }

        /** Whether this is an atomic read-modify-write at every address where it does not fault. */
        boolean locked() {
            return locked;
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
