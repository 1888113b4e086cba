// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.IOException;
import java.util.List;

/** The assembly that the JVM printed because it found hsdis. Thread-safe. */
final class HsdisText implements Decoder {
    @Override
    public String name() {
        return "hsdis";
    }

    @Override
    public List<List<Instruction>> decode(List<PrintedMethod> methods) throws IOException {
        List<List<Instruction>> texts = methods.stream().map(PrintedMethod::assembly).toList();
        if (texts.stream().flatMap(List::stream).anyMatch(instruction -> instruction.operands().contains("%r"))) {
            throw new IOException("this JVM's hsdis prints AT&T syntax, and only Intel's is understood");
        }
        return texts;
    }
}
