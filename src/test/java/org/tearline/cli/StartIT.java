// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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

    /** The next start moves the archive to the cache, from which files of older jars are removed. */
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldCreateAnArchiveOnceAndUseIt(String home) throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Path cache = folder.resolve("not/yet there");
        for (int i = 0; i < 7; i++) {
            Path old = Files.writeString(Files.createDirectories(cache).resolve("tester-0-" + i + ".jsa"), "");
            assertThat(old.toFile().setLastModified(TimeUnit.DAYS.toMillis(i + 1))).isTrue();
        }
        assertPlain(Jar.finish(start(home, cache, SHORT)));
        awaitMaker(cache);
        assertPlain(Jar.finish(start(home, cache, SHORT)));
        assertThat(files(cache)).hasSize(5).allMatch(Files::isRegularFile)
            .extracting(file -> file.getFileName().toString()).doesNotContain("tester-0-2.jsa");
        Path archive = newest(cache);
        Object made = Files.getLastModifiedTime(archive);

        Process process = start(home, cache, "-Doffset=0", "--until", "budget", "--changes", "1e12", "--duration",
            "forever");
        while (!isMapped(process, archive)) {
            assertThat(process.isAlive()).isTrue();
            Thread.sleep(POLL_MILLIS);
        }
        process.destroy();
        process.waitFor();
        assertThat(Files.getLastModifiedTime(newest(cache))).isEqualTo(made);

        byte[] content = Files.readAllBytes(archive);
        for (byte[] damaged : List.of(Arrays.copyOf(content, content.length / 2), zeroed(content), new byte[0])) {
            Files.deleteIfExists(archive);
            Files.write(archive, damaged);
            assertPlain(Jar.finish(start(home, cache, SHORT)));
            assertThat(archive).doesNotExist();
        }
        assertThat(new ProcessBuilder("mkfifo", archive.toString()).start().waitFor()).isZero();
        assertPlain(Jar.finish(start(home, cache, SHORT)));
        assertThat(archive).doesNotExist();
    }

    /** A tester that starts must have the CPUs for itself. */
    @Test
    void shouldKillTheMakerOfAnArchive() throws Exception {
        Path cache = folder.resolve("cache");
        Path making = Files.createDirectories(cache.resolve("making-0"));
        Process maker = new ProcessBuilder("sh", "-c", "read line", making + "/classes").start();
        Process stranger = new ProcessBuilder("sh", "-c", "read line", "stranger").start();
        try {
            Files.writeString(making.resolve("pid"), String.valueOf(maker.pid()));
            Files.writeString(Files.createDirectory(cache.resolve("making-1")).resolve("pid"),
                String.valueOf(stranger.pid()));

            assertPlain(Jar.finish(start(Jdks.first(), cache, SHORT)));

            assertThat(maker.waitFor()).isEqualTo(137);
            assertThat(stranger.isAlive()).isTrue();
            assertThat(making).doesNotExist();
            assertThat(cache.resolve("making-1")).doesNotExist();
        } finally {
            maker.destroyForcibly();
            stranger.destroyForcibly();
        }
    }

    /** A stand-in for the command nice tells what it would run, and with which limit. */
    @Test
    void shouldMakeTheArchiveInTheBackgroundOnly() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Path called = folder.resolve("called");
        assertThat(new ProcessBuilder("mkfifo", called.toString()).start().waitFor()).isZero();
        Path nice = Files.writeString(bin.resolve("nice"),
            "#!/bin/sh\n(echo \"nice $*\"; ulimit -t) >" + called + "\n");
        assertThat(nice.toFile().setExecutable(true)).isTrue();
        Process process = Jar.start(Jdks.first(), builder -> {
            builder.environment().put("TEARLINE_CACHE", folder.resolve("cache").toString());
            builder.environment().merge("PATH", bin.toString(), (path, first) -> first + ":" + path);
        }, SHORT);
        List<String> lines = Files.readAllLines(called);
        assertPlain(Jar.finish(process));
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).startsWith("nice -n 19 ").contains("-Xint", "-XX:ArchiveClassesAtExit=")
            .doesNotContain(" run ", "granules");
        assertThat(lines.get(1)).isEqualTo("1");
    }

    /** The file selects another tier than that of the worker. */
    @ParameterizedTest
    @CsvSource({"run --offset 28 @%s,@%s", "@%s,@%s", "run --tier --verbose,--tier"})
    void shouldNotReadOptionsFromAFile(String arguments, String complaint) throws Exception {
        Path file = Files.writeString(folder.resolve("options"), "--tier\ninterpreter\n");
        Jar.Result result = Jar.run(Jdks.first(), arguments.replace("%s", file.toString()).split(" "));
        assertThat(result.exitCode()).as(result.out()).isEqualTo(ExitCode.USAGE);
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
        assertThat(result.exitCode()).isEqualTo(ExitCode.INTERNAL_ERROR);
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
            assertThat(failed.exitCode()).as("%s: %s", options, failed.err()).isEqualTo(ExitCode.INTERNAL_ERROR);
            assertThat(failed.out()).as("output of the JVM").isEmpty();
        }
        assertThat(Jar.finish(byScript(home, Jar.under("/bin/bash", "-c", "ulimit -v 400000; exec \"$@\"", "bash"),
            SHORT)).exitCode()).isEqualTo(ExitCode.INTERNAL_ERROR);
    }

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldEndWithItsParent(String home) throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Process process = start(home, Path.of("off"), "-Djava.io.tmpdir=" + temporary, "-Doffset=0", "--until",
            "budget", "--changes", "1e12", "--duration", "forever");
        ProcessHandle child = Jar.onlyChild(process.toHandle());

        process.destroyForcibly();

        child.onExit().join();
        assertThat(Jar.leftovers(temporary)).isEmpty();
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
        }
        assertThat(process.waitFor()).isEqualTo(143);
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
        assertThat(result.exitCode()).isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(result.err()).isEqualTo("tester: Java cannot read " + jar + ", because the name of a folder ends in"
            + " '!'; move the jar\n");
        assertThat(result.out()).isEmpty();
    }

    private static void useJar(ProcessBuilder builder, Path jar) {
        builder.command().set(builder.command().indexOf("-jar") + 1, jar.toString());
    }

    private static void assertPlain(Jar.Result result) {
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).as(result.out()).isIn(ExitCode.NONE_SEEN, ExitCode.NO_VERDICT);
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

    /** The maker's folder stays when it exits. */
    private static void awaitMaker(Path cache) throws Exception {
        Path making = files(cache).stream()
            .filter(Files::isDirectory)
            .findFirst()
            .orElseThrow();
        long pid = Long.parseLong(Files.readString(making.resolve("pid")));
        ProcessHandle.of(pid).ifPresent(maker -> maker.onExit().join());
        assertThat(making.resolve("archive")).isNotEmptyFile();
    }

    private static byte[] zeroed(byte[] content) {
        byte[] damaged = content.clone();
        Arrays.fill(damaged, damaged.length / 4, damaged.length * 3 / 4, (byte) 0);
        return damaged;
    }

    private static List<Path> files(Path cache) throws IOException {
        try (Stream<Path> files = Files.list(cache)) {
            return files.toList();
        }
    }

    private static Path newest(Path cache) throws IOException {
        return files(cache).stream().max(Comparator.comparing(file -> file.toFile().lastModified())).orElseThrow();
    }

    private static Path onlyFile(Path cache) throws IOException {
        try (Stream<Path> files = Files.walk(cache)) {
            List<Path> found = files.filter(Files::isRegularFile).toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }
}
