// SPDX-License-Identifier: Apache-2.0
//DEPS io.aeron:aeron-archive:1.51.0
//RUNTIME_OPTIONS --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED
package tried;

import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.ArchivingMediaDriver;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.status.RecordingPos;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.FragmentHandler;
import java.io.File;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/** Aeron Archive: one thread publishes what is recorded, and one replays the recording as it grows. */
final class AeronArchiving {
    private static final int MESSAGES = 20_000;

    private AeronArchiving() {
    }

    public static void main(String[] args) throws Exception {
        String folder = args[0] + "/aeron";
        MediaDriver.Context driver = new MediaDriver.Context().aeronDirectoryName(folder).dirDeleteOnShutdown(true)
            .threadingMode(ThreadingMode.SHARED).spiesSimulateConnection(true);
        Archive.Context archive = new Archive.Context().aeronDirectoryName(folder)
            .archiveDir(new File(args[0], "archive")).threadingMode(ArchiveThreadingMode.SHARED)
            .controlChannelEnabled(false).replicationChannel("aeron:udp?endpoint=localhost:0")
            .archiveClientContext(new AeronArchive.Context().aeronDirectoryName(folder)
                .controlRequestChannel("aeron:ipc").controlResponseChannel("aeron:ipc"));
        try (ArchivingMediaDriver running = ArchivingMediaDriver.launch(driver, archive);
             AeronArchive client = AeronArchive.connect(new AeronArchive.Context().aeronDirectoryName(folder)
                 .controlRequestChannel("aeron:ipc").controlResponseChannel("aeron:ipc"));
             ExclusivePublication publication = client.addRecordedExclusivePublication("aeron:ipc?term-length=1m", 7)) {
            long recording = recording(client, publication.sessionId());
            try (Subscription replay = client.replay(recording, 0, Long.MAX_VALUE, "aeron:ipc", 8)) {
                Work.run(2, 8, MESSAGES, (thread, round) -> thread == 0 ? publish(publication) : poll(replay));
            }
            // Stores where the recording ended in the catalogue, a mapped file.
            client.stopRecording(publication);
        }
    }

    private static long recording(AeronArchive client, int session) {
        CountersReader counters = client.context().aeron().countersReader();
        int counter = CountersReader.NULL_COUNTER_ID;
        while (counter == CountersReader.NULL_COUNTER_ID) {
            counter = RecordingPos.findCounterIdBySession(counters, session, client.archiveId());
            Thread.onSpinWait();
        }
        return RecordingPos.getRecordingId(counters, counter);
    }

    private static long publish(ExclusivePublication publication) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[300]);
        for (int i = 0; i < MESSAGES; i++) {
            byte[] value = Work.value(i);
            buffer.putBytes(0, value);
            while (publication.offer(buffer, 0, value.length) < 0) {
                Thread.yield();
            }
        }
        return 0;
    }

    private static long poll(Subscription replay) {
        long[] sum = {0, 0};
        FragmentHandler handler = (buffer, offset, length, header) -> {
            byte[] value = new byte[length];
            buffer.getBytes(offset, value);
            sum[0] = 31 * sum[0] + Work.sum(value);
            sum[1]++;
        };
        while (sum[1] < MESSAGES) {
            if (replay.poll(handler, 10) == 0) {
                Thread.yield();
            }
        }
        return sum[0];
    }
}
