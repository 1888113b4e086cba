// SPDX-License-Identifier: Apache-2.0
package org.tearline.symptom;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The machine code around pc in a crash log of HotSpot. Pure. */
final class HexDump {
    private static final Pattern PC = Pattern.compile("^Instructions: \\(pc=0x([0-9a-f]{1,16})\\)");
    private static final Pattern BYTES = Pattern.compile("^(?:=>| {2})?0x([0-9a-f]{1,16}): {1,3}"
        + "((?:[0-9a-f]{2} ?){4,16})$");

    private HexDump() {
    }

    /** Returns the bytes from pc to the end of its line, which are empty if the log lacks them. */
    static List<String> bytesFromPc(List<String> lines) {
        Long pc = null;
        for (String line : lines) {
            Matcher instructions = PC.matcher(line);
            Matcher dump = BYTES.matcher(line);
            if (pc == null && instructions.find()) {
                pc = Long.parseUnsignedLong(instructions.group(1), 16);
            } else if (pc != null && dump.matches()) {
                List<String> bytes = List.of(dump.group(2).split(" "));
                long offset = pc - Long.parseUnsignedLong(dump.group(1), 16);
                if (offset >= 0 && offset < bytes.size()) {
                    return bytes.subList((int) offset, bytes.size());
                }
            }
        }
        return List.of();
    }
}
