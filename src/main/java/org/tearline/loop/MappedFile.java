// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.tearline.machine.Machine.Os;
import org.tearline.machine.ProcessMark;

/** A file to be mapped: large enough, all zeros, and removed at the end if it was made here. */
public final class MappedFile implements AutoCloseable {
    /** Where Linux keeps files in memory. */
    private static final Path MEMORY_BACKED = Path.of("/dev/shm");
    private static final String PREFIX = "tearline-mapped-";
    private static final int CHUNK = 8_192;

    private final Path path;
    private final boolean made;

    private MappedFile(Path path, boolean made) {
        this.path = path;
        this.made = made;
    }

    /** A new file, in memory where the system has a place for that. Deletes what dead processes left there. */
    public static MappedFile temporary(long bytes) throws IOException {
        Path folder = usualFolder();
        Path file = Files.createTempFile(folder, PREFIX + ProcessMark.own(), ".mapped");
        // Room is taken only afterwards.
        removeAbandoned(folder);
        return fill(file, bytes);
    }

    /** Makes the file if there is none; throws an IllegalArgumentException, with the reason, if it cannot be used. */
    public static MappedFile at(Path path, long bytes) throws IOException {
        if (Files.isDirectory(path)) {
            throw new IllegalArgumentException("is a directory");
        }
        if (!Files.exists(path)) {
            return fill(Files.createFile(path), bytes);
        }
        if (!Files.isRegularFile(path)) {
            throw new IllegalArgumentException("is no regular file");
        }
        if (Files.size(path) < bytes) {
            throw new IllegalArgumentException("has " + Files.size(path) + " bytes, but " + bytes + " are needed");
        }
        if (holdsData(path, bytes)) {
            throw new IllegalArgumentException("holds data, which would be overwritten: name a new file, or one of "
                + bytes + " zeros");
        }
        return new MappedFile(path, false);
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        if (!made) {
            return;
        }
        try {
            Files.deleteIfExists(path);
        } catch (FileSystemException e) {
            // Windows keeps what is still mapped, and it is until its buffer is collected.
            path.toFile().deleteOnExit();
        }
    }

    /** Really writes the zeros: a full disk is noticed here, and does not kill whoever touches a page later. */
    private static MappedFile fill(Path path, long bytes) throws IOException {
        MappedFile file = new MappedFile(path, true);
        try (OutputStream out = Files.newOutputStream(path, StandardOpenOption.WRITE)) {
            for (long written = 0; written < bytes; written += CHUNK) {
                out.write(new byte[(int) Math.min(CHUNK, bytes - written)]);
            }
            return file;
        } catch (IOException e) {
            file.close();
            throw e instanceof FileSystemException ? e : new IOException(path + ": " + e.getMessage(), e);
        }
    }

    private static boolean holdsData(Path path, long bytes) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] chunk = new byte[CHUNK];
            long left = bytes;
            for (int read = in.read(chunk); read >= 0 && left > 0; read = in.read(chunk)) {
                for (int i = 0; i < Math.min(read, left); i++) {
                    if (chunk[i] != 0) {
                        return true;
                    }
                }
                left -= read;
            }
            return false;
        }
    }

    private static Path usualFolder() {
        return Os.LINUX && Files.isDirectory(MEMORY_BACKED) && Files.isWritable(MEMORY_BACKED) ? MEMORY_BACKED
            : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** Deletes what dead processes of this user have left in the usual place. Thread-safe. */
    public static void removeAbandoned() {
        removeAbandoned(usualFolder());
    }

    private static void removeAbandoned(Path folder) {
        for (Path file : ProcessMark.abandoned(folder, PREFIX)) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // It stays; a new file need not fail for it.
            }
        }
    }
}
