// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Runs the packaged jar as a user does, on the default JDK or the second one. */
final class Jar {
    private static final long LIMIT_SECONDS = 60;

    /** What scripts/tester starts a run with: half the CPU time of a start. The worker has flags of its own. */
    private static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private Jar() {
    }

    /** What a run left behind. */
    record Result(int exitCode, String out, String err) {
    }

    /** Runs to the end; -D properties may stand among the arguments. */
    static Result run(String home, String... arguments) throws IOException, InterruptedException {
        return finish(start(home, builder -> builder, arguments));
    }

    /** By {@code java -jar} and nothing else. */
    static Result plain(String home, String... arguments) throws IOException, InterruptedException {
        return finish(start(home, List.of(), builder -> builder, arguments));
    }

    /** Starts without waiting. */
    static Process start(String home, UnaryOperator<ProcessBuilder> adjust, String... arguments) throws IOException {
        return start(home, QUICK, adjust, arguments);
    }

    /** With these flags for the JVM and no others. */
    static Process start(String home, List<String> flags, UnaryOperator<ProcessBuilder> adjust, String... arguments)
        throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(home, "bin", "java").toString()));
        command.addAll(flags);
        Arrays.stream(arguments).filter(argument -> argument.startsWith("-D")).forEach(command::add);
        command.addAll(List.of("-jar", System.getProperty("tester.jar")));
        Arrays.stream(arguments).filter(argument -> !argument.startsWith("-D")).forEach(command::add);
        return adjust.apply(new ProcessBuilder(command)).start();
    }

    /** Waits for the end and gathers what was printed. */
    static Result finish(Process process) throws InterruptedException {
        return finish(process, LIMIT_SECONDS);
    }

    /** For what may take longer. */
    static Result finish(Process process, long limitSeconds) throws InterruptedException {
        CompletableFuture<String> out = CompletableFuture.supplyAsync(() -> text(process.getInputStream()));
        CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
        if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("still running after " + limitSeconds + " s");
        }
        return new Result(process.exitValue(), out.join(), err.join());
    }

    /** Waits for the worker of a process; its child is first the JDK's helper, which becomes the worker. */
    static ProcessHandle onlyChild(ProcessHandle parent) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (System.nanoTime() < deadline) {
            Optional<ProcessHandle> worker = parent.children().filter(child -> child.info().command()
                .filter(program -> program.equals(parent.info().command().orElse(""))).isPresent()).findFirst();
            if (worker.isPresent()) {
                return worker.get();
            }
            Thread.onSpinWait();
        }
        throw new IllegalStateException(parent + " has no worker");
    }

    /** The worker folders that stand in a temporary folder. */
    static List<Path> leftovers(Path temporaryFolder) throws IOException {
        try (var files = Files.list(temporaryFolder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("tearline-worker")).toList();
        }
    }

    private static String text(InputStream stream) {
        try {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
