// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Reads channels into buffers on one thread, twice, and values from these buffers on another in between. The reading
 * methods have the name of the writing one, and Read.
 */
public final class Channels {
    private static final int BYTES = 256;
    private static final int FIRST = 10;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final ByteBuffer SCATTERED = buffer();
    private static final byte[] ARRAY = new byte[BYTES];
    private static final ByteBuffer SOCKET = buffer();
    private static final ByteBuffer SOCKETS = buffer();
    private static final ByteBuffer ASYNCHRONOUS = buffer();
    private static final ByteBuffer DATAGRAM = buffer();
    private static long sum;

    public static void main(String[] arguments) throws Exception {
        Path path = Files.write(Path.of("read"), new byte[BYTES]);
        try (FileChannel file = FileChannel.open(path)) {
            // Bulk writes are watched from the first misaligned access on.
            sum += buffer().getLong(60);
            twice(() -> scattered(file), Channels::scatteredRead);
            Turns.inTurn(Channels::unwrittenRead);
            twice(() -> scatteredArray(file), Channels::scatteredArrayRead);
        }
        sockets();
        datagrams();
        asynchronous(path);
        System.out.println(sum);
    }

    private static void twice(Turns.Part write, Turns.Part read) throws Exception {
        write.run();
        Turns.inTurn(read);
        write.run();
    }

    /** Leaves the end of the last buffer unwritten. */
    static void scattered(FileChannel file) throws IOException {
        file.position(0).read(new ByteBuffer[] {ByteBuffer.allocateDirect(FIRST), ByteBuffer.allocate(FIRST),
            SCATTERED.clear()});
    }

    static void scatteredRead() {
        sum += SCATTERED.getLong(60);
    }

    static void unwrittenRead() {
        sum += SCATTERED.getLong(252);
    }

    static void scatteredArray(FileChannel file) throws IOException {
        file.position(0).read(new ByteBuffer[] {ByteBuffer.allocateDirect(FIRST), ByteBuffer.wrap(ARRAY)});
    }

    static void scatteredArrayRead() {
        sum += (long) LONGS.get(ARRAY, 60);
    }

    private static void sockets() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(anyPort());
             SocketChannel sender = SocketChannel.open(server.getLocalAddress());
             SocketChannel receiver = server.accept()) {
            sender.write(ByteBuffer.allocate(4 * BYTES));
            twice(() -> socket(receiver), Channels::socketRead);
            twice(() -> scatteredSocket(receiver), Channels::scatteredSocketRead);
        }
    }

    static void socket(SocketChannel receiver) throws IOException {
        receiver.read(SOCKET.position(0).limit(BYTES));
    }

    static void socketRead() {
        sum += SOCKET.getLong(60);
    }

    static void scatteredSocket(SocketChannel receiver) throws IOException {
        receiver.read(new ByteBuffer[] {ByteBuffer.allocateDirect(FIRST), SOCKETS.position(0).limit(BYTES - FIRST)});
    }

    static void scatteredSocketRead() {
        sum += SOCKETS.getLong(60);
    }

    private static void datagrams() throws Exception {
        try (DatagramChannel sender = DatagramChannel.open();
             DatagramChannel receiver = DatagramChannel.open().bind(anyPort())) {
            for (int i = 0; i < 2; i++) {
                sender.send(ByteBuffer.allocate(BYTES), receiver.getLocalAddress());
            }
            twice(() -> datagram(receiver), Channels::datagramRead);
        }
    }

    static void datagram(DatagramChannel receiver) throws IOException {
        receiver.receive(DATAGRAM.clear());
    }

    static void datagramRead() {
        sum += DATAGRAM.getLong(60);
    }

    private static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    /** The JDK reads the file on a thread whose stack has no frame of the program. */
    private static void asynchronous(Path path) throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (AsynchronousFileChannel file =
                 AsynchronousFileChannel.open(path, Set.of(StandardOpenOption.READ), thread)) {
            twice(() -> file.read(ASYNCHRONOUS.clear(), 0).get(), Channels::asynchronousRead);
        }
        thread.shutdown();
    }

    static void asynchronousRead() {
        sum += ASYNCHRONOUS.getLong(60);
    }

    private static ByteBuffer buffer() {
        return ByteBuffer.allocateDirect(2 * BYTES + 64).alignedSlice(64).limit(2 * BYTES)
            .order(ByteOrder.nativeOrder());
    }

    private Channels() {
    }
}
