// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The smallest ELF file that holds pieces of code, each a section at its own address: what a disassembler takes without
 * being told where anything lies. Sections may overlap. Thread-safe.
 */
final class ElfFile {
    private static final int HEADER = 64;
    private static final int SECTION_HEADER = 64;
    private static final byte[] IDENTITY = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    private static final short EXECUTABLE = 2;
    private static final int PROGRAM_BITS = 1;
    private static final int STRING_TABLE = 3;
    private static final int ALLOCATED_AND_EXECUTABLE = 6;
    /** The names of all sections: none, that of the code, that of this table. */
    private static final byte[] NAMES = "\0code\0names\0".getBytes(StandardCharsets.US_ASCII);
    private static final int CODE_NAME = 1;
    private static final int NAMES_NAME = 6;

    private ElfFile() {
    }

    /** Returns a little-endian file of 64 bits for this machine (EM_...). */
    static byte[] of(short machine, List<PrintedMethod.Code> codes) {
        int sections = codes.size() + 2;
        int data = HEADER + sections * SECTION_HEADER;
        int size = data + NAMES.length + codes.stream().mapToInt(code -> code.bytes().length).sum();
        ByteBuffer file = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        file.put(IDENTITY).putShort(EXECUTABLE).putShort(machine).putInt(1).putLong(0).putLong(0).putLong(HEADER)
            .putInt(0).putShort((short) HEADER).putShort((short) 0).putShort((short) 0)
            .putShort((short) SECTION_HEADER).putShort((short) sections).putShort((short) (sections - 1));
        section(file, 0, 0, 0, 0, 0, 0);
        int at = data + NAMES.length;
        for (PrintedMethod.Code code : codes) {
            section(file, CODE_NAME, PROGRAM_BITS, ALLOCATED_AND_EXECUTABLE, code.address(), at, code.bytes().length);
            at += code.bytes().length;
        }
        section(file, NAMES_NAME, STRING_TABLE, 0, 0, data, NAMES.length);
        file.put(NAMES);
        codes.forEach(code -> file.put(code.bytes()));
        return file.array();
    }

    private static void section(ByteBuffer file, int name, int type, long flags, long address, long at, long size) {
        file.putInt(name).putInt(type).putLong(flags).putLong(address).putLong(at).putLong(size).putInt(0).putInt(0)
            .putLong(1).putLong(0);
    }
}
