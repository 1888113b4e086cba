// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.tearline.run.Tester;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;

/**
 * Forks the usual worker before the options of a run are looked at, unless they may ask for another one: 1,144 ms
 * instead of 1,392 on JDK 17, 1,309 instead of 1,452 on 25 (medians of 15 in turn, Zen 4 with two shared CPUs). Not
 * thread-safe; has a thread of its own.
 */
final class HeadStart implements AutoCloseable {
    private static final List<String> OTHERWISE = List.of("-h", "--help", "-V", "--version", "--tier", "--width");

    private final FutureTask<Tester> forking;

    /** Starts for a run with these options; without it nothing is forked before a tester is asked for. */
    HeadStart(boolean run, List<String> options, Properties properties) {
        boolean usual = run && properties.getProperty("tier") == null && properties.getProperty("width") == null
            && options.stream().noneMatch(option -> OTHERWISE.contains(option.split("=", 2)[0]));
        forking = usual ? new FutureTask<>(() -> Tester.open(TrialSpec.USUAL.tier())) : null;
        if (usual) {
            Thread thread = new Thread(forking, "head-start");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /**
     * Returns the tester of a run.
     *
     * @throws IOException if no worker can be started
     */
    Tester tester(Tier tier, boolean vectors) throws IOException, InterruptedException {
        if (forking == null) {
            return vectors ? Tester.openForVectors(tier) : Tester.open(tier);
        }
        try {
            return forking.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException problem) {
                throw problem;
            }
            if (e.getCause() instanceof OutOfMemoryError problem) {
                throw problem;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Ends a worker that nobody took; one that was taken and closed stays closed. */
    @Override
    public void close() {
        try {
            if (forking != null) {
                forking.get().close();
            }
        } catch (ExecutionException e) {
            // There is none; whoever wanted it was told.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
