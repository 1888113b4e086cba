// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.io.File;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * A queue with excerpts of 1 to 64 bytes, appended and, where they are padded, read again by another thread.
 * Arguments: folder, how many, padded or unpadded.
 */
public final class ChronicleAppend {
    private static final int LONGEST = 64;

    private ChronicleAppend() {
    }

    public static void main(String[] arguments) throws InterruptedException {
        int excerpts = Integer.parseInt(arguments[1]);
        boolean padded = arguments[2].equals("padded");
        try (ChronicleQueue queue = ChronicleQueue.single(new File(arguments[0]).getPath())) {
            Thread reader = new Thread(() -> read(queue, excerpts), "reader");
            if (padded) {
                reader.start();
            }
            write(queue, excerpts, padded);
            reader.join();
        }
        System.out.println("passed " + excerpts);
    }

    private static void write(ChronicleQueue queue, int excerpts, boolean padded) {
        try (ExcerptAppender appender = queue.createAppender()) {
            byte[] bytes = new byte[LONGEST];
            for (int i = 0; i < excerpts; i++) {
                try (DocumentContext document = appender.writingDocument()) {
                    document.wire().usePadding(padded);
                    document.wire().bytes().write(bytes, 0, 1 + i % LONGEST);
                }
            }
        }
    }

    private static void read(ChronicleQueue queue, int excerpts) {
        try (ExcerptTailer tailer = queue.createTailer()) {
            int read = 0;
            while (read < excerpts) {
                try (DocumentContext document = tailer.readingDocument()) {
                    read += document.isPresent() ? 1 : 0;
                }
            }
        }
    }
}
