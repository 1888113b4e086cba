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

    public Lines(int lineBytes, int pageBytes) {
        this(lineBytes, pageBytes, lineBytes);
    }

    public static Lines ofThisMachine(int pageBytes) {
        // No channel: its classes would be loaded while the program starts.
        try (FileInputStream file = new FileInputStream(LINE_FILE)) {
            int told = Integer.parseInt(new String(file.readAllBytes(), StandardCharsets.US_ASCII).trim());
            return new Lines(valid(told) ? told : USUAL_LINE, pageBytes);
        } catch (IOException | NumberFormatException e) {
            return new Lines(USUAL_LINE, pageBytes);
        }
    }

    /** Whether the bytes lie in two blocks, or may do so once the collector has moved their object. */
    public boolean cut(Object base, long offset, int bytes) {
        int block = base == null ? granuleBytes : Position.OBJECT_ALIGNMENT;
        return (offset & block - 1) > block - bytes;
    }

    public static boolean valid(int lineBytes) {
        return lineBytes >= SMALLEST_LINE && lineBytes <= LARGEST_LINE && Integer.bitCount(lineBytes) == 1;
    }
}
