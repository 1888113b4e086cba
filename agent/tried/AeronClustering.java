// SPDX-License-Identifier: Apache-2.0
//DEPS io.aeron:aeron-cluster:1.51.0
//RUNTIME_OPTIONS --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED
package tried;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusteredMediaDriver;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.client.EgressListener;
import io.aeron.cluster.codecs.CloseReason;
import io.aeron.cluster.service.ClientSession;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusteredService;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.Header;
import java.io.File;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Aeron Cluster of one node: two clients send to a service that sends everything back. */
final class AeronClustering {
    private static final int MESSAGES = 5_000;

    private AeronClustering() {
    }

    public static void main(String[] args) throws Exception {
        String folder = args[0] + "/aeron";
        AeronArchive.Context local = new AeronArchive.Context().aeronDirectoryName(folder)
            .controlRequestChannel("aeron:ipc").controlResponseChannel("aeron:ipc");
        try (ClusteredMediaDriver node = ClusteredMediaDriver.launch(
            new MediaDriver.Context().aeronDirectoryName(folder).threadingMode(ThreadingMode.SHARED)
                .dirDeleteOnShutdown(true),
            new Archive.Context().aeronDirectoryName(folder).archiveDir(new File(args[0], "archive"))
                .threadingMode(ArchiveThreadingMode.SHARED).controlChannelEnabled(false)
                .archiveClientContext(local.clone()).replicationChannel("aeron:udp?endpoint=localhost:0"),
            new ConsensusModule.Context().aeronDirectoryName(folder).clusterDir(new File(args[0], "cluster"))
                .archiveContext(local.clone()).ingressChannel("aeron:udp?term-length=128k")
                .replicationChannel("aeron:udp?endpoint=localhost:0")
                .clusterMembers("0,localhost:21010,localhost:21020,localhost:21030,localhost:21040,localhost:21050"));
             ClusteredServiceContainer service = ClusteredServiceContainer.launch(
                 new ClusteredServiceContainer.Context().aeronDirectoryName(folder).archiveContext(local.clone())
                     .clusterDir(new File(args[0], "cluster")).clusteredService(new Echo()))) {
            Work.run(2, 5, 2 * MESSAGES, (thread, round) -> send(folder));
        }
    }

    private static long send(String folder) {
        AtomicLong sum = new AtomicLong();
        AtomicLong back = new AtomicLong();
        EgressListener listener = (session, timestamp, buffer, offset, length, header) -> {
            byte[] value = new byte[length];
            buffer.getBytes(offset, value);
            sum.set(31 * sum.get() + Work.sum(value));
            back.incrementAndGet();
        };
        try (AeronCluster client = AeronCluster.connect(new AeronCluster.Context().aeronDirectoryName(folder)
            .ingressChannel("aeron:udp").ingressEndpoints("0=localhost:21010")
            .egressChannel("aeron:udp?endpoint=localhost:0").egressListener(listener))) {
            UnsafeBuffer buffer = new UnsafeBuffer(new byte[300]);
            for (int i = 0; i < MESSAGES; i++) {
                byte[] value = Work.value(i);
                buffer.putBytes(0, value);
                while (client.offer(buffer, 0, value.length) < 0) {
                    client.pollEgress();
                    Thread.yield();
                }
                client.pollEgress();
            }
            while (back.get() < MESSAGES) {
                if (client.pollEgress() == 0) {
                    Thread.yield();
                }
            }
        }
        return sum.get();
    }

    /** Sends every message back to its session. */
    private static final class Echo implements ClusteredService {
        private Cluster cluster;

        @Override
        public void onStart(Cluster started, Image snapshot) {
            cluster = started;
        }

        @Override
        public void onSessionMessage(ClientSession session, long timestamp, DirectBuffer buffer, int offset, int length,
                                     Header header) {
            while (session.offer(buffer, offset, length) < 0) {
                cluster.idleStrategy().idle();
            }
        }

        @Override
        public void onSessionOpen(ClientSession session, long timestamp) {
        }

        @Override
        public void onSessionClose(ClientSession session, long timestamp, CloseReason reason) {
        }

        @Override
        public void onTimerEvent(long correlation, long timestamp) {
        }

        @Override
        public void onTakeSnapshot(ExclusivePublication publication) {
        }

        @Override
        public void onRoleChange(Cluster.Role role) {
        }

        @Override
        public void onTerminate(Cluster terminated) {
        }
    }
}
