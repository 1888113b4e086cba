// SPDX-License-Identifier: Apache-2.0
//DEPS io.aeron:aeron-driver:1.51.0
//RUNTIME_OPTIONS --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/sun.nio.ch=ALL-UNNAMED
package tried;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import java.io.File;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Publishes packed records from two threads over Aeron's IPC to a third, with a media driver in the same process. */
final class AeronIpc {
    private static final int RECORDS = 100_000;
    private static final int STREAM = 7;
    private static final int QUANTITY = Long.BYTES;
    private static final int PRICE = QUANTITY + Integer.BYTES;
    private static final int LENGTH = PRICE + Long.BYTES;

    public static void main(String[] args) throws Exception {
        MediaDriver.Context driver = new MediaDriver.Context().aeronDirectoryName(new File(args[0], "aeron").getPath())
            .threadingMode(ThreadingMode.SHARED).ipcTermBufferLength(1 << 20);
        try (MediaDriver media = MediaDriver.launch(driver);
             Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(media.aeronDirectoryName()));
             Subscription subscription = aeron.addSubscription(CommonContext.IPC_CHANNEL, STREAM);
             Publication publication = aeron.addPublication(CommonContext.IPC_CHANNEL, STREAM)) {
            Work.run(3, 10, 2L * RECORDS,
                (thread, round) -> thread < 2 ? publish(publication, round) : receive(subscription));
        }
    }

    private static long publish(Publication publication, int round) {
        BufferClaim claim = new BufferClaim();
        for (int i = 0; i < RECORDS; i++) {
            while (publication.tryClaim(LENGTH, claim) < 0) {
                Thread.yield();
            }
            MutableDirectBuffer buffer = claim.buffer();
            buffer.putLong(claim.offset(), i);
            buffer.putInt(claim.offset() + QUANTITY, i + round);
            buffer.putLong(claim.offset() + PRICE, (long) i * round);
            claim.commit();
        }
        return round;
    }

    private static long receive(Subscription subscription) {
        long[] sums = new long[1];
        for (int read = 0; read < 2 * RECORDS;) {
            read += subscription.poll((buffer, offset, length, header) -> sums[0] += sum(buffer, offset), 100);
            Thread.yield();
        }
        return sums[0];
    }

    private static long sum(DirectBuffer buffer, int offset) {
        return 31 * (31 * buffer.getLong(offset) + buffer.getInt(offset + QUANTITY)) + buffer.getLong(offset + PRICE);
    }
}
