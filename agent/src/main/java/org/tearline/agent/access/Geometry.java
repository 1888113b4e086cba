// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The line and page size of this machine. Immutable.
 *
 * @param lineBytes size of a cache line, a power of two
 * @param pageBytes size of a page, a power of two
 * @param lineFrom  where the size of the line comes from: system, option or assumed
 */
public record Geometry(int lineBytes, int pageBytes, String lineFrom) {
    /** Linux tells it here, in bytes. */
    private static final String LINE_FILE = "/sys/devices/system/cpu/cpu0/cache/index0/coherency_line_size";
    /** The bounds of what a line can be: 16 bytes on an i486, 256 on s390x; the next size up leaves room. */
    private static final int SMALLEST_LINE = 16;
    private static final int LARGEST_LINE = 512;

    /** Returns what the system says; where it says nothing, what is known of the processor's kind. */
    public static Geometry ofThisMachine(int pageBytes) {
        // No channel: its classes would be loaded while the program starts.
        try (FileInputStream file = new FileInputStream(LINE_FILE)) {
            int told = Integer.parseInt(new String(file.readAllBytes(), StandardCharsets.US_ASCII).trim());
            if (validLine(told)) {
                return new Geometry(told, pageBytes, "system");
            }
        } catch (IOException | NumberFormatException e) {
            // Not Linux, or a container without /sys: the next best is to assume.
        }
        return new Geometry(assumed(System.getProperty("os.arch"), System.getProperty("os.name")), pageBytes,
            "assumed");
    }

    /** The same with a line size that somebody asked for. */
    public Geometry withLine(int bytes) {
        return new Geometry(bytes, pageBytes, "option");
    }

    /** Returns whether a line can have this size. */
    public static boolean validLine(int bytes) {
        return bytes >= SMALLEST_LINE && bytes <= LARGEST_LINE && Integer.bitCount(bytes) == 1;
    }

    /** 256 on s390x, 128 on POWER and Apple's processors, 64 elsewhere. */
    static int assumed(String architecture, String system) {
        String name = architecture.toLowerCase(Locale.ROOT);
        if (name.startsWith("s390")) {
            return 256;
        }
        boolean apple = system.startsWith("Mac") && name.equals("aarch64");
        return name.startsWith("ppc") || apple ? 128 : 64;
    }
}
