// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.ping;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.tearline.bench.Cost;

/** Measures round trips of 32 bytes to an echo thread through local sockets. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SocketPing extends Cost {
    private static final int MESSAGE_BYTES = 32;

    @Param({"tcp", "udp", "unix"})
    public String transport;
    /** How both ends wait: in a read that blocks, in reads that do not, or in a selector. */
    @Param({"block", "spin", "select", "select-now"})
    public String wait;

    private ByteChannel client;
    private ByteChannel server;
    private Waiting clientWaits;
    private Waiting serverWaits;
    private Thread echo;
    private ByteBuffer message;
    private long number;

    @Setup
    public void connect() throws IOException {
        boolean blocking = wait.equals("block");
        switch (transport) {
            case "tcp" -> pair(StandardProtocolFamily.INET, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                blocking);
            case "unix" -> {
                Path folder = Files.createTempDirectory("tearline-ping");
                Path socket = folder.resolve("socket");
                pair(StandardProtocolFamily.UNIX, UnixDomainSocketAddress.of(socket), blocking);
                Files.delete(socket);
                Files.delete(folder);
            }
            case "udp" -> {
                DatagramChannel one = datagrams(blocking);
                DatagramChannel other = datagrams(blocking);
                client = one.connect(other.getLocalAddress());
                server = other.connect(one.getLocalAddress());
            }
            default -> throw new IllegalArgumentException("no transport '" + transport + "'");
        }
        clientWaits = Waiting.of(wait, client);
        serverWaits = Waiting.of(wait, server);
        message = ByteBuffer.allocateDirect(MESSAGE_BYTES);
        echo = new Thread(this::serve, "ping-server");
        echo.setDaemon(true);
        echo.start();
    }

    private void pair(StandardProtocolFamily family, SocketAddress address, boolean blocking) throws IOException {
        try (ServerSocketChannel listening = ServerSocketChannel.open(family).bind(address)) {
            client = prepared(SocketChannel.open(listening.getLocalAddress()), family, blocking);
            server = prepared(listening.accept(), family, blocking);
        }
    }

    private static SocketChannel prepared(SocketChannel channel, StandardProtocolFamily family, boolean blocking)
        throws IOException {
        channel.configureBlocking(blocking);
        return family == StandardProtocolFamily.INET ? channel.setOption(StandardSocketOptions.TCP_NODELAY, true)
            : channel;
    }

    private static DatagramChannel datagrams(boolean blocking) throws IOException {
        DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET)
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        channel.configureBlocking(blocking);
        return channel;
    }

    @TearDown
    public void disconnect() throws IOException, InterruptedException {
        client.close();
        server.close();
        clientWaits.close();
        serverWaits.close();
        echo.join();
    }

    @Benchmark
    public void trip() throws IOException {
        message.clear();
        message.putLong(0, ++number);
        send(client, message);
        receive(client, clientWaits, message);
        if (message.getLong(0) != number) {
            throw new IOException("received " + message.getLong(0) + ", expected " + number);
        }
    }

    private void serve() {
        ByteBuffer received = ByteBuffer.allocateDirect(MESSAGE_BYTES);
        try {
            while (true) {
                receive(server, serverWaits, received);
                received.flip();
                send(server, received);
            }
        } catch (ClosedChannelException | ClosedSelectorException | EOFException end) {
            // disconnect() has closed one of the channels.
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void send(ByteChannel channel, ByteBuffer message) throws IOException {
        while (message.hasRemaining()) {
            channel.write(message);
        }
    }

    private static void receive(ByteChannel channel, Waiting waiting, ByteBuffer message) throws IOException {
        message.clear();
        while (message.hasRemaining()) {
            waiting.await();
            if (channel.read(message) < 0) {
                throw new EOFException("the other end has closed");
            }
        }
    }
}
