// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Runs command lines: with the packaged jar in a new JVM or in this one, or with the classes under test. */
final class Jar {
    /** Flags that halve the CPU time of a start, as in scripts/tester. Workers do not inherit them. */
    private static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private Jar() {
    }

    /** The exit code and output of a command line. */
    record Result(int exitCode, String out, String err) {
    }

    private interface Execution {
        int execute(PrintStream out, PrintStream err) throws ReflectiveOperationException;
    }

    /** Runs the packaged jar. The arguments may contain -D properties anywhere. */
    static Result run(String home, String... arguments) throws IOException, InterruptedException {
        return run(home, builder -> { }, arguments);
    }

    static Result run(String home, Consumer<ProcessBuilder> adjust, String... arguments)
        throws IOException, InterruptedException {
        return finish(start(home, adjust, arguments));
    }

    /** Runs the packaged jar without flags for the JVM. */
    static Result plain(String home, String... arguments) throws IOException, InterruptedException {
        return finish(start(home, List.of(), builder -> { }, arguments));
    }

    static Process start(String home, String... arguments) throws IOException {
        return start(home, QUICK, builder -> { }, arguments);
    }

    static Process start(String home, Consumer<ProcessBuilder> adjust, String... arguments) throws IOException {
        return start(home, QUICK, adjust, arguments);
    }

    /** Returns an adjustment that runs the JVM under the given command. */
    static Consumer<ProcessBuilder> under(String... command) {
        return builder -> builder.command().addAll(0, List.of(command));
    }

    private static Process start(String home, List<String> flags, Consumer<ProcessBuilder> adjust,
                                 String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(home, "bin", "java").toString()));
        command.addAll(flags);
        Arrays.stream(arguments).filter(argument -> argument.startsWith("-D")).forEach(command::add);
        command.addAll(List.of("-jar", System.getProperty("tester.jar")));
        Arrays.stream(arguments).filter(argument -> !argument.startsWith("-D")).forEach(command::add);
        ProcessBuilder builder = new ProcessBuilder(command);
        adjust.accept(builder);
        return builder.start();
    }

    static Result finish(Process process) throws InterruptedException {
        CompletableFuture<String> out = CompletableFuture.supplyAsync(() -> text(process.getInputStream()));
        CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
        return new Result(process.waitFor(), out.join(), err.join());
    }

    /** Waits for a child that runs java. A forked worker is first a copy of its parent, then the JDK's spawn helper. */
    static ProcessHandle onlyChild(ProcessHandle parent) {
        while (parent.isAlive()) {
            Optional<ProcessHandle> child = parent.children().filter(process -> process.info().command().orElse("")
                .endsWith("/java") && !arguments(process).equals(arguments(parent))).findFirst();
            if (child.isPresent()) {
                return child.get();
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        throw new IllegalStateException(parent + " has no worker");
    }

    private static String arguments(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "process " + process.pid();
        }
    }

    /** Sends a signal, named as in TERM. In Turkish, the kill command of procps knows neither CONT nor BUS. */
    static void signal(String name, long pid) throws IOException, InterruptedException {
        ProcessBuilder kill = new ProcessBuilder("kill", "-" + name, String.valueOf(pid));
        kill.environment().put("LC_ALL", "C");
        assertThat(kill.start().waitFor()).as("kill -%s", name).isZero();
    }

    /** Returns the worker folders in a temporary folder. */
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

    /** Runs the classes under test in this JVM. */
    static Result here(Properties properties, Object... arguments) {
        return captured((out, err) -> Program.execute(Stream.of(arguments).map(Object::toString)
            .toArray(String[]::new), properties, out, err));
    }

    /** Runs the packaged jar in this JVM, which saves the second that a new JVM takes. */
    static Result loaded(String... arguments) {
        Thread thread = Thread.currentThread();
        ClassLoader tests = thread.getContextClassLoader();
        thread.setContextClassLoader(Loaded.EXECUTE.getDeclaringClass().getClassLoader());
        try {
            return captured((out, err) -> (int) Loaded.EXECUTE.invoke(null, arguments, new Properties(), out, err));
        } finally {
            thread.setContextClassLoader(tests);
        }
    }

    private static Result captured(Execution execution) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try {
            int code = execution.execute(new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
            return new Result(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Loads the jar with a class loader that does not see the classes under test. */
    private static final class Loaded {
        private static final Method EXECUTE = load();

        private static Method load() {
            try {
                return new URLClassLoader(new URL[] {Path.of(System.getProperty("tester.jar")).toUri().toURL()},
                    ClassLoader.getPlatformClassLoader()).loadClass(Program.class.getName()).getMethod("execute",
                    String[].class, Properties.class, PrintStream.class, PrintStream.class);
            } catch (ReflectiveOperationException | MalformedURLException e) {
                throw new IllegalStateException("cannot load tester.jar", e);
            }
        }
    }
}
