// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.tearline.engine.Tester;
import org.tearline.plan.Tier;

/**
 * Forks the worker of a run while its options are still being parsed, of which {@link RunWords} tells enough; if that
 * was guessed wrongly, the worker is replaced. Of neighbouring runs on JDK 17 the one with the early fork was faster in
 * 15 of 22, on 25 in 6 of 10, which may be chance; docs/measurements has them. Not thread-safe; has a
 * thread of its own.
 */
final class HeadStart implements AutoCloseable {
    private static final List<String> NO_RUN = List.of("-h", "--help", "-V", "--version");

    private final Tier tier;
    private final boolean vectors;
    private final FutureTask<Tester> forking;

    private HeadStart(Tier tier, boolean vectors) {
        this.tier = tier;
        this.vectors = vectors;
        this.forking = new FutureTask<>(() -> open(tier, vectors));
        Thread thread = new Thread(forking, "head-start");
        thread.setDaemon(true);
        thread.start();
    }

    /** Starts for a run with these arguments; null if they ask for words only. */
    static HeadStart of(List<String> arguments, RunWords words) {
        return arguments.stream().anyMatch(NO_RUN::contains) ? null : new HeadStart(words.tier(), words.ofVectors());
    }

    private static Tester open(Tier tier, boolean vectors) throws IOException {
        return vectors ? Tester.openForVectors(tier) : Tester.open(tier);
    }

    /**
     * Returns the tester of a run.
     *
     * @throws IOException if no worker can be started
     */
    Tester tester(Tier wanted, boolean ofVectors) throws IOException, InterruptedException {
        if (wanted != tier || ofVectors != vectors) {
            close();
            return open(wanted, ofVectors);
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
            forking.get().close();
        } catch (ExecutionException e) {
            // There is none; whoever wanted it was told.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
