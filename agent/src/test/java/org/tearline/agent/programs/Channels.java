// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.ARRAY_LONGS;
import static org.tearline.agent.programs.Memory.direct;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
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
import org.tearline.agent.programs.Expected.Part;

/** Reads channels into buffers on one thread, twice, and values from these buffers on another in between. */
public final class Channels {
    private static final int BYTES = 256;
    private static final int FIRST = 10;
    private static final String AT_60 = "8 at 60 unordered";
    private static long sum;

    public static void main(String[] arguments) throws Exception {
        Path path = Files.write(Path.of("read"), new byte[BYTES]);
        try (FileChannel file = FileChannel.open(path)) {
            // Bulk writes are watched from the first misaligned access on.
            Expected.say("8 at 60 oneThread", "main");
            sum += direct(2 * BYTES).getLong(60);
            ByteBuffer last = direct(2 * BYTES);
            // Leaves the end of the last buffer unwritten.
            twice(AT_60, () -> file.position(0).read(new ByteBuffer[] {ByteBuffer.allocateDirect(FIRST),
                ByteBuffer.allocate(FIRST), last.clear()}), () -> sum += last.getLong(60));
            Expected.inTurn("8 at 60 oneThread", () -> sum += last.getLong(252));
            byte[] array = new byte[BYTES];
            twice("8 at 4 unordered", () -> file.position(0).read(new ByteBuffer[] {ByteBuffer.allocateDirect(FIRST),
                ByteBuffer.wrap(array)}), () -> sum += (long) ARRAY_LONGS.get(array, 60));
        }
        sockets();
        datagrams();
        asynchronous(path);
        System.out.println(sum);
    }

    private static void twice(String truth, Part write, Part read) throws Exception {
        Expected.say(truth, write);
        Expected.around(truth, write, read);
    }

    private static void sockets() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(anyPort());
             SocketChannel sender = SocketChannel.open(server.getLocalAddress());
             SocketChannel receiver = server.accept()) {
            sender.write(ByteBuffer.allocate(4 * BYTES));
            ByteBuffer one = direct(2 * BYTES);
            twice(AT_60, () -> receiver.read(one.position(0).limit(BYTES)), () -> sum += one.getLong(60));
            ByteBuffer several = direct(2 * BYTES);
            twice(AT_60, () -> receiver.read(new ByteBuffer[] {ByteBuffer.allocateDirect(FIRST),
                several.position(0).limit(BYTES - FIRST)}), () -> sum += several.getLong(60));
        }
    }

    private static void datagrams() throws Exception {
        try (DatagramChannel sender = DatagramChannel.open();
             DatagramChannel receiver = DatagramChannel.open().bind(anyPort())) {
            for (int i = 0; i < 2; i++) {
                sender.send(ByteBuffer.allocate(BYTES), receiver.getLocalAddress());
            }
            ByteBuffer received = direct(2 * BYTES);
            twice(AT_60, () -> receiver.receive(received.clear()), () -> sum += received.getLong(60));
        }
    }

    static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    /** The JDK reads the file on a thread whose stack has no frame of the program. */
    private static void asynchronous(Path path) throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (AsynchronousFileChannel file =
                 AsynchronousFileChannel.open(path, Set.of(StandardOpenOption.READ), thread)) {
            ByteBuffer filled = direct(2 * BYTES);
            Expected.around(AT_60, () -> file.read(filled.clear(), 0).get(), () -> sum += filled.getLong(60));
        }
        thread.shutdown();
    }
}
