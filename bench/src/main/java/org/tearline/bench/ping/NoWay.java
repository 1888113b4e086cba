// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.ping;

/** A round trip of nothing: what is recorded of it is the clock's own error. Not thread-safe. */
final class NoWay implements Transport {
    @Override
    public void ping(long number) {
        // The next question for the time follows at once.
    }

    @Override
    public long pong() {
        return END;
    }

    @Override
    public void close() {
        // Nothing was opened.
    }
}
