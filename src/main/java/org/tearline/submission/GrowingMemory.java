// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.tearline.published.WholeFile;

/**
 * Memory for what is kept of each of very many files. The first of it is on the heap. The rest is in a temporary file
 * that is mapped, so that the heap does not grow with the files; the system may write it out and removes it when the
 * process ends. Nothing is given back before. Not thread-safe.
 */
final class GrowingMemory {
    /** Some 5,000 files need no temporary one. */
    private static final long ON_HEAP = 64L << 20;
    private static final int SEGMENT = 16 << 20;
    private static final int ZEROS = 1 << 20;
    static final String SUFFIX = ".copies";

    private final long onHeap;
    private final Path folder;
    private long allocated;
    private FileChannel channel;
    private ByteBuffer segment;

    /** Creates one that has allocated nothing. */
    GrowingMemory() {
        this(ON_HEAP);
    }

    /** Creates one that keeps so many bytes on the heap. */
    GrowingMemory(long onHeap) {
        this(onHeap, Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** Creates one whose temporary file is in a folder. */
    GrowingMemory(long onHeap, Path folder) {
        this.onHeap = onHeap;
        this.folder = folder;
    }

    /**
     * Returns so many zeros, in native byte order.
     *
     * @throws UncheckedIOException if there is no room for a temporary file
     */
    ByteBuffer allocate(int bytes) {
        allocated += bytes;
        if (allocated <= onHeap) {
            return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
        }
        if (segment == null || segment.remaining() < bytes) {
            segment = mapped(Math.max(bytes, SEGMENT));
        }
        ByteBuffer slice = segment.slice(segment.position(), bytes).order(ByteOrder.nativeOrder());
        segment.position(segment.position() + bytes);
        return slice;
    }

    private ByteBuffer mapped(int bytes) {
        try {
            if (channel == null) {
                Path file = Files.createTempFile(folder, "tearline-", SUFFIX);
                channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE,
                    StandardOpenOption.DELETE_ON_CLOSE);
            }
            long from = channel.size();
            // Written, not only mapped: storing into a page for which the disk has no room would kill the JVM.
            for (int written = 0; written < bytes; ) {
                written += channel.write(ByteBuffer.allocate(Math.min(ZEROS, bytes - written)), from + written);
            }
            return channel.map(FileChannel.MapMode.READ_WRITE, from, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot fill a temporary file in " + folder
                + " (-Djava.io.tmpdir names another place): "
                + (e instanceof FileSystemException file ? WholeFile.why(file) : e.getMessage()), e);
        }
    }
}
