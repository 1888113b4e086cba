// SPDX-License-Identifier: Apache-2.0
//DEPS net.openhft:chronicle-queue:2026.4
//DEPS org.slf4j:slf4j-nop:2.0.17
//RUNTIME_OPTIONS --add-exports=java.base/jdk.internal.ref=ALL-UNNAMED --add-exports=java.base/sun.nio.ch=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED
//RUNTIME_OPTIONS --add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.lang.reflect=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/java.io=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/sun.nio.ch=ALL-UNNAMED --add-opens=java.base/java.nio=ALL-UNNAMED
//RUNTIME_OPTIONS -Dchronicle.analytics.disable=true
package tried;

import java.io.File;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/** Appends excerpts of 2 to 64 bytes to a Chronicle Queue from two threads, while a third reads them. */
final class ChronicleQueueFile {
    private static final int EXCERPTS = 20_000;
    private static final int LONGEST = 63;

    public static void main(String[] args) throws Exception {
        try (ChronicleQueue queue = SingleChronicleQueueBuilder.binary(new File(args[0], "queue")).build()) {
            Work.run(3, 10, 2L * EXCERPTS, (thread, round) -> thread < 2 ? append(queue) : read(queue));
        }
    }

    private static long append(ChronicleQueue queue) {
        try (ExcerptAppender appender = queue.createAppender()) {
            for (int i = 0; i < EXCERPTS; i++) {
                int length = i % LONGEST + 1;
                appender.writeBytes(bytes -> {
                    bytes.writeByte((byte) length);
                    for (int at = 0; at < length; at++) {
                        bytes.writeByte((byte) (length + at));
                    }
                });
            }
        }
        return EXCERPTS;
    }

    /** Reads on from where the last round ended: the queue keeps the index of a tailer with a name. */
    private static long read(ChronicleQueue queue) {
        long[] sums = new long[1];
        try (ExcerptTailer tailer = queue.createTailer("reader")) {
            for (int read = 0; read < 2 * EXCERPTS;) {
                boolean found = tailer.readBytes(bytes -> {
                    int length = bytes.readByte();
                    for (int at = 0; at < length; at++) {
                        sums[0] += (at + 1) * bytes.readByte();
                    }
                });
                if (found) {
                    read++;
                } else {
                    Thread.yield();
                }
            }
        }
        return sums[0];
    }
}
