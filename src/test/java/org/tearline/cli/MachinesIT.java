// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.Jdks;

/** Runs the packaged jar in unusual environments: one CPU, odd folder names, full disks, a deleted jar. */
class MachinesIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"none", "auto", "0"})
    void shouldReportThatThereIsOnlyOneCpu(String cpus) throws Exception {
        assumeTrue(Files.exists(Path.of("/usr/bin/taskset")), "SKIPPED: no taskset");
        Jar.Result run = Jar.run(Jdks.first(), Jar.under("taskset", "-c", "0"), "--cpus=" + cpus,
            "--changes=100000", "--duration=1s", "--offset=0");

        assertThat(run.exitCode()).as(run.out()).isEqualTo(3);
        assertThat(run.out()).contains("INCONCLUSIVE", "one CPU only").doesNotContain("NOT SEEN");
    }

    @ParameterizedTest
    @CsvSource({"8, sweep --offsets=0 --out=FOLDER/r.json", "6, probe", "12, report --out=FOLDER/out"})
    void shouldLeaveNothingBehindIfItsHeapIsTooSmall(int megabytes, String command) throws Exception {
        Jar.Result run = Jar.run(Jdks.first(), builder -> builder.command().addAll(1, List.of("-Xmx" + megabytes + "m",
            "-Djava.io.tmpdir=" + folder)), command.replace("FOLDER", folder.toString()).split(" "));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(4);
        assertThat(Jar.leftovers(folder)).isEmpty();
    }

    @Test
    void shouldAcceptAnyNameForTheTemporaryFolder() throws Exception {
        Path odd = Files.createDirectory(folder.resolve("a\"b, c=%p %t%% it's \\n #;&$(x)`y`"));

        Jar.Result run = Jar.run(Jdks.first(), "-Djava.io.tmpdir=" + odd, "run", "--offset=0", "--changes=100000",
            "--duration=2s");

        // On a busy machine, too few of the planted tears may be found among so few changes.
        assertThat(run.exitCode()).as(run.out() + run.err()).isIn(0, 3);
        assertThat(run.out()).doesNotContain("FAULT", "ran interpreted").contains(" a long at 0, ");
        assertThat(Jar.leftovers(odd)).isEmpty();
    }

    /** A class path cannot contain the name of this folder. */
    @Test
    void shouldRunInAFolderWithAColon() throws Exception {
        Path odd = Files.createDirectory(folder.resolve("a:b"));
        Files.copy(Path.of(System.getProperty("tester.jar")), odd.resolve("tester.jar"));

        Jar.Result run = Jar.run(Jdks.first(), builder -> {
            builder.command().set(builder.command().indexOf("-jar") + 1, "tester.jar");
            builder.directory(odd.toFile());
        }, "run", "--offset=0", "--changes=100000", "--duration=2s");

        assertThat(run.exitCode()).as(run.out() + run.err()).isIn(0, 3);
        assertThat(run.out()).doesNotContain("FAULT").contains("changes");
        assertThat(run.err()).doesNotContain("Could not find", "died");
    }

    /** Such a JVM runs only with the interpreter, of whose instructions nothing is known. */
    @Test
    void shouldRunZeroInTheInterpreterOnlyAndCallItUnknown() throws Exception {
        String home = Jdks.withZero();
        assumeTrue(home != null, "SKIPPED: no JDK contains the Zero VM");
        for (String command : List.of("run", "granules", "sweep")) {
            Path out = folder.resolve("r.json");
            Jar.Result refused = Jar.run(home, MachinesIT::zero, command.equals("sweep")
                ? new String[] {command, "--out=" + out} : new String[] {command});
            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.err()).isEqualToIgnoringNewLines("tester: this JVM (OpenJDK 64-Bit Zero VM) has no"
                + " compiler for tier c2; try --tier interpreter or a JVM named Server VM");
        }
        assertThat(folder).isEmptyDirectory();
        Jar.Result run = Jar.run(home, MachinesIT::zero, "run", "--offset=60", "--write=ordered",
            "--read=exchange", "--tier=interpreter", "--duration=2s");
        assertThat(run.out()).contains("JVM not known to us").doesNotContain("contradict", "promised", "FAULT");
    }

    private static void zero(ProcessBuilder builder) {
        builder.command().removeIf(word -> word.startsWith("-XX:"));
        builder.command().add(1, "-zero");
    }

    /** JDK 17 passes the name of a program in the default charset. */
    @Test
    void shouldRefuseACharsetInWhichNoProgramCanBeNamed() throws Exception {
        assumeTrue(Runtime.version().feature() < 18, "SKIPPED: this JDK uses another charset for names");
        Jar.Result run = Jar.run(Jdks.first(), "-Dfile.encoding=UTF-16", "run", "--offset=0");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().replaceAll("[^ -~]", "")).isEqualTo(
            "tester: this JVM cannot start a worker with -Dfile.encoding=UTF-16; try UTF-8");
    }

    @Test
    void shouldNameTheFileThatDoesNotFitOnTheDisk() throws Exception {
        assumeTrue(mayMount(), "SKIPPED: mount namespaces are not allowed here");
        Path small = Files.createDirectory(folder.resolve("small"));
        Jar.Result run = Jar.run(Jdks.first(), Jar.under("unshare", "-rm", "sh", "-c",
            "mount -t tmpfs -o size=4k none " + small + "; exec \"$@\"", "sh"), "run", "--memory=mapped",
            "--file=" + small.resolve("mapped"));
        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(4);
        // The reason is in the system's language.
        assertThat(run.err().lines()).singleElement().asString()
            .matches(Pattern.quote("tester: " + small.resolve("mapped") + ": ") + ".+");
    }

    /** Whether a process lives is then unknown; the launcher cannot find its own libraries. */
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldRunWithoutProc(String home) throws Exception {
        assumeTrue(mayMount(), "SKIPPED: mount namespaces are not allowed here");
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Path other = Files.createDirectory(temporary.resolve("tearline-worker-1-0-x"));
        Jar.Result run = Jar.run(home, builder -> {
            Jar.under("unshare", "-rm", "sh", "-c", "mount -t tmpfs none /proc; exec \"$@\"", "sh").accept(builder);
            builder.environment().put("LD_LIBRARY_PATH", home + "/lib:" + home + "/lib/jli");
        }, "-Djava.io.tmpdir=" + temporary, "run", "--offset=0", "--changes=1000", "--duration=2s");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).as(run.out()).isIn(ExitCode.NONE_SEEN, ExitCode.NO_VERDICT);
        assertThat(run.out()).doesNotContain("FAULT").contains(" a long at 0, ");
        assertThat(Jar.leftovers(temporary)).as("folders of this and of another tester").containsExactly(other);
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 8, 9, 10, 11, 12, 14})
    void shouldLeaveNothingBehindIfTooManyFilesAreOpen(int limit) throws Exception {
        Jar.Result run = Jar.run(Jdks.first(), Jar.under("bash", "-c", "ulimit -n " + limit + "; exec \"$@\"", "bash"),
            "-Djava.io.tmpdir=" + folder, "run", "--offset=0", "--changes=1000", "--duration=2s");

        assertThat(run.exitCode()).as(run.out() + run.err()).isIn(ExitCode.NONE_SEEN, ExitCode.NO_VERDICT,
            ExitCode.INTERNAL_ERROR);
        assertThat(run.out().isEmpty()).isEqualTo(run.exitCode() == ExitCode.INTERNAL_ERROR);
        assertThat(Jar.leftovers(folder)).isEmpty();
    }

    /** An uncaught exception would exit with 1, which means torn. */
    @Test
    void shouldRefuseASecurityManagerInOneLine() throws Exception {
        assumeTrue(Runtime.version().feature() < 18, "SKIPPED: this JDK refuses to start with a security manager");
        Jar.Result run = Jar.run(Jdks.first(), "-Djava.security.manager", "--offset=0");

        assertThat(run.exitCode()).isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(run.err().lines().filter(line -> !line.startsWith("WARNING: "))).singleElement().asString()
            .startsWith("tester: cannot run in this JVM (start it without a security manager): ");
    }

    /** Parent and worker may fail in either order. The loops are made some 0.1 s after the worker's start. */
    @ParameterizedTest
    @ValueSource(ints = {0, 40, 80, 120, 160})
    void shouldNotReportADeletedJarAsAFaultOrTear(int millis) throws Exception {
        Path jar = Files.copy(Path.of(System.getProperty("tester.jar")), folder.resolve("tester.jar"));
        Process run = Jar.start(Jdks.first(), builder -> builder.command()
            .set(builder.command().indexOf("-jar") + 1, jar.toString()), "--offset=56", "--changes=100000");
        Jar.onlyChild(run.toHandle());
        Thread.sleep(millis);
        Files.delete(jar);
        Jar.Result result = Jar.finish(run);
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 3, 4);
        assertThat(result.out()).doesNotContain("FAULT");
    }

    /** Truncates the jar before the second JVM has read it. */
    @Test
    void shouldNotRunAgainWithAJarThatJavaCannotRead() throws Exception {
        Path jar = Files.copy(Path.of(System.getProperty("tester.jar")), folder.resolve("tester.jar"));
        Process run = Jar.start(Jdks.first(), builder -> builder.command()
            .set(builder.command().indexOf("-jar") + 1, jar.toString()), "--offset=56", "--changes=100000");
        Jar.onlyChild(run.toHandle());
        try (FileChannel content = FileChannel.open(jar, StandardOpenOption.WRITE)) {
            content.truncate(content.size() / 2);
        }
        Jar.Result result = Jar.finish(run);
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 3, 4);
        assertThat(result.err()).doesNotContain("running the command again");
    }

    /** Overwrites the file itself, as cp does, while the trial runs. */
    @Test
    void shouldSayInOneLineThatTheJarWasOverwritten() throws Exception {
        Path jar = Files.copy(Path.of(System.getProperty("tester.jar")), folder.resolve("tester.jar"));
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Process run = Jar.start(Jdks.first(), builder ->
            builder.command().set(builder.command().indexOf("-jar") + 1, jar.toString()),
            "-Djava.io.tmpdir=" + temporary, "run", "--offset=0", "--duration=2s", "--until=budget",
            "--changes=100000000000");
        while (run.isAlive() && !hasLoop(temporary)) {
            Thread.sleep(10);
        }
        Files.write(jar, new byte[1000]);
        Jar.Result result = Jar.finish(run);
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 3, 4);
        if (result.exitCode() == 4) {
            assertThat(result.out()).isEmpty();
            assertThat(result.err().lines()).singleElement().asString().containsPattern("(over|re)(written|placed)");
        }
        assertThat(Jar.leftovers(temporary)).isEmpty();
    }

    /** Whether a JVM has compiled a loop, according to its log. */
    private static boolean hasLoop(Path temporary) throws Exception {
        for (Path worker : Jar.leftovers(temporary)) {
            Path log = worker.resolve("compilations");
            if (Files.exists(log) && Files.readString(log, StandardCharsets.ISO_8859_1).contains("Loop::run")) {
                return true;
            }
        }
        return false;
    }

    @Test
    void shouldReportAStoppedWorker() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/stat")), "SKIPPED: requires /proc");
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
        Process run = Jar.start(Jdks.first(), "--offset=56", "--duration=1s");
        long worker = Jar.onlyChild(run.toHandle()).pid();
        Jar.signal("STOP", worker);
        assertThat(run.errorReader().readLine()).isEqualTo("tester: the worker is stopped (pid " + worker
            + "); waiting");
        Jar.signal("CONT", worker);
        assertThat(Jar.finish(run).exitCode()).isIn(0, 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run --json --offset=0 --changes=100 --duration=1s", "sweep --dry-run", "--version"})
    void shouldFailIfTheOutputCannotBeWritten(String command) throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "SKIPPED: no /dev/full");

        Jar.Result run = Jar.finish(Jar.start(Jdks.first(), builder -> builder.redirectOutput(full.toFile()),
            command.split(" ")));

        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.err()).contains("tester: could not write all of standard output");
    }

    @Test
    void shouldEscapeFileNames() throws Exception {
        Path tree = Files.createDirectories(folder.resolve("reports/results"));
        for (String name : List.of("::error file=x::y.json", "\u001b[31mred.json", "a\nb::warning::c.json",
            "##[error]z.json", "\u007f.json")) {
            Files.writeString(tree.resolve(name), "{");
        }

        Jar.Result run = Jar.loaded("validate", "--pr", folder.toString());
        Jar.Result report = Jar.loaded("report", "--results", tree.toString(), "--out", folder.toString());
        Jar.Result shown = Jar.loaded("show", tree.resolve("\u001b[31mred.json").toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out().lines()).hasSize(5);
        for (String text : List.of(run.out(), report.err(), shown.err())) {
            assertThat(text.replace("\n", "")).matches("[ -~]*").doesNotContain("::", "##[");
        }
    }

    private static boolean mayMount() throws Exception {
        return Files.exists(Path.of("/usr/bin/unshare")) && new ProcessBuilder("unshare", "-rm", "true")
            .redirectErrorStream(true).start().waitFor() == 0;
    }
}
