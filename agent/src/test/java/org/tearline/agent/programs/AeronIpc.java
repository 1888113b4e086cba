// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import org.agrona.concurrent.UnsafeBuffer;

/** Passes messages of 1 to 300 bytes through Aeron IPC with an embedded driver. Arguments: folder, count. */
public final class AeronIpc {
    private static final int LONGEST = 300;

    public static void main(String[] arguments) {
        int messages = Integer.parseInt(arguments[1]);
        MediaDriver.Context driver = new MediaDriver.Context().aeronDirectoryName(arguments[0])
            .threadingMode(ThreadingMode.SHARED).dirDeleteOnStart(true).dirDeleteOnShutdown(true)
            .ipcTermBufferLength(1 << 16);
        try (MediaDriver running = MediaDriver.launchEmbedded(driver);
            Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(running.aeronDirectoryName()));
            Subscription subscription = aeron.addSubscription("aeron:ipc", 7);
            Publication publication = aeron.addPublication("aeron:ipc", 7)) {
            pass(publication, subscription, messages);
        }
        System.out.println("passed " + messages);
    }

    private static void pass(Publication publication, Subscription subscription, int messages) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[LONGEST]);
        int sent = 0;
        int received = 0;
        while (received < messages) {
            if (sent < messages && publication.offer(message, 0, 1 + sent % LONGEST) > 0) {
                sent++;
            }
            received += subscription.poll((buffer, offset, length, header) -> { }, 10);
        }
    }
}
