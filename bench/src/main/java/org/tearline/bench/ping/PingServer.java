// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.ping;

import java.io.IOException;
import org.tearline.bench.machine.Pinning;

/**
 * Command: the end that sends back, in a process of its own: {@code PingServer WAY MESSAGEBYTES LINEBYTES ADDRESS CPU}.
 * It ends with the last message, when nothing comes for 10 s, or when its standard input ends, as it does when the
 * client's process is gone.
 */
public final class PingServer {
    /** Exit code: the client is gone. */
    static final int ALONE = 4;

    private PingServer() {
    }

    public static void main(String[] args) {
        endWithStandardInput();
        // The client's process is pinned, so here every CPU but its own looks forbidden.
        Pinning.pinTo(Integer.parseInt(args[4]));
        try (Transport end = Door.server(Way.of(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]),
            args[3])) {
            serve(end);
        } catch (IOException e) {
            System.err.println("ping: " + e.getMessage());
            System.exit(ALONE);
        }
        System.exit(0);
    }

    /** Sends back until the last one. */
    static void serve(Transport end) throws IOException {
        while (end.pong() != Transport.END) {
            // Its answer is on its way.
        }
    }

    private static void endWithStandardInput() {
        Thread watch = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {
                    // Nobody writes; the end is what counts.
                }
            } catch (IOException closed) {
                // As good as its end.
            }
            Runtime.getRuntime().halt(0);
        }, "watch");
        watch.setDaemon(true);
        watch.start();
    }
}
