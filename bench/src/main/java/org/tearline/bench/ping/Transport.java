// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.ping;

import java.io.IOException;

/**
 * One end of a connection: the client's, which sends a number and waits for it to come back, or the server's, which
 * sends back what comes. For one thread each. A wait ends with an exception when nothing has come for
 * {@link #PATIENCE}, or, where it blocks in the system, when another thread closes the end.
 */
interface Transport extends AutoCloseable {
    /** Nanoseconds after which the other end is given up: a JVM has started by then, even on a busy machine. */
    long PATIENCE = 10_000_000_000L;
    /** The last number of all. */
    long END = -1;

    /** Client: sends a number, returns when it is back. */
    void ping(long number) throws IOException;

    /** Server: waits for a number, sends it back and returns it. */
    long pong() throws IOException;

    /** Names the thread at the other end, for a wait that this one must end. */
    default void wakes(Thread thread) {
        // Most wake by what they send.
    }

    /** Round trips in which a value was read that nobody stored. */
    default long tornTrips() {
        return 0;
    }

    @Override
    void close() throws IOException;
}
