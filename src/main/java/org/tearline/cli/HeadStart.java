// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.tearline.engine.Tester;
import org.tearline.plan.Tier;
import org.tearline.plan.Width;

/**
 * Forks the worker of a run while its options are still being parsed: either takes some 100 ms, and there are two CPUs.
 * All that has to be known is the tier, and whether the value is a vector; if that was guessed wrongly, the worker is
 * replaced. One thread and its own.
 */
final class HeadStart implements AutoCloseable {
    private static final List<String> VECTORS = Width.vectors().stream().map(Width::toString).toList();
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
    static HeadStart of(List<String> arguments, Properties properties) {
        return arguments.stream().anyMatch(NO_RUN::contains) ? null : new HeadStart(tier(arguments, properties),
            VECTORS.contains(guess("width", "8", arguments, properties)));
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

    private static Tier tier(List<String> arguments, Properties properties) {
        String name = guess("tier", "c2", arguments, properties).toLowerCase(Locale.ROOT);
        return Arrays.stream(Tier.values()).filter(tier -> tier.toString().equals(name)).findFirst().orElse(Tier.C2);
    }

    private static String guess(String name, String usual, List<String> arguments, Properties properties) {
        String option = "--" + name;
        String text = properties.getProperty(name, usual);
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i).startsWith(option + "=")) {
                text = arguments.get(i).substring(option.length() + 1);
            } else if (arguments.get(i).equals(option) && i + 1 < arguments.size()) {
                text = arguments.get(i + 1);
            }
        }
        return text;
    }
}
