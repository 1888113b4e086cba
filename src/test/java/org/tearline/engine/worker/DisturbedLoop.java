// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine.worker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.tearline.kernel.FragileAccess;
import org.tearline.kernel.WriteKernel;
import org.tearline.kernel.WriteTally;
import org.tearline.memory.Target;

/**
 * A program for a worker's JVM that has code taken away from under a loop and prints what the log says. Not
 * thread-safe.
 */
public final class DisturbedLoop {
    private static final int LEVEL = 4;
    private static final int ROUNDS = 20_000;
    private static final int QUIET_CHECKS = 10_000;

    private final JitLog log;
    private final WriteKernel loop = FragileAccess.loop();
    private final String name = loop.getClass().getName();
    private final WriteTally tally = new WriteTally();

    private DisturbedLoop(JitLog log) {
        this.log = log;
    }

    /** The one argument is the file of the log; one line of output for each of three slices, and one for the cost. */
    public static void main(String[] args) throws IOException {
        new DisturbedLoop(JitLog.fromNowOn(Path.of(args[0]))).run();
    }

    private void run() throws IOException {
        runIn();
        System.out.println("quiet: " + slice(() -> { }));
        System.out.println("branch: " + slice(FragileAccess::takeRareBranch));
        runIn();
        System.out.println("class: " + slice(FragileAccess::loadAnotherShape));
        runIn();
        long start = System.nanoTime();
        for (int i = 0; i < QUIET_CHECKS; i++) {
            log.disturbance(log.mark(), List.of(name), "run");
            log.problem(name, "run", LEVEL);
        }
        System.out.println("cost: " + (System.nanoTime() - start) / QUIET_CHECKS);
    }

    /** A slice whose code is back at its level when it ends, as far as that can be had. */
    private String slice(Runnable during) throws IOException {
        int mark = log.mark();
        call();
        during.run();
        runIn();
        return log.disturbance(mark, List.of(name), "run") + "; " + log.problem(name, "run", LEVEL);
    }

    private void runIn() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            call();
            if (log.problem(name, "run", LEVEL) == null) {
                return;
            }
        }
    }

    private void call() {
        loop.run(new Target(0, 0, 0, 0), new long[] {1, 2, 3, 4}, 64, tally);
    }
}
