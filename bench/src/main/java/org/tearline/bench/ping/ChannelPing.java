// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.ping;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/**
 * A round trip through a connected channel: TCP, UDP or a Unix domain socket. For one thread at each end.
 *
 * <p>A blocking read has no time-out of its own: when the server is gone, whoever runs the pings closes the channel.
 */
final class ChannelPing implements Transport {
    private static final int LOOK = 1 << 10;
    private static final long PATIENCE_MILLIS = PATIENCE / 1_000_000;

    /** Names how an end waits for data. */
    enum Reading {
        /** A blocking read. */
        BLOCKING,
        /** Reads again and again without blocking. */
        SPIN,
        /** Asks a selector again and again without blocking. */
        SELECT_NOW,
        /** Asks a selector that blocks. */
        SELECT
    }

    private final ByteChannel channel;
    private final Reading reading;
    private final Selector selector;
    private final ByteBuffer message;

    /** An end of a connected channel, which it owns. */
    <C extends SelectableChannel & ByteChannel> ChannelPing(C channel, Reading reading, int messageBytes)
        throws IOException {
        this.channel = channel;
        this.reading = reading;
        message = ByteBuffer.allocateDirect(messageBytes);
        channel.configureBlocking(reading == Reading.BLOCKING);
        boolean selects = reading == Reading.SELECT || reading == Reading.SELECT_NOW;
        selector = selects ? Selector.open() : null;
        if (selects) {
            channel.register(selector, SelectionKey.OP_READ);
        }
    }

    @Override
    public void ping(long number) throws IOException {
        send(number);
        if (number != END) {
            long back = receive();
            if (back != number) {
                throw new IOException(back + " came back for " + number);
            }
        }
    }

    @Override
    public long pong() throws IOException {
        long number = receive();
        if (number != END) {
            send(number);
        }
        return number;
    }

    private void send(long number) throws IOException {
        message.clear();
        message.putLong(0, number);
        while (message.hasRemaining()) {
            channel.write(message);
        }
    }

    private long receive() throws IOException {
        message.clear();
        long patience = 0;
        for (int looks = 1; message.hasRemaining(); looks++) {
            boolean ready = true;
            if (selector != null) {
                ready = (reading == Reading.SELECT ? selector.select(PATIENCE_MILLIS) : selector.selectNow()) > 0;
                selector.selectedKeys().clear();
                if (!ready && reading == Reading.SELECT) {
                    throw new Silence();
                }
            }
            if (ready && channel.read(message) < 0) {
                throw new IOException("the other end has closed");
            }
            if ((looks & LOOK - 1) == 0) {
                long now = System.nanoTime();
                patience = patience == 0 ? now + PATIENCE : patience;
                if (now - patience > 0) {
                    throw new Silence();
                }
            }
        }
        return message.getLong(0);
    }

    @Override
    public void close() throws IOException {
        channel.close();
        if (selector != null) {
            selector.close();
        }
    }
}
