// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One try of a fault: a tester process with its folder and output. Not thread-safe. */
final class FaultTry implements AutoCloseable {
    static final String OUT = "out";
    static final String ERR = "err";
    /** Text that no case may print. */
    private static final String NEVER = "FAULT|Shutdown in progress|Exception|Error:";
    /** Longer than any run takes, even on an overloaded machine. */
    private static final int PATIENCE_SECONDS = 150;
    private static final int POLL_MILLIS = 20;
    private static final int LINES_SHOWN = 12;

    final Setup setup;
    /** Index of this try. */
    final int number;
    /** Factor by which to lengthen a run. */
    final int longer;
    private final Path folder;
    private Path java;
    private Process process;
    private long worker;

    /**
     * The configuration of all tries.
     *
     * @param sample  a valid result file
     * @param other   the java command of another JDK, or null
     * @param running the processes to kill on shutdown; thread-safe
     */
    record Setup(Path java, Path jar, Path sample, Path other, boolean quick, Set<Process> running) {
    }

    /** Thrown for unexpected behavior, or if a run ended before its fault and proves nothing. */
    static final class Wrong extends RuntimeException {
        private static final long serialVersionUID = 1;
        final boolean tooLate;

        Wrong(String expected, boolean tooLate) {
            super(expected);
            this.tooLate = tooLate;
        }
    }

    FaultTry(Setup setup, Path folder, int number, int longer) throws IOException {
        this.setup = setup;
        this.folder = folder;
        this.number = number;
        this.longer = longer;
        this.java = setup.java;
        Files.createDirectories(file("tmp"));
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    long pid() {
        return process.pid();
    }

    /** Returns the worker last found by {@link #hasWorker}. */
    long worker() {
        return worker;
    }

    /** Uses another JDK for processes started from now on. */
    void useJava(Path otherJava) {
        java = otherJava;
    }

    /** Starts the tester with space-separated options, followed by more options as given. */
    void tester(String options, Object... more) throws IOException {
        start(List.of(), jvm(), options, more);
    }

    /** Returns JVM options. C1 suffices for a short-lived parent; workers do not inherit these options. */
    List<String> jvm(String... more) {
        return concat(List.of("-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + file("tmp")), more);
    }

    /**
     * Starts the tester in a new session without ignored signals.
     *
     * @param before environment variables or a prefix command
     */
    void start(List<String> before, List<String> jvm, String options, Object... more) throws IOException {
        List<String> command = new ArrayList<>(List.of("setsid", "env", "--default-signal=INT,HUP,TERM,QUIT"));
        command.addAll(concat(before, java.toString()));
        command.addAll(concat(jvm, "-jar", setup.jar.toString()));
        command.addAll(List.of(options.split(" ")));
        Arrays.stream(more).map(String::valueOf).forEach(command::add);
        process = new ProcessBuilder(command).redirectInput(new File("/dev/null")).redirectOutput(file(OUT).toFile())
            .redirectError(file(ERR).toFile()).start();
        setup.running.add(process);
    }

    static List<String> concat(List<String> words, String... more) {
        return Stream.concat(words.stream(), Stream.of(more)).toList();
    }

    /** Sends a signal to a process, or to a group by its negative ID. Returns false if neither exists. */
    static boolean signal(String name, long target) {
        // 0 would mean the group of the kill command itself. In Turkish, that of procps knows neither CONT nor BUS.
        return target != 0 && Tools.succeeds(List.of("env", "LC_ALL=C", "kill", "-" + name, "--",
            Long.toString(target)));
    }

    static int draw(int bound) {
        return ThreadLocalRandom.current().nextInt(bound);
    }

    /** Waits a random time, so that the fault may occur at any moment of a run. */
    static void moment(int boundMillis) throws InterruptedException {
        Thread.sleep(draw(boundMillis));
    }

    /** Waits for a condition. Returns false if the process ends first, or after a timeout. */
    boolean until(BooleanSupplier condition) throws InterruptedException {
        long since = System.nanoTime();
        while (System.nanoTime() - since < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
            boolean ended = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (condition.getAsBoolean()) {
                return true;
            }
            if (ended) {
                return false;
            }
        }
        return false;
    }

    void await(String expected, BooleanSupplier condition) throws InterruptedException {
        expect(until(condition), expected);
    }

    static void expect(boolean right, String expected) {
        if (!right) {
            throw new Wrong(expected, false);
        }
    }

    static void tooLateIf(boolean ended) {
        if (ended) {
            throw new Wrong("a run that has not ended", true);
        }
    }

    boolean hasWorker() {
        worker = process.descendants().mapToLong(ProcessHandle::pid)
            .filter(child -> runsTrials(text(Path.of("/proc", Long.toString(child), "cmdline")))).findFirst().orElse(0);
        return worker != 0;
    }

    /** Whether a command line is that of a worker or of a tester's JVM without one. */
    private static boolean runsTrials(String commandLine) {
        return commandLine.contains("run.worker.Worker\0")
            || commandLine.contains("\0-Dtearline.folder=") && !commandLine.contains("\0--tier\0");
    }

    boolean hasOtherWorker(long before) {
        return hasWorker() && worker != before;
    }

    /** Whether a worker is counting. Its start takes up to a second of CPU time. */
    boolean counts() {
        return hasWorker() && ProcessHandle.of(worker).flatMap(handle -> handle.info().totalCpuDuration())
            .filter(time -> time.compareTo(Duration.ofMillis(1500)) > 0).isPresent();
    }

    /** Whether the JVM has replaced the prefix command. Before that, the process may not lead a group yet. */
    boolean isJava() {
        return process.info().command().filter(command -> command.endsWith("/java")).isPresent();
    }

    boolean isOver() {
        return says(OUT, "^(NOT SEEN|TORN|INCONCLUSIVE|FAULT)");
    }

    /** Whether a process has ended. Zombies count as ended. */
    static boolean isGone(long pid) {
        String stat = text(Path.of("/proc", Long.toString(pid), "stat"));
        return stat.isEmpty() || stat.substring(stat.lastIndexOf(')')).matches("(?s)\\) [ZX].*");
    }

    /** Returns the text of a file in ISO 8859-1, or an empty string if it cannot be read. */
    static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    static long lines(Path file) {
        return text(file).chars().filter(letter -> letter == '\n').count();
    }

    /** Whether a multiline regular expression matches in a file. */
    boolean says(String name, String expression) {
        return Pattern.compile(expression, Pattern.MULTILINE).matcher(text(file(name))).find();
    }

    void expectSaid(String name, String expression) {
        expect(says(name, expression), "'" + expression + "' in " + name);
    }

    void expectUnsaid(String expression, String... names) {
        for (String name : names) {
            expect(!says(name, expression), "no '" + expression + "' in " + name);
        }
    }

    /** Waits for one of these exit codes and returns it. */
    int finish(Integer... codes) throws InterruptedException {
        expect(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "the process to end");
        expect(List.of(codes).contains(process.exitValue()), "exit code " + Arrays.toString(codes));
        return process.exitValue();
    }

    /** Like {@link #finish}, but expects clean output and an empty temporary folder as well. */
    int end(Integer... codes) throws InterruptedException {
        int code = finish(codes);
        expectUnsaid(NEVER, OUT, ERR);
        expectTidy();
        return code;
    }

    /** Like {@link #end}, but accepts the error that a JVM may print if it is killed during startup. */
    void endEarly(Integer... codes) throws InterruptedException {
        process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (!says(OUT, "^Error occurred during initialization of VM")) {
            end(codes);
        }
        expectTidy();
    }

    void expectTidy() {
        expect(List.of(file("tmp").toFile().list()).isEmpty(), "an empty temporary folder");
    }

    /** Prints the failure with the start of the output. */
    void show(String name, Wrong wrong) {
        System.err.println("-- " + name + ": expected " + wrong.getMessage() + "; exit code "
            + (process == null || process.isAlive() ? "none" : process.exitValue()));
        Stream.of(OUT, ERR).flatMap(file -> text(file(file)).lines().limit(LINES_SHOWN)).forEach(System.err::println);
        Stream.of(file("tmp").toFile().list()).forEach(System.err::println);
    }

    @Override
    public void close() throws IOException {
        if (process != null) {
            signal("KILL", -pid());
            process.onExit().join();
            setup.running.remove(process);
        }
        Tools.delete(folder);
    }
}
