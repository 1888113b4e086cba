// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Unpacks captured proc and sys folders from a text file. A line {@code path = text} describes a file of one line, and
 * a line {@code == path} starts a longer file.
 */
public final class Sysroot {
    private Sysroot() {
    }

    /** Unpacks src/test/resources/sysroot/NAME.txt into a folder. */
    public static Path unpack(String name, Path folder) {
        try {
            List<String> lines = Files.readAllLines(Path.of("src/test/resources/sysroot", name + ".txt"));
            Path open = null;
            for (String line : lines) {
                if (line.startsWith("== ")) {
                    open = folder.resolve(line.substring(3));
                    write(open, "");
                } else if (open != null) {
                    Files.writeString(open, Files.readString(open) + line + "\n");
                } else if (!line.startsWith("#")) {
                    String[] pair = line.split(" = ", 2);
                    write(folder.resolve(pair[0]), pair[1] + "\n");
                }
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a file and creates its folders. */
    public static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
