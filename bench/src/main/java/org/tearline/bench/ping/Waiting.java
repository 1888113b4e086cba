// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.ping;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/** How one end waits before it reads. A selector is closed by another thread than the one that waits. */
abstract class Waiting implements AutoCloseable {
    /** Returns when a read is worthwhile. */
    abstract void await() throws IOException;

    @Override
    public void close() throws IOException {
    }

    static Waiting of(String wait, ByteChannel channel) throws IOException {
        return switch (wait) {
            case "block", "spin" -> new Waiting() {
                @Override
                void await() {
                    // The read itself waits.
                }
            };
            case "select" -> new Selecting(channel) {
                @Override
                int select() throws IOException {
                    return selector.select();
                }
            };
            case "select-now" -> new Selecting(channel) {
                @Override
                int select() throws IOException {
                    return selector.selectNow();
                }
            };
            default -> throw new IllegalArgumentException("no wait '" + wait + "'");
        };
    }

    private abstract static class Selecting extends Waiting {
        final Selector selector;

        Selecting(ByteChannel channel) throws IOException {
            SelectableChannel selectable = (SelectableChannel) channel;
            selector = selectable.provider().openSelector();
            selectable.register(selector, SelectionKey.OP_READ);
        }

        abstract int select() throws IOException;

        @Override
        final void await() throws IOException {
            // A closed channel leaves the selector without keys; the read then throws.
            while (select() == 0 && !selector.keys().isEmpty()) {
                Thread.onSpinWait();
            }
            selector.selectedKeys().clear();
        }

        @Override
        public void close() throws IOException {
            selector.close();
        }
    }
}
