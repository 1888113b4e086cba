// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A file for mapped memory, whose mapped part is zero at first. Closing deletes the file if this class created it, and
 * else zeroes that part again, so that the file can be used once more.
 */
public final class MappedFile implements AutoCloseable {
    /** Linux's in-memory file system. */
    private static final Path MEMORY_BACKED = Path.of("/dev/shm");
    private static final String PREFIX = "tearline-mapped-";

    private final Path path;
    private final long bytes;
    private final boolean created;
    private final FileChannel channel;
    private final Name name;
    private final Thread atExit = new Thread(this::deleteAtExit);

    private MappedFile(Path path, long bytes, boolean created) throws IOException {
        this.path = path;
        this.bytes = bytes;
        this.created = created;
        channel = FileChannel.open(path, READ, WRITE);
        name = Name.of(path.toRealPath());
    }

    /**
     * The absolute path of a file, and what tells the file from others that have this path later.
     *
     * @param key null on Windows
     */
    public record Name(String path, String key) {
        private static Name of(Path path) throws IOException {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class,
                NOFOLLOW_LINKS);
            return new Name(path.toString(), Objects.toString(attributes.fileKey(), null));
        }

        /** Opens the file, unless another one has its path now. */
        public FileChannel open() throws IOException {
            FileChannel channel = FileChannel.open(Path.of(path), READ, WRITE,
                NOFOLLOW_LINKS);
            if (!holds(0)) {
                channel.close();
                throw new IOException(path + " is another file now");
            }
            return channel;
        }

        /** Whether the file is still there, with this many bytes. */
        public boolean holds(long bytes) {
            try {
                return equals(of(Path.of(path))) && Files.size(Path.of(path)) >= bytes;
            } catch (IOException e) {
                return false;
            }
        }
    }

    /** Creates a file, in memory if possible. Also deletes files that dead processes left behind. */
    public static MappedFile temporary(long bytes) throws IOException {
        return temporary(folders(), bytes);
    }

    /** Creates a file in the first of these folders that has room for it. */
    static MappedFile temporary(List<Path> folders, long bytes) throws IOException {
        IOException problem = null;
        for (Path folder : folders) {
            // Frees space before the new file is filled.
            removeAbandoned(folder);
            try {
                return fill(Files.createTempFile(folder, PREFIX + AbandonedFiles.mark(), ".mapped"), bytes);
            } catch (IOException e) {
                problem = e;
            }
        }
        throw new IOException("cannot create a file to map in " + folders.stream().map(Path::toString)
            .collect(Collectors.joining(" or ")) + " (choose another folder with -Djava.io.tmpdir): " + problem,
            problem);
    }

    /**
     * Uses this file, or creates it if it is missing.
     *
     * @throws IllegalArgumentException if the file cannot be used; the message starts with the verb, so that the caller
     *                                  can put the file's name before it
     */
    public static MappedFile at(Path path, long bytes) throws IOException {
        if (Files.isDirectory(path)) {
            throw new IllegalArgumentException("is a directory");
        }
        if (!Files.exists(path)) {
            return fill(Files.createFile(path), bytes);
        }
        if (!Files.isRegularFile(path)) {
            throw new IllegalArgumentException("is not a regular file");
        }
        if (Files.size(path) < bytes) {
            throw new IllegalArgumentException("has " + Files.size(path) + " bytes, but " + bytes + " are needed");
        }
        MappedFile file = new MappedFile(path, bytes, false);
        try {
            if (!ExclusiveLock.take(file.channel)) {
                throw new IllegalArgumentException("is in use by another tester");
            }
            file.requireZeros();
            // As in fill: the file may have holes.
            file.zero(bytes);
            return file;
        } catch (IllegalArgumentException e) {
            file.channel.close();
            throw e;
        } catch (IOException e) {
            file.channel.close();
            throw named(path, e);
        }
    }

    /** Returns the name of a file; null if there is none. */
    public static Name nameOf(MappedFile file) {
        if (file == null) {
            return null;
        }
        return file.name;
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            if (!created) {
                // Somebody may have truncated it.
                zero(Math.min(bytes, channel.size()));
            } else {
                deleteOwn();
                Runtime.getRuntime().removeShutdownHook(atExit);
            }
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook runs.
        } catch (FileSystemException e) {
            // Windows cannot delete a mapped file, and the file stays mapped until its buffer is garbage-collected, or
            // the JVM ends.
        }
    }

    /** Deletes the file unless another one has its name now. */
    private void deleteOwn() throws IOException {
        if (name.holds(0)) {
            Files.delete(path);
        }
    }

    private void requireZeros() throws IOException {
        ByteBuffer content = ByteBuffer.allocate((int) bytes);
        channel.read(content, 0);
        if (!content.flip().equals(ByteBuffer.allocate(content.limit()))) {
            throw new IllegalArgumentException("contains data, which would be overwritten: name a new file, or one "
                + "whose first " + bytes + " bytes are zero");
        }
    }

    private void zero(long count) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate((int) count);
        while (zeros.hasRemaining()) {
            channel.write(zeros, zeros.position());
        }
    }

    /** Writes zeros now, because a full disk would otherwise kill the JVM when it touches a page. */
    private static MappedFile fill(Path path, long bytes) throws IOException {
        MappedFile file = new MappedFile(path, bytes, true);
        // A signal may end the JVM before anybody can close the file.
        Runtime.getRuntime().addShutdownHook(file.atExit);
        ExclusiveLock.take(file.channel);
        try {
            file.zero(bytes);
            return file;
        } catch (IOException e) {
            file.close();
            throw named(path, e);
        }
    }

    private void deleteAtExit() {
        try {
            deleteOwn();
        } catch (IOException e) {
            // Only a leftover.
        }
    }

    /** Returns an exception that names the file, as a FileSystemException does already. */
    private static IOException named(Path path, IOException e) {
        if (e instanceof FileSystemException) {
            return e;
        }
        return new IOException(path + ": " + e.getMessage(), e);
    }

    private static List<Path> folders() {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        if (Os.LINUX && Files.isDirectory(MEMORY_BACKED) && Files.isWritable(MEMORY_BACKED)) {
            return List.of(MEMORY_BACKED, temporary);
        }
        return List.of(temporary);
    }

    /** Deletes the temporary files that dead processes of this user left behind. Thread-safe. */
    public static void removeAbandoned() {
        folders().forEach(MappedFile::removeAbandoned);
    }

    private static void removeAbandoned(Path folder) {
        for (Path file : AbandonedFiles.in(folder, PREFIX)) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // A leftover file does not prevent the creation of a new one.
            }
        }
    }
}
