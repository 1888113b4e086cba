package org.tearline.asm;

import java.util.List;

/** The assembly that the JVM printed because it found hsdis. Any thread. */
final class HsdisText implements Decoder {
    @Override
    public String name() {
        return "hsdis";
    }

    @Override
    public List<Instruction> decode(PrintedMethod method) {
        return method.assembly();
    }
}
