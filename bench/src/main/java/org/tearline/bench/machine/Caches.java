// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.machine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The data caches of one CPU, as the kernel says. Immutable.
 *
 * @param lineBytes  of a coherent line
 * @param level1     bytes of the first level's data cache
 * @param level2     bytes of the second level
 * @param level3     bytes of the last level; of the second where there is no third
 */
public record Caches(int lineBytes, long level1, long level2, long level3) {
    /** Holds what most x86 and Arm cores have at least; used where the system says nothing. */
    private static final Caches USUAL = new Caches(64, 32 << 10, 512 << 10, 8 << 20);

    /** Returns those of CPU 0. */
    public static Caches live() {
        return of(Path.of("/sys/devices/system/cpu/cpu0/cache"));
    }

    static Caches of(Path folder) {
        long[] bytes = new long[4];
        int line = 0;
        try (DirectoryStream<Path> caches = Files.newDirectoryStream(folder, "index*")) {
            for (Path cache : caches) {
                if (!read(cache, "type").equals("Instruction")) {
                    int level = Math.min(3, Integer.parseInt(read(cache, "level")));
                    bytes[level] = Math.max(bytes[level], size(read(cache, "size")));
                    line = Integer.parseInt(read(cache, "coherency_line_size"));
                }
            }
        } catch (IOException | NumberFormatException unknown) {
            return USUAL;
        }
        if (line == 0 || bytes[1] == 0) {
            return USUAL;
        }
        long second = bytes[2] == 0 ? USUAL.level2 : bytes[2];
        return new Caches(line, bytes[1], second, Math.max(second, bytes[3]));
    }

    private static String read(Path cache, String fact) throws IOException {
        return Files.readString(cache.resolve(fact)).strip();
    }

    private static long size(String text) {
        long number = Long.parseLong(text.replaceAll("[KMG]$", ""));
        return switch (text.charAt(text.length() - 1)) {
            case 'K' -> number << 10;
            case 'M' -> number << 20;
            case 'G' -> number << 30;
            default -> number;
        };
    }
}
