// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** Writes a file atomically, by renaming a temporary file beside it. */
public final class AtomicFile {
    private static final Map<Class<?>, String> REASONS = Map.of(
        AccessDeniedException.class, "permission denied",
        NoSuchFileException.class, "no such file or folder",
        FileAlreadyExistsException.class, "already exists");

    private AtomicFile() {
    }

    /** Writes the content of a file, which may be too long for a string. */
    public interface Content {
        void writeTo(Writer out) throws IOException;
    }

    public static void write(String text, Path target) throws IOException {
        write(out -> out.write(text), target);
    }

    public static void write(Content content, Path target) throws IOException {
        // Not createTempFile, whose files are readable only by their owner.
        Path temporary = target.resolveSibling("." + target.getFileName() + "-" + UUID.randomUUID() + ".tmp");
        // A signal ends the JVM without the finally below.
        temporary.toFile().deleteOnExit();
        try {
            try (Writer out = Files.newBufferedWriter(temporary, StandardOpenOption.CREATE_NEW)) {
                content.writeTo(out);
            }
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new IOException("cannot write " + target + ": " + why(e), e);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Returns the reason for a failure, which the messages of the most common exceptions do not contain. */
    public static String why(IOException e) {
        if (!(e instanceof FileSystemException failure)) {
            return e.getMessage();
        }
        return REASONS.getOrDefault(e.getClass(),
            Objects.requireNonNullElse(failure.getReason(), e.getClass().getSimpleName()));
    }
}
