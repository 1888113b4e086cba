// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Writes the report whole or not at all. Stateless. Thread-safe. */
final class ReportFile {
    private ReportFile() {
    }

    static void write(String text, Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException("no regular file");
        }
        // A name that nobody can foresee, and never a file that is there: the folder may be one that others write into.
        Path beside = file.resolveSibling("." + file.getFileName() + "-" + UUID.randomUUID() + ".tmp");
        try {
            Files.writeString(beside, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
    }
}
