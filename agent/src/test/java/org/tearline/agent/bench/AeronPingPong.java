// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.bench;

import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/** A message of 32 bytes there and back over Aeron IPC, all on one thread, the driver's work included. */
final class AeronPingPong implements Workload {
    private static final int MESSAGE = 32;

    private final MediaDriver driver;
    private final Aeron aeron;
    private final Publication ping;
    private final Subscription pinged;
    private final Publication pong;
    private final Subscription ponged;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[MESSAGE]);

    AeronPingPong() throws Exception {
        Path folder = Files.createTempDirectory("tearline-bench");
        driver = MediaDriver.launch(new MediaDriver.Context().aeronDirectoryName(folder.resolve("aeron").toString())
            .threadingMode(ThreadingMode.INVOKER).dirDeleteOnStart(true).dirDeleteOnShutdown(true));
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName())
            .driverAgentInvoker(driver.sharedAgentInvoker()).useConductorAgentInvoker(true));
        pinged = aeron.addSubscription("aeron:ipc", 1);
        ponged = aeron.addSubscription("aeron:ipc", 2);
        ping = aeron.addPublication("aeron:ipc", 1);
        pong = aeron.addPublication("aeron:ipc", 2);
    }

    @Override
    public void run(int times) {
        for (int i = 0; i < times; i++) {
            pass(ping, pinged);
            pass(pong, ponged);
        }
    }

    private void pass(Publication from, Subscription to) {
        while (from.offer(message, 0, MESSAGE) < 0) {
            aeron.conductorAgentInvoker().invoke();
            driver.sharedAgentInvoker().invoke();
        }
        while (to.poll((buffer, offset, length, header) -> { }, 1) == 0) {
            aeron.conductorAgentInvoker().invoke();
            driver.sharedAgentInvoker().invoke();
        }
    }

    @Override
    public void close() {
        aeron.close();
        driver.close();
    }
}
