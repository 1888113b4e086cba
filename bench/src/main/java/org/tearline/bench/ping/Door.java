// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.ping;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.agrona.BufferUtil;

/**
 * Tells where the two ends of a way meet: the client opens it and hands the address on, the server joins. Sockets are
 * bound to the loopback address, and to a port that the system picks. For one thread; files go when it is closed.
 */
final class Door implements AutoCloseable {
    private static final int NAP_MILLIS = 2;
    /** Of the files that are made; they go with the process too, should that be ended. */
    private static final List<String> NAMES = List.of("ping", "socket");
    private static final int PAGE_BYTES = 4096;
    private static final Path MEMORY = Path.of("/dev/shm");

    private final Way way;
    private final int messageBytes;
    private final int lineBytes;
    private final Path folder;
    private ServerSocketChannel listening;
    private DatagramChannel datagrams;
    private ByteBuffer shared;
    private String address = "-";

    Door(Way way, int messageBytes, int lineBytes) throws IOException {
        this.way = way;
        this.messageBytes = messageBytes;
        this.lineBytes = lineBytes;
        folder = Files.isDirectory(MEMORY) ? Files.createTempDirectory(MEMORY, "tearline-ping")
            : Files.createTempDirectory("tearline-ping");
        folder.toFile().deleteOnExit();
        NAMES.forEach(name -> folder.resolve(name).toFile().deleteOnExit());
        try {
            open();
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private void open() throws IOException {
        switch (way.kind()) {
            case CLOCK -> {
                // Nobody comes.
            }
            case MEMORY -> shared = BufferUtil.allocateDirectAligned((int) MemoryPing.bytes(messageBytes), PAGE_BYTES);
            case MAPPED -> {
                Path file = folder.resolve("ping");
                shared = map(file, messageBytes, StandardOpenOption.CREATE_NEW);
                address = file.toString();
            }
            case TCP -> {
                listening = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                address = port(listening.getLocalAddress());
            }
            case UDP -> {
                datagrams = loopbackDatagrams();
                address = port(datagrams.getLocalAddress());
            }
            case UNIX -> {
                Path socket = folder.resolve("socket");
                listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                    .bind(UnixDomainSocketAddress.of(socket));
                address = socket.toString();
            }
        }
    }

    /** Returns what the server needs to know. */
    String address() {
        return address;
    }

    /** Returns the client's end, when the server has come; throws if it does not in time. */
    Transport client() throws IOException {
        return switch (way.kind()) {
            case CLOCK -> new NoWay();
            case MEMORY, MAPPED -> new MemoryPing(shared, messageBytes, lineBytes, way.waiting());
            case TCP, UNIX -> new ChannelPing(prepared(accepted()), way.reading(), messageBytes);
            case UDP -> new ChannelPing(greeted(), way.reading(), messageBytes);
        };
    }

    /** Returns the server's end in another thread of this process. */
    Transport server() throws IOException {
        return way.kind() == Way.Kind.MEMORY ? new MemoryPing(shared, messageBytes, lineBytes, way.waiting())
            : server(way, messageBytes, lineBytes, address);
    }

    /** Returns the server's end in another process. */
    static Transport server(Way way, int messageBytes, int lineBytes, String address) throws IOException {
        return switch (way.kind()) {
            case CLOCK, MEMORY -> throw new IllegalArgumentException(way.word() + " has no server in another process");
            case MAPPED -> new MemoryPing(map(Path.of(address), messageBytes, StandardOpenOption.WRITE), messageBytes,
                lineBytes, way.waiting());
            case TCP -> new ChannelPing(prepared(SocketChannel.open(loopback(address))), way.reading(), messageBytes);
            case UNIX -> new ChannelPing(SocketChannel.open(UnixDomainSocketAddress.of(address)), way.reading(),
                messageBytes);
            case UDP -> {
                DatagramChannel channel = loopbackDatagrams();
                channel.connect(loopback(address));
                channel.write(ByteBuffer.allocate(1));
                yield new ChannelPing(channel, way.reading(), messageBytes);
            }
        };
    }

    private SocketChannel accepted() throws IOException {
        listening.configureBlocking(false);
        long patience = System.nanoTime() + Transport.PATIENCE;
        SocketChannel came = listening.accept();
        while (came == null) {
            nap(patience);
            came = listening.accept();
        }
        return came;
    }

    /** Returns the first datagram says where the other end is. */
    private DatagramChannel greeted() throws IOException {
        datagrams.configureBlocking(false);
        long patience = System.nanoTime() + Transport.PATIENCE;
        SocketAddress from = datagrams.receive(ByteBuffer.allocate(1));
        while (from == null) {
            nap(patience);
            from = datagrams.receive(ByteBuffer.allocate(1));
        }
        return datagrams.connect(from);
    }

    private static void nap(long patience) throws Silence {
        if (System.nanoTime() - patience > 0) {
            throw new Silence();
        }
        try {
            Thread.sleep(NAP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Silence();
        }
    }

    /** No waiting for more to send. */
    private static SocketChannel prepared(SocketChannel channel) throws IOException {
        return channel.getLocalAddress() instanceof InetSocketAddress
            ? channel.setOption(StandardSocketOptions.TCP_NODELAY, true) : channel;
    }

    private static DatagramChannel loopbackDatagrams() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        return DatagramChannel.open(loopback.getAddress().length == Integer.BYTES ? StandardProtocolFamily.INET
            : StandardProtocolFamily.INET6).bind(new InetSocketAddress(loopback, 0));
    }

    private static InetSocketAddress loopback(String port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
    }

    private static String port(SocketAddress address) {
        return Integer.toString(((InetSocketAddress) address).getPort());
    }

    private static ByteBuffer map(Path file, int messageBytes, StandardOpenOption how) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, how)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, MemoryPing.bytes(messageBytes));
        }
    }

    @Override
    public void close() throws IOException {
        if (listening != null) {
            listening.close();
        }
        if (datagrams != null) {
            datagrams.close();
        }
        for (String name : NAMES) {
            Files.deleteIfExists(folder.resolve(name));
        }
        Files.deleteIfExists(folder);
    }
}
