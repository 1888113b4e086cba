// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the calling thread on one CPU. JMH does not, and two threads that the scheduler puts on one core never disturb
 * each other's lines: they take turns, and false sharing looks free. For any thread, each for itself.
 */
public final class Pinning {
    /** Taskset starts in milliseconds; a machine that needs this long measures nothing. */
    private static final int SECONDS = 10;

    private Pinning() {
    }

    /**
     * Pins the calling thread to the {@code thread}-th CPU, and looks whether it worked.
     *
     * @return whether it runs there and nowhere else; false also where there is no taskset (Linux alone has it)
     */
    public static boolean pin(int thread) {
        return pinTo(Cpus.of(thread));
    }

    /** Pins the calling thread to the CPU of this number, also one that whoever started its process was kept from. */
    public static boolean pinTo(int cpu) {
        try {
            // "1234/task/1235": Java knows its threads by numbers of its own, the kernel says its number here.
            String task = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString();
            Process taskset = new ProcessBuilder("taskset", "-c", "-p", Integer.toString(cpu), task)
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            if (!taskset.waitFor(SECONDS, TimeUnit.SECONDS)) {
                taskset.destroyForcibly();
                return false;
            }
            return Files.readAllLines(Path.of("/proc/thread-self/status"))
                .contains("Cpus_allowed_list:\t" + cpu);
        } catch (IOException notLinux) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
