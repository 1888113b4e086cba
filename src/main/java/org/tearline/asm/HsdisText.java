package org.tearline.asm;

import java.io.IOException;
import java.util.List;

/** The assembly that the JVM printed because it found hsdis. Any thread. */
final class HsdisText implements Decoder {
    @Override
    public String name() {
        return "hsdis";
    }

    @Override
    public List<Instruction> decode(PrintedMethod method) throws IOException {
        if (method.assembly().stream().anyMatch(instruction -> instruction.operands().contains("%r"))) {
            throw new IOException("this JVM's hsdis prints AT&T syntax, and only Intel's is understood");
        }
        return method.assembly();
    }
}
