// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The mapping that an address lies in; without a file it is anonymous memory. Immutable. */
public record Mapping(String file, boolean shared) {
    /** A line of maps: start-end, permissions, offset, device, inode, path. */
    private static final Pattern LINE = Pattern.compile(
        "([0-9a-f]+)-([0-9a-f]+) ...([sp]) [0-9a-f]+ [0-9a-f:]+ \\d+\\s*(.*)");

    /** Null where the system does not tell. */
    static Mapping of(long address) {
        // No channel: an interrupt of the program's thread would close it.
        try (FileInputStream maps = new FileInputStream("/proc/self/maps")) {
            return find(new String(maps.readAllBytes(), StandardCharsets.UTF_8), address);
        } catch (IOException e) {
            return null;
        }
    }

    static Mapping find(String maps, long address) {
        for (String line : maps.split("\n")) {
            Matcher parts = LINE.matcher(line);
            if (parts.matches() && Long.compareUnsigned(Long.parseUnsignedLong(parts.group(1), 16), address) <= 0
                && Long.compareUnsigned(address, Long.parseUnsignedLong(parts.group(2), 16)) < 0) {
                String path = parts.group(4);
                return new Mapping(path.startsWith("/") ? path : null, parts.group(3).equals("s"));
            }
        }
        return null;
    }
}
