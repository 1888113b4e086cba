// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** No decoder at all: bytes, sixteen to a line. Thread-safe. */
public final class RawBytes implements Decoder {
    /** The mnemonic of a line of bytes. */
    public static final String MNEMONIC = "bytes";

    private static final int LINE = 16;

    private final InstructionSet set;

    public RawBytes(InstructionSet set) {
        this.set = set;
    }

    @Override
    public String name() {
        return "nothing";
    }

    @Override
    public String advice() {
        return "to see instructions instead of bytes, install binutils (objdump with the machine "
            + set.objdumpMachine() + ") or hsdis for this JVM";
    }

    @Override
    public List<List<Instruction>> decode(List<PrintedMethod> methods) {
        return methods.stream().map(method -> lines(method.code())).toList();
    }

    /** Returns the bytes of the loop that makes the access; empty if it cannot be told where that is. */
    List<Instruction> loop(PrintedMethod method, HotLoop.Wanted wanted) {
        byte[] code = method.code().bytes();
        if (set != InstructionSet.X86_64) {
            return List.of();
        }
        List<Instruction> outline = new ArrayList<>();
        for (int at = 0; at < code.length; at += X86Outline.length(code, at)) {
            Instruction instruction = X86Outline.of(code, at, method.code().address());
            long end = instruction.address() + X86Outline.length(code, at);
            outline.add(instruction.mnemonic().equals("call") ? new Instruction(instruction.address(), "call", "",
                method.callee(instruction.address(), end)) : instruction);
        }
        HotLoop hot = HotLoop.find(outline, set.dialect(), wanted);
        if (hot == null) {
            return List.of();
        }
        int from = (int) (hot.body().get(0).address() - method.code().address());
        int last = (int) (hot.body().get(hot.body().size() - 1).address() - method.code().address());
        return lines(new PrintedMethod.Code(hot.body().get(0).address(), Arrays.copyOfRange(code, from,
            last + X86Outline.length(code, last))));
    }

    private static List<Instruction> lines(PrintedMethod.Code code) {
        byte[] bytes = code.bytes();
        List<Instruction> lines = new ArrayList<>();
        for (int i = 0; i < bytes.length; i += LINE) {
            lines.add(new Instruction(code.address() + i, MNEMONIC, HexFormat.ofDelimiter(" ")
                .formatHex(Arrays.copyOfRange(bytes, i, Math.min(bytes.length, i + LINE))), null));
        }
        return lines;
    }
}
