// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.tearline.bench.jmh.Observed;

/**
 * One benchmark with one set of parameters at a time, in a fork of its own: code that was compiled for one kind of
 * access is never timed with another. Not thread-safe; JMH itself runs one at a time on a machine.
 */
final class Jmh {
    /** Enough for C2, with the few milliseconds each that a quick profile gives. */
    private static final int WARM_ITERATIONS = 8;
    /** Of single shots, which compile faster: each is a loop of many accesses. */
    private static final int WARM_SHOTS = 20;

    /**
     * For every fork. Agrona wants the first; the next two let a layout use {@code @Contended} as the JDK does, and let
     * JOL read it. The serial collector has no threads that work beside the measured ones, and the heap is fixed, so
     * that nothing is collected and no object moves to another line meanwhile. JOL shall not attach to its own process:
     * that takes a second.
     */
    static final List<String> JVM_ARGS = List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
        "-XX:-RestrictContended", "--add-exports=java.base/jdk.internal.vm.annotation=ALL-UNNAMED",
        "-XX:+UseSerialGC", "-Xms256m", "-Xmx256m", "-Djol.skipHotspotSAAttach=true", "-Djol.skipDynamicAttach=true",
        "-Djol.skipInstallAttach=true");

    private final Profile profile;
    private final boolean forked;
    private final Map<String, String> parameters = new LinkedHashMap<>();
    private final ChainedOptionsBuilder options = new OptionsBuilder();

    Jmh(Profile profile) {
        this(profile, profile.forked());
    }

    private Jmh(Profile profile, boolean forked) {
        this.profile = profile;
        this.forked = forked;
        options.addProfiler(Observed.class).verbosity(VerboseMode.SILENT).shouldFailOnError(true).shouldDoGC(false)
            .threads(1).forks(forked ? 1 : 0);
        if (forked) {
            options.jvmArgs(JVM_ARGS.toArray(String[]::new));
        }
    }

    /** The same with a fork, whatever the profile says. */
    Jmh inFork() {
        return new Jmh(profile, true);
    }

    Jmh with(String parameter, Object value) {
        parameters.put(parameter, value.toString());
        options.param(parameter, value.toString());
        return this;
    }

    Jmh threads(int threads) {
        options.threads(threads);
        return this;
    }

    Jmh mode(Mode mode) {
        options.mode(mode);
        return this;
    }

    /** As many iterations as the profile has, each at least so long. */
    Jmh timed(int iterations, int millis) {
        TimeValue time = TimeValue.milliseconds(millis);
        options.warmupIterations(profile.smoke() ? 1 : WARM_ITERATIONS).warmupTime(time)
            .measurementIterations(iterations).measurementTime(time);
        return this;
    }

    Jmh timed() {
        return timed(profile.iterations(), profile.millis());
    }

    /** Single shots of so many operations. */
    Jmh shots(int shots, int operations) {
        options.warmupIterations(profile.smoke() ? 1 : WARM_SHOTS).measurementIterations(shots)
            .operationsPerInvocation(operations);
        return this;
    }

    /** Warms up by so many iterations instead. */
    Jmh warmedBy(int iterations) {
        options.warmupIterations(iterations);
        return this;
    }

    /** Runs the benchmarks whose full name this ends with; the iterations of each, in their order. */
    List<Iteration> run(Class<?> owner, String method) throws StepFailed {
        options.include("^" + owner.getName().replace(".", "\\.") + "\\." + method + "$");
        Collection<RunResult> results;
        try {
            results = new Runner(options.build()).run();
        } catch (RunnerException e) {
            throw new StepFailed(reason(e), e);
        }
        List<Iteration> iterations = new ArrayList<>();
        for (RunResult result : results) {
            for (BenchmarkResult fork : result.getBenchmarkResults()) {
                fork.getIterationResults().forEach(one -> iterations.add(new Iteration(one)));
            }
        }
        if (iterations.isEmpty()) {
            throw new StepFailed("JMH measured nothing", null);
        }
        return iterations;
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause.getSuppressed().length > 0) {
            return reason(cause.getSuppressed()[0]);
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage().lines().findFirst().orElse("");
    }

    /** One iteration's numbers. Immutable. */
    record Iteration(IterationResult result) {
        double score() {
            return result.getPrimaryResult().getScore();
        }

        /** Of one side of a pair of threads, or of what a benchmark itself observed. */
        Result<?> other(String name) {
            Result<?> found = result.getSecondaryResults().get(name);
            if (found == null) {
                throw new IllegalStateException("no '" + name + "' among " + result.getSecondaryResults().keySet());
            }
            return found;
        }

        double observed(String name) {
            return other(name).getScore();
        }
    }
}
