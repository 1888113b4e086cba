// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.ping;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.EOFException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PingTest {
    private static final int TRIPS = 200;

    @ParameterizedTest
    @CsvSource({"raw,0", "raw,60", "mapped,0", "mapped,60", "processes,60"})
    void shouldComeBackThroughMemory(String memory, int offset) throws IOException, InterruptedException {
        MemoryPing ping = new MemoryPing();
        ping.memory = memory;
        ping.offset = offset;
        MemoryPing.Seen seen = new MemoryPing.Seen();

        ping.start();
        for (int i = 0; i < TRIPS; i++) {
            ping.trip(seen);
        }
        ping.stop();
    }

    @ParameterizedTest
    @CsvSource({"tcp,block", "tcp,spin", "tcp,select", "tcp,select-now", "udp,block", "udp,spin", "udp,select",
        "unix,block", "unix,spin", "unix,select", "unix,select-now"})
    void shouldComeBackThroughASocket(String transport, String wait) throws IOException, InterruptedException {
        SocketPing ping = new SocketPing();
        ping.transport = transport;
        ping.wait = wait;

        ping.connect();
        for (int i = 0; i < TRIPS; i++) {
            ping.trip();
        }
        ping.disconnect();
    }

    /** A closed connection must not be measured as a fast one. */
    @Test
    void shouldNoticeThatTheOtherEndHasClosed() throws IOException, InterruptedException {
        SocketPing ping = new SocketPing();
        ping.transport = "tcp";
        ping.wait = "block";
        ping.connect();
        ping.trip();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("ping-server")) {
                // Closes the channel that the thread reads.
                thread.interrupt();
                thread.join();
            }
        }

        assertThrows(EOFException.class, ping::trip);
        ping.disconnect();
    }
}
