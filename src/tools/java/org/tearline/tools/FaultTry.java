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

/** One try of a fault: a folder, the tester that runs in it, and what it printed. Not thread-safe. */
final class FaultTry implements AutoCloseable {
    static final String OUT = "out";
    static final String ERR = "err";
    /** What no case may print, whatever is done to it. */
    private static final String NEVER = "FAULT|Shutdown in progress|Exception|Error:";
    /** More than the longest run may take on an overloaded machine. */
    private static final int PATIENCE_SECONDS = 150;
    private static final int POLL_MILLIS = 20;
    private static final int LINES_SHOWN = 12;

    final Setup setup;
    /** How many tries of this fault came before. */
    final int number;
    /** How many times longer than usual a run shall take. */
    final int longer;
    private final Path folder;
    private Path java;
    private File out;
    private Process process;
    private long worker;

    /**
     * What the tries have in common.
     *
     * @param sample  a valid result file
     * @param other   what starts a JVM of another JDK, or null
     * @param quick   whether each case is played once
     * @param running the processes to end if this program ends; thread-safe
     */
    record Setup(Path java, Path jar, Path sample, Path other, boolean quick, Set<Process> running) {
    }

    /** Something else came than what was wanted, or what proves nothing: a run that was over before its fault. */
    static final class Wrong extends RuntimeException {
        private static final long serialVersionUID = 1;
        final boolean tooLate;

        Wrong(String wanted, boolean tooLate) {
            super(wanted);
            this.tooLate = tooLate;
        }
    }

    FaultTry(Setup setup, Path folder, int number, int longer) throws IOException {
        this.setup = setup;
        this.folder = folder;
        this.number = number;
        this.longer = longer;
        this.java = setup.java;
        this.out = file(OUT).toFile();
        Files.createDirectories(file("tmp"));
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    long pid() {
        return process.pid();
    }

    /** The worker that {@link #hasWorker} found last. */
    long worker() {
        return worker;
    }

    /** From now on starts the tester by this, with its output to there. */
    void change(Path otherJava, Path otherOut) {
        java = otherJava;
        out = otherOut.toFile();
    }

    /** Starts the tester with these options, between blanks, and with more of them, each as it is. */
    void tester(String options, Object... more) throws IOException {
        start(List.of(), jvm(), options, more);
    }

    /** Options of a JVM. C1 is enough for a parent that soon ends; its worker takes no options from it. */
    List<String> jvm(String... more) {
        return concat(List.of("-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + file("tmp")), more);
    }

    /**
     * Starts the tester in a session of its own, with no signal ignored.
     *
     * @param before variables of the environment or a command that starts the command behind it
     */
    void start(List<String> before, List<String> jvm, String options, Object... more) throws IOException {
        List<String> command = new ArrayList<>(List.of("setsid", "env", "--default-signal=INT,HUP,TERM,QUIT"));
        command.addAll(concat(before, java.toString()));
        command.addAll(concat(jvm, "-jar", setup.jar.toString()));
        command.addAll(List.of(options.split(" ")));
        Arrays.stream(more).map(String::valueOf).forEach(command::add);
        process = new ProcessBuilder(command).redirectInput(new File("/dev/null")).redirectOutput(out)
            .redirectError(file(ERR).toFile()).start();
        setup.running.add(process);
    }

    static List<String> concat(List<String> words, String... more) {
        return Stream.concat(words.stream(), Stream.of(more)).toList();
    }

    /** Sends a signal to a process, or by its negative number to a group; false if there is none. */
    static boolean signal(String name, long target) {
        // To kill, 0 is its own group.
        return target != 0 && Tools.succeeds(List.of("kill", "-" + name, "--", Long.toString(target)));
    }

    static int draw(int bound) {
        return ThreadLocalRandom.current().nextInt(bound);
    }

    /** Lets a time pass that is drawn, so that the fault meets any moment of a run. */
    static void moment(int boundMillis) throws InterruptedException {
        Thread.sleep(draw(boundMillis));
    }

    /** Waits for a condition; false if the process ended without it, or it took longer than any run. */
    boolean until(BooleanSupplier condition) throws InterruptedException {
        long since = System.nanoTime();
        while (System.nanoTime() - since < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
            boolean over = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (condition.getAsBoolean()) {
                return true;
            }
            if (over) {
                return false;
            }
        }
        return false;
    }

    void await(String wanted, BooleanSupplier condition) throws InterruptedException {
        expect(until(condition), wanted);
    }

    static void expect(boolean right, String wanted) {
        if (!right) {
            throw new Wrong(wanted, false);
        }
    }

    static void tooLateIf(boolean over) {
        if (over) {
            throw new Wrong("a run that is not over yet", true);
        }
    }

    boolean hasWorker() {
        worker = process.children().mapToLong(ProcessHandle::pid)
            .filter(child -> text(Path.of("/proc", Long.toString(child), "cmdline")).contains("run.worker.Worker\0"))
            .findFirst().orElse(0);
        return worker != 0;
    }

    boolean hasOtherWorker(long before) {
        return hasWorker() && worker != before;
    }

    /** Whether a run has a worker that counts: it starts with half of this time. */
    boolean counts() {
        return hasWorker() && ProcessHandle.of(worker).flatMap(one -> one.info().totalCpuDuration())
            .filter(time -> time.compareTo(Duration.ofSeconds(1)) > 0).isPresent();
    }

    /** At first the process is one that starts the JVM, and may have no group of its own. */
    boolean isJava() {
        return process.info().command().filter(command -> command.endsWith("/java")).isPresent();
    }

    boolean isOver() {
        return says(OUT, "^(NOT SEEN|TORN|INCONCLUSIVE|FAULT)");
    }

    /** A process that nobody has waited for is gone, too. */
    static boolean isGone(long pid) {
        String stat = text(Path.of("/proc", Long.toString(pid), "stat"));
        return stat.isEmpty() || stat.substring(stat.lastIndexOf(')')).matches("(?s)\\) [ZX].*");
    }

    /** Each byte of a file as a character; nothing if it cannot be read. */
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

    /** Whether a regular expression finds something in a file; ^ and $ are begin and end of its lines. */
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

    /** Waits for the end, with one of these exit codes; returns it. */
    int finish(Integer... codes) throws InterruptedException {
        expect(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "an end");
        expect(List.of(codes).contains(process.exitValue()), "exit code " + Arrays.toString(codes));
        return process.exitValue();
    }

    /** The same, with no word of what must not be said, and nothing left in the temporary folder. */
    int end(Integer... codes) throws InterruptedException {
        int code = finish(codes);
        expectUnsaid(NEVER, OUT, ERR);
        expectTidy();
        return code;
    }

    /** The same; a JVM that ends before it has begun may do so with an error of its own (17 and 25: "Bad level"). */
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

    /** Prints what was wrong, and what there is to see of it. */
    void show(String name, Wrong wrong) {
        System.err.println("-- " + name + ": wanted " + wrong.getMessage() + "; exit code "
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
