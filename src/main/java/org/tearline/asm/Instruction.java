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
}
