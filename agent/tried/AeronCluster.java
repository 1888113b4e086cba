// SPDX-License-Identifier: Apache-2.0
//DEPS io.aeron:aeron-cluster:1.51.0
//RUNTIME_OPTIONS --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED
//RUNTIME_OPTIONS --add-opens=java.base/sun.nio.ch=ALL-UNNAMED
package tried;

import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusterControl;
import io.aeron.cluster.ClusteredMediaDriver;
import io.aeron.cluster.ConsensusModule;
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
import java.io.IOException;
import java.net.DatagramSocket;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * Runs a node of Aeron's Cluster with a service that keeps accounts. Two clients, over UDP and IPC, add amounts and
 * check the balances in the replies. The node takes a snapshot, is started again, and replays the log from there.
 */
final class AeronCluster {
    private static final int RECORDS = 4_000;
    private static final int ROUNDS = 4;
    private static final int CLIENTS = 2;
    private static final int ACCOUNTS = 1_000;
    /** The round with a snapshot, not the last one, so that the node also has to replay the log. */
    private static final int SNAPSHOT = 2;
    /** Follows the amount, which is therefore aligned: all misaligned values are the library's. */
    private static final int ACCOUNT = Long.BYTES;
    private static final int LENGTH = ACCOUNT + Integer.BYTES;
    private static final String CONTROL = "aeron:ipc?term-length=64k";

    public static void main(String[] args) throws Exception {
        int ingress = freePort();
        String members = "0,localhost:" + ingress + ",localhost:" + freePort() + ",localhost:0,localhost:0,localhost:0";
        Client[] clients = {
            new Client(0, "aeron:udp?term-length=1m", "0=localhost:" + ingress, "aeron:udp?endpoint=localhost:0"),
            new Client(1, CommonContext.IPC_CHANNEL, null, CommonContext.IPC_CHANNEL)
        };
        for (int start = 0; start < 2; start++) {
            String folder = new File(args[0], "aeron-" + start).getPath();
            try (ClusteredMediaDriver media = launch(args[0], folder, members);
                 ClusteredServiceContainer service = serve(args[0], folder)) {
                AtomicCounter toggle = media.consensusModule().context().controlToggleCounter();
                for (Client client : clients) {
                    client.connect(folder);
                }
                Work.run(CLIENTS, ROUNDS, (long) CLIENTS * RECORDS, (thread, round) -> {
                    boolean snapshot = thread == 0 && round == SNAPSHOT;
                    return clients[thread].run(round, snapshot ? toggle : null);
                });
                for (Client client : clients) {
                    client.cluster.close();
                }
            }
        }
    }

    private static int freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static ClusteredMediaDriver launch(String data, String folder, String members) {
        MediaDriver.Context driver = new MediaDriver.Context().aeronDirectoryName(folder)
            .threadingMode(ThreadingMode.SHARED).ipcTermBufferLength(1 << 20).publicationTermBufferLength(1 << 20);
        Archive.Context store = new Archive.Context().aeronDirectoryName(folder).controlChannelEnabled(false)
            .archiveDir(new File(data, "archive")).threadingMode(ArchiveThreadingMode.SHARED)
            .localControlChannel(CONTROL).archiveClientContext(archive()).recordingEventsEnabled(false)
            .segmentFileLength(1 << 22).replicationChannel("aeron:udp?endpoint=localhost:0");
        ConsensusModule.Context module = new ConsensusModule.Context().aeronDirectoryName(folder)
            .clusterDir(new File(data, "cluster")).archiveContext(archive()).clusterMembers(members)
            .ingressChannel("aeron:udp?term-length=1m").isIpcIngressAllowed(true)
            .logChannel("aeron:udp?term-length=1m").replicationChannel("aeron:udp?endpoint=localhost:0");
        return ClusteredMediaDriver.launch(driver, store, module);
    }

    private static ClusteredServiceContainer serve(String data, String folder) {
        return ClusteredServiceContainer.launch(new ClusteredServiceContainer.Context().aeronDirectoryName(folder)
            .clusterDir(new File(data, "cluster")).archiveContext(archive()).clusteredService(new Accounts()));
    }

    private static AeronArchive.Context archive() {
        return new AeronArchive.Context().controlRequestChannel(CONTROL).controlResponseChannel(CONTROL);
    }

    private static void put(MutableDirectBuffer buffer, int account, long amount) {
        buffer.putLong(0, amount);
        buffer.putInt(ACCOUNT, account);
    }

    /** Sends amounts for its own accounts, at most 64 of them ahead of the replies. */
    private static final class Client implements EgressListener {
        private static final int AHEAD = 64;
        private final String ingress;
        private final String endpoints;
        private final String egress;
        private final int first;
        private final long[] balances = new long[ACCOUNTS];
        private final MutableDirectBuffer message = new UnsafeBuffer(new byte[LENGTH]);
        private io.aeron.cluster.client.AeronCluster cluster;
        private int sent;
        private int received;
        private int round;
        private long sum;

        Client(int number, String ingress, String endpoints, String egress) {
            this.ingress = ingress;
            this.endpoints = endpoints;
            this.egress = egress;
            first = number * ACCOUNTS;
        }

        void connect(String folder) {
            cluster = io.aeron.cluster.client.AeronCluster.connect(
                new io.aeron.cluster.client.AeronCluster.Context().aeronDirectoryName(folder).ingressChannel(ingress)
                    .ingressEndpoints(endpoints).egressChannel(egress).egressListener(this));
        }

        long run(int round, AtomicCounter toggle) {
            this.round = round;
            sum = 0;
            received = 0;
            if (toggle != null && !ClusterControl.ToggleState.SNAPSHOT.toggle(toggle)) {
                throw new IllegalStateException("no snapshot possible");
            }
            for (sent = 0; sent < RECORDS; sent++) {
                put(message, first + sent % ACCOUNTS, amount(sent));
                while (sent - received >= AHEAD || cluster.offer(message, 0, LENGTH) < 0) {
                    poll();
                }
            }
            while (received < RECORDS || toggle != null
                && ClusterControl.ToggleState.get(toggle) != ClusterControl.ToggleState.NEUTRAL) {
                poll();
            }
            return sum;
        }

        private void poll() {
            if (cluster.pollEgress() == 0) {
                Thread.yield();
            }
        }

        private long amount(int record) {
            return (long) record * (round + 1) * 0x9e3779b97f4a7c15L;
        }

        @Override
        public void onMessage(long session, long time, DirectBuffer buffer, int offset, int length, Header header) {
            int account = received % ACCOUNTS;
            balances[account] += amount(received);
            long balance = buffer.getLong(offset);
            if (buffer.getInt(offset + ACCOUNT) != first + account || balance != balances[account]) {
                throw new IllegalStateException("wrong balance in account " + buffer.getInt(offset + ACCOUNT));
            }
            received++;
            sum = 31 * sum + balance;
        }
    }

    /** Replies to each amount with the balance, and keeps all balances in the snapshot. */
    private static final class Accounts implements ClusteredService {
        private final long[] balances = new long[CLIENTS * ACCOUNTS];
        private final MutableDirectBuffer entry = new UnsafeBuffer(new byte[LENGTH]);
        private Cluster cluster;

        @Override
        public void onStart(Cluster cluster, Image snapshot) {
            this.cluster = cluster;
            while (snapshot != null && !snapshot.isEndOfStream()) {
                cluster.idleStrategy().idle(snapshot.poll(
                    (buffer, offset, length, header) -> balances[buffer.getInt(offset + ACCOUNT)] =
                        buffer.getLong(offset), 100));
            }
        }

        @Override
        public void onSessionMessage(ClientSession session, long time, DirectBuffer buffer, int offset, int length,
                                     Header header) {
            int account = buffer.getInt(offset + ACCOUNT);
            balances[account] += buffer.getLong(offset);
            send(account, () -> session.offer(entry, 0, LENGTH));
        }

        @Override
        public void onTakeSnapshot(ExclusivePublication snapshot) {
            for (int account = 0; account < balances.length; account++) {
                send(account, () -> snapshot.offer(entry, 0, LENGTH));
            }
        }

        private void send(int account, LongSupplier offer) {
            put(entry, account, balances[account]);
            cluster.idleStrategy().reset();
            while (offer.getAsLong() < 0) {
                cluster.idleStrategy().idle();
            }
        }

        @Override
        public void onSessionOpen(ClientSession session, long time) {
        }

        @Override
        public void onSessionClose(ClientSession session, long time, CloseReason reason) {
        }

        @Override
        public void onTimerEvent(long timer, long time) {
        }

        @Override
        public void onRoleChange(Cluster.Role role) {
        }

        @Override
        public void onTerminate(Cluster cluster) {
        }
    }
}
