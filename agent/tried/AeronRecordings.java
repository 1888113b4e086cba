// SPDX-License-Identifier: Apache-2.0
//DEPS io.aeron:aeron-archive:1.51.0
//RUNTIME_OPTIONS --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/sun.nio.ch=ALL-UNNAMED
package tried;

import io.aeron.CommonContext;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.ArchivingMediaDriver;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.status.RecordingPos;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import java.io.File;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.status.CountersReader;

/** Records what one thread publishes with Aeron's Archive, while another replays the records of the previous round. */
final class AeronRecordings {
    private static final int RECORDS = 20_000;
    private static final int STREAM = 7;
    private static final String CONTROL = "aeron:ipc?term-length=64k";

    public static void main(String[] args) throws Exception {
        String folder = new File(args[0], "aeron").getPath();
        MediaDriver.Context driver = new MediaDriver.Context().aeronDirectoryName(folder)
            .threadingMode(ThreadingMode.SHARED).ipcTermBufferLength(1 << 20);
        Archive.Context store = new Archive.Context().aeronDirectoryName(folder).controlChannelEnabled(false)
            .archiveDir(new File(args[0], "archive")).threadingMode(ArchiveThreadingMode.SHARED)
            .localControlChannel(CONTROL).archiveClientContext(client()).recordingEventsEnabled(false)
            .replicationChannel("aeron:udp?endpoint=localhost:0");
        try (ArchivingMediaDriver media = ArchivingMediaDriver.launch(driver, store);
             AeronArchive archive = AeronArchive.connect(client().aeronDirectoryName(folder));
             Publication publication = archive.addRecordedPublication(CommonContext.IPC_CHANNEL, STREAM)) {
            long recording = recording(archive, publication);
            long[] ends = new long[12];
            publish(archive, publication, recording, ends, 0);
            Work.run(2, 10, 2L * RECORDS, (thread, round) -> thread == 0
                ? publish(archive, publication, recording, ends, round + 1)
                : replay(archive, recording, ends[round], ends[round + 1]));
        }
    }

    private static AeronArchive.Context client() {
        return new AeronArchive.Context().controlRequestChannel(CONTROL).controlResponseChannel(CONTROL);
    }

    private static long recording(AeronArchive archive, Publication publication) {
        CountersReader counters = archive.context().aeron().countersReader();
        int counter = CountersReader.NULL_COUNTER_ID;
        while (counter == CountersReader.NULL_COUNTER_ID) {
            Thread.yield();
            counter = RecordingPos.findCounterIdBySession(counters, publication.sessionId(), archive.archiveId());
        }
        return RecordingPos.getRecordingId(counters, counter);
    }

    /** Publishes the records of a round and waits until they are recorded. */
    private static long publish(AeronArchive archive, Publication publication, long recording, long[] ends, int round) {
        BufferClaim claim = new BufferClaim();
        for (int i = 0; i < RECORDS; i++) {
            while (publication.tryClaim(Long.BYTES + i % Long.BYTES, claim) < 0) {
                Thread.yield();
            }
            claim.buffer().putLong(claim.offset() + i % Long.BYTES, (long) i * round);
            claim.commit();
        }
        ends[round + 1] = publication.position();
        while (archive.getRecordingPosition(recording) < ends[round + 1]) {
            Thread.yield();
        }
        return round;
    }

    private static long replay(AeronArchive archive, long recording, long start, long end) {
        long[] sums = new long[1];
        try (Subscription replayed =
                 archive.replay(recording, start, end - start, CommonContext.IPC_CHANNEL, STREAM + 1)) {
            for (int read = 0; read < RECORDS;) {
                read += replayed.poll((buffer, offset, length, header) ->
                    sums[0] = 31 * sums[0] + last(buffer, offset, length), 100);
                Thread.yield();
            }
        }
        return sums[0];
    }

    private static long last(DirectBuffer buffer, int offset, int length) {
        return buffer.getLong(offset + length - Long.BYTES);
    }
}
