// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.Jdks;

/** Tests the start of the tester: its script, what it leaves behind, and odd folder names. */
class StartIT {
    private static final String[] SHORT = {"-Doffset=0", "--changes", "100000", "--until", "budget"};

    @TempDir
    private Path folder;

    /** A later start, or a measurement by the user, must find nothing of this one. */
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldLeaveNothingBehind(String home) throws Exception {
        assertPlain(Jar.run(home, builder -> {
            builder.environment().put("HOME", folder.toString());
            builder.environment().remove("XDG_CACHE_HOME");
        }, "-Duser.home=" + folder, "-Djava.io.tmpdir=" + folder, "-Doffset=0", "--changes", "100000"));
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files).as("files, other than a folder of JNA's").noneMatch(Files::isRegularFile);
        }
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

    /** In the C locale, Java accepts only ASCII in paths. Parts of JDK 17 fail to load from other paths. */
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldWorkInAFolderThatTheLocaleCannotExpress(String jdk) throws Exception {
        // The project's folder may have such a name, from which Java does not load even the jar.
        Path jar = Files.copy(Path.of(System.getProperty("tester.jar")), folder.resolve("tester.jar"));
        Consumer<ProcessBuilder> there = builder -> {
            Jar.under("sh", "-c", "mkdir -p $(printf 'jos\\303\\251'); cd jos*; exec \"$@\"", "sh").accept(builder);
            builder.environment().put("LC_ALL", "C");
            useJar(builder, jar);
            builder.directory(folder.toFile());
        };
        for (String[] command : new String[][] {{"probe", "--no-split-locks"}, SHORT}) {
            assertPlain(Jar.run(jdk, there, command));
        }
        Jar.Result sweep = Jar.run(jdk, there, "sweep", "--dry-run");
        assertThat(sweep.exitCode()).isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(sweep.err()).hasLineCount(1).contains("try LC_ALL=C.UTF-8");
        Jar.Result result = Jar.run(jdk, builder -> {
            builder.environment().put("LC_ALL", "C");
            useJar(builder, jar);
        }, "-Djava.io.tmpdir=" + folder + "/jos\u00e9", "--offset=0");
        assertThat(result.exitCode()).isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(result.err()).contains("tester: cannot create a folder for the worker in ");
    }

    /** Without a home, JNA unpacks its library elsewhere, and would warn that it cannot write here. */
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldWriteNothingIntoTheCurrentFolder(String jdk) throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs a folder in which nobody can write");
        assertPlain(Jar.run(jdk, builder -> builder.directory(new File("/proc")), Stream.concat(
            Stream.of("-Duser.home=/nowhere"), Stream.of(SHORT)).toArray(String[]::new)));
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
        for (String limit : List.of("400000", "100000")) {
            Jar.Result failed = Jar.finish(byScript(home, Jar.under("/bin/bash", "-c", "ulimit -v " + limit
                + "; exec \"$@\"", "bash"), SHORT));
            assertThat(failed.exitCode()).as("%s KiB: %s", limit, failed.err()).isEqualTo(ExitCode.INTERNAL_ERROR);
            assertThat(failed.err()).doesNotContain("Segmentation fault");
        }
        Files.createSymbolicLink(folder.resolve("bash"), Path.of("/bin/bash"));
        Jar.Result bare = Jar.finish(byScript(home, builder -> builder.environment().put("PATH", folder.toString()),
            SHORT));
        assertThat(bare.exitCode()).isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(bare.err()).hasLineCount(1).contains("no dirname on the PATH");
    }

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldEndWithItsParent(String home) throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Process process = Jar.start(home, "-Djava.io.tmpdir=" + temporary, "-Doffset=0", "--until",
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

    /** The command runs again, so the result must not follow a description of the crash. */
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    @EnabledOnOs(OS.LINUX)
    void shouldKeepACrashOutOfTheResult(String home) throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Process process = byScript(home, builder -> { }, "--offset", "0", "--changes", "1000000000000", "--duration",
            "2s", "--json");
        Jar.signal("SEGV", Jar.onlyChild(Jar.onlyChild(process.toHandle())).pid());
        Jar.Result result = Jar.finish(process);
        assertThat(result.err()).contains("the JVM died", "running the command again");
        assertThat(result.out()).startsWith("{");
    }

    /** Without large pages, the JVM prints a warning, which would precede the JSON object. */
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldKeepWarningsOfTheJvmOutOfTheResult(String home) throws Exception {
        Jar.Result result = Jar.finish(byScript(home, builder -> builder.environment().put("JAVA_TOOL_OPTIONS",
            "-XX:+UseLargePages"), "probe", "--no-split-locks", "--json"));
        assertThat(result.out()).as(result.err()).startsWith("{");
    }

    @Test
    void shouldEndWhenItsScriptIsKilled() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Process process = byScript(Jdks.first(), builder -> { }, "--offset", "0", "--changes", "1000000000000",
            "--duration", "forever");
        ProcessHandle java = Jar.onlyChild(process.toHandle());
        ProcessHandle worker = Jar.onlyChild(java);
        process.destroyForcibly();
        java.onExit().join();
        worker.onExit().join();
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

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldSayThatStandardInputIsClosed(String jdk) throws Exception {
        Jar.Result result = Jar.run(jdk, Jar.under("/bin/bash", "-c", "exec \"$@\" <&-", "bash"), "judge", "-");
        assertThat(result.exitCode()).as(result.err()).isEqualTo(ExitCode.USAGE);
        assertThat(result.err()).hasLineCount(1).contains("-: standard input is closed");
    }

    private static void useJar(ProcessBuilder builder, Path jar) {
        builder.command().set(builder.command().indexOf("-jar") + 1, jar.toString());
    }

    private static void assertPlain(Jar.Result result) {
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).as(result.out()).isIn(ExitCode.NONE_SEEN, ExitCode.NO_VERDICT);
        assertThat(result.out()).doesNotContain("FAULT");
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
}
