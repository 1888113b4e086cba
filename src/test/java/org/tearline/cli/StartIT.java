// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.Jdks;

/** Tests the start of the tester: its script, the class archive for workers, and odd folder names. */
class StartIT {
    private static final String[] SHORT = {"-Doffset=0", "--changes", "100000", "--until", "budget"};
    private static final int POLL_MILLIS = 10;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldCreateAnArchiveOnceAndUseIt(String home) throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Path cache = folder.resolve("not/yet there");
        List<Process> both = List.of(start(home, cache, SHORT), start(home, cache, SHORT));
        for (Process process : both) {
            assertPlain(Jar.finish(process));
        }
        Path archive = awaitArchive(cache);
        Object made = Files.getLastModifiedTime(archive);

        Process process = start(home, cache, "-Doffset=0", "--until", "budget", "--changes", "1e12", "--duration",
            "forever");
        while (!isMapped(process, archive)) {
            assertThat(process.isAlive()).isTrue();
            Thread.sleep(POLL_MILLIS);
        }
        process.destroy();
        process.waitFor();
        assertThat(Files.getLastModifiedTime(onlyFile(cache))).isEqualTo(made);

        archive.toFile().setWritable(true, true);
        Files.writeString(archive, "no archive");
        assertPlain(Jar.finish(start(home, cache, SHORT)));
    }

    /** The file selects another tier than that of the worker. */
    @ParameterizedTest
    @CsvSource({"run --offset 28 @%s,@%s", "@%s,@%s", "run --tier --verbose,--tier"})
    void shouldNotReadOptionsFromAFile(String arguments, String complaint) throws Exception {
        Path file = Files.writeString(folder.resolve("options"), "--tier\ninterpreter\n");
        Jar.Result result = Jar.run(Jdks.first(), arguments.replace("%s", file.toString()).split(" "));
        assertThat(result.exitCode()).as(result.out()).isEqualTo(Program.USAGE);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.err()).startsWith("tester: ").contains(complaint.replace("%s", file.toString()));
        assertThat(result.out()).isEmpty();
    }

    @Test
    void shouldStartWithoutAnArchiveIfItCannotBeStored() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        for (Path cache : List.of(Path.of("off"), file.resolve("cache"), folder.resolve("100%"))) {
            assertPlain(Jar.finish(start(Jdks.first(), cache, SHORT)));
        }
        assertThat(onlyFile(folder)).isEqualTo(file);
    }

    /** In the C locale, Java accepts only ASCII in paths. Parts of JDK 17 fail to load from other paths. */
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldWorkInAFolderThatTheLocaleCannotExpress(String jdk) throws Exception {
        // The project's folder may have such a name, from which Java does not load even the jar.
        Path jar = Files.copy(Path.of(System.getProperty("tester.jar")), folder.resolve("tester.jar"));
        for (String[] command : new String[][] {{"probe", "--no-split-locks"}, SHORT}) {
            assertPlain(Jar.run(jdk, builder -> {
                Jar.under("sh", "-c", "mkdir -p $(printf 'jos\\303\\251'); cd jos*; exec \"$@\"", "sh").accept(builder);
                builder.environment().put("LC_ALL", "C");
                useJar(builder, jar);
                builder.environment().put("TEARLINE_CACHE", folder + "/jos\u00e9");
                builder.directory(folder.toFile());
            }, command));
        }
        Jar.Result result = Jar.run(jdk, builder -> {
            builder.environment().put("LC_ALL", "C");
            useJar(builder, jar);
        }, "-Djava.io.tmpdir=" + folder + "/jos\u00e9", "--offset=0");
        assertThat(result.exitCode()).isEqualTo(Program.INTERNAL_ERROR);
        assertThat(result.err()).contains("tester: cannot create a folder for the worker in ");
    }

    /** A JVM that cannot start exits with 1, which is the tester's exit code for a tear. */
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldDistinguishAFailedStartFromATear(String home) throws Exception {
        Path bad = Files.writeString(folder.resolve("bad"), "{}");
        assertThat(Jar.finish(byScript(home, builder -> { }, "validate", bad.toString())).exitCode())
            .as("the exit code of the tester itself").isEqualTo(1);
        for (String options : List.of("-XX:NoSuchOption", "-Xmx1")) {
            Jar.Result failed = Jar.finish(byScript(home, builder -> builder.environment().put("JAVA_TOOL_OPTIONS",
                options), SHORT));
            assertThat(failed.exitCode()).as("%s: %s", options, failed.err()).isEqualTo(Program.INTERNAL_ERROR);
            assertThat(failed.out()).as("output of the JVM").isEmpty();
        }
        assertThat(Jar.finish(byScript(home, Jar.under("/bin/bash", "-c", "ulimit -v 400000; exec \"$@\"", "bash"),
            SHORT)).exitCode()).isEqualTo(Program.INTERNAL_ERROR);
    }

    @Test
    void shouldForwardSignalsAndKeepThreadDumpsOutOfTheResult() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Process process = byScript(Jdks.first(), builder -> { }, "--offset", "0", "--changes", "1000000000000",
            "--duration", "forever", "--json");
        ProcessHandle java = Jar.onlyChild(process.toHandle());
        Jar.onlyChild(java);
        Jar.signal("QUIT", java.pid());
        try (BufferedReader err = process.errorReader()) {
            String line = err.readLine();
            while (line != null && !line.startsWith("JNI global refs")) {
                line = err.readLine();
            }
            assertThat(line).as("the last line of a thread dump").isNotNull();
            Jar.signal("TERM", process.pid());
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(process.exitValue()).isEqualTo(143);
        assertThat(java.isAlive()).isFalse();
        assertThat(new String(process.getInputStream().readAllBytes())).doesNotContain("Full thread dump");
    }

    /** In the address of an entry in a jar, "!/" ends the path of the jar. */
    @ParameterizedTest
    @CsvSource({"--offset 0", "probe", "sweep --dry-run", "show FILE"})
    void shouldRefuseAFolderThatEndsInAnExclamationMark(String arguments) throws Exception {
        Path jar = Files.copy(Path.of(System.getProperty("tester.jar")), Files.createDirectories(folder.resolve(
            "wow!/deep")).resolve("tester.jar"));
        Jar.Result result = Jar.run(Jdks.first(), builder -> {
            useJar(builder, Path.of("tester.jar"));
            builder.directory(jar.getParent().toFile());
        }, arguments.split(" "));
        assertThat(result.exitCode()).isEqualTo(Program.INTERNAL_ERROR);
        assertThat(result.err()).isEqualTo("tester: Java cannot read " + jar + ", because the name of a folder ends in"
            + " '!'; move the jar\n");
        assertThat(result.out()).isEmpty();
    }

    private static void useJar(ProcessBuilder builder, Path jar) {
        builder.command().set(builder.command().indexOf("-jar") + 1, jar.toString());
    }

    private static void assertPlain(Jar.Result result) {
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).as(result.out()).isIn(Program.NONE_SEEN, Program.NO_VERDICT);
        assertThat(result.out()).doesNotContain("FAULT", "jsa", "cds");
    }

    private static Process start(String home, Path cache, String... arguments) throws IOException {
        return Jar.start(home, builder -> builder.environment().put("TEARLINE_CACHE", cache.toString()), arguments);
    }

    private static Process byScript(String home, Consumer<ProcessBuilder> adjust, String... arguments)
        throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/env")) && Files.isExecutable(Path.of("/bin/bash")));
        List<String> command = new ArrayList<>(List.of(Path.of("scripts/tester").toAbsolutePath().toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", home);
        builder.environment().put("TEARLINE_JAR", System.getProperty("tester.jar"));
        adjust.accept(builder);
        return builder.start();
    }

    private static boolean isMapped(Process tester, Path archive) {
        return tester.descendants().anyMatch(worker -> {
            try {
                return Files.readString(Path.of("/proc/" + worker.pid() + "/maps"))
                    .contains(archive.getFileName().toString());
            } catch (IOException e) {
                return false;
            }
        });
    }

    /** The archive is made after the run, in a folder of its own. */
    private static Path awaitArchive(Path cache) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (System.nanoTime() < deadline) {
            try (Stream<Path> files = Files.list(cache)) {
                List<Path> found = files.toList();
                if (found.size() == 1 && Files.isRegularFile(found.get(0))) {
                    return found.get(0);
                }
            }
            Thread.sleep(POLL_MILLIS);
        }
        throw new IllegalStateException("no archive in " + cache);
    }

    private static Path onlyFile(Path cache) throws IOException {
        try (Stream<Path> files = Files.walk(cache)) {
            List<Path> found = files.filter(Files::isRegularFile).toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }
}
