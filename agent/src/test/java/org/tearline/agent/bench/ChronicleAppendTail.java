// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;

/** An excerpt of 32 bytes appended to a Chronicle Queue and read again, on one thread. */
final class ChronicleAppendTail implements Workload {
    private static final int EXCERPT = 32;

    private final ChronicleQueue queue;
    private final ExcerptAppender appender;
    private final ExcerptTailer tailer;
    private final byte[] bytes = new byte[EXCERPT];

    ChronicleAppendTail() throws Exception {
        // Where the script cleans up.
        Path folder = Files.createTempDirectory(Path.of(System.getProperty("java.io.tmpdir")), "queue");
        queue = ChronicleQueue.single(folder.toString());
        appender = queue.createAppender();
        tailer = queue.createTailer();
    }

    @Override
    public void run(int times) {
        for (int i = 0; i < times; i++) {
            try (DocumentContext document = appender.writingDocument()) {
                document.wire().bytes().write(bytes);
            }
            try (DocumentContext document = tailer.readingDocument()) {
                if (!document.isPresent()) {
                    throw new IllegalStateException("no excerpt");
                }
            }
        }
    }

    @Override
    public void close() {
        queue.close();
    }
}
