// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The sizes of a cache line, of a page and of the blocks in which an access is taken for whole: powers of two.
 * Immutable.
 */
public record Lines(int lineBytes, int pageBytes, int granuleBytes) {
    /** Linux tells it here, in bytes. */
    private static final String LINE_FILE = "/sys/devices/system/cpu/cpu0/cache/index0/coherency_line_size";
    private static final int USUAL_LINE = 64;
    /** 16 bytes on an i486, 256 on s390x; the next size up leaves room. */
    private static final int SMALLEST_LINE = 16;
    private static final int LARGEST_LINE = 512;

    /** Takes the line for the granule. */
    public Lines(int lineBytes, int pageBytes) {
        this(lineBytes, pageBytes, lineBytes);
    }

    /** Returns the line that the system names, or 64 bytes where it names none. */
    public static Lines ofThisMachine(int pageBytes) {
        // No channel: its classes would be loaded while the program starts.
        try (FileInputStream file = new FileInputStream(LINE_FILE)) {
            int told = Integer.parseInt(new String(file.readAllBytes(), StandardCharsets.US_ASCII).trim());
            return new Lines(valid(told) ? told : USUAL_LINE, pageBytes);
        } catch (IOException | NumberFormatException e) {
            return new Lines(USUAL_LINE, pageBytes);
        }
    }

    /**
     * Whether the bytes of an access lie in two blocks of the granule, or may do so once the collector has moved their
     * object.
     *
     * @param base   the heap object; null for native memory
     * @param offset bytes from the start of the object; the address in native memory
     */
    public boolean cut(Object base, long offset, int bytes) {
        int block = base == null ? granuleBytes : Position.OBJECT_ALIGNMENT;
        return (offset & block - 1) > block - bytes;
    }

    /** Whether a line can have this size. */
    public static boolean valid(int lineBytes) {
        return lineBytes >= SMALLEST_LINE && lineBytes <= LARGEST_LINE && Integer.bitCount(lineBytes) == 1;
    }
}
