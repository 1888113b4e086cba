package org.tearline.asm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** No decoder at all: the bytes, sixteen to a line. Any thread. */
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
        return "none";
    }

    @Override
    public String advice() {
        return "to see instructions instead of bytes, install binutils (objdump with the machine "
            + set.objdumpMachine() + ") or hsdis for this JVM";
    }

    @Override
    public List<Instruction> decode(PrintedMethod method) {
        byte[] bytes = method.code().bytes();
        List<Instruction> lines = new ArrayList<>();
        for (int i = 0; i < bytes.length; i += LINE) {
            lines.add(new Instruction(method.code().address() + i, MNEMONIC, HexFormat.ofDelimiter(" ")
                .formatHex(Arrays.copyOfRange(bytes, i, Math.min(bytes.length, i + LINE))), null));
        }
        return lines;
    }
}
