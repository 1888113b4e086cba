// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs shell scripts; a folder at the front of the PATH replaces some of their commands. */
class ScriptsTest {
    @TempDir
    private Path folder;
    private Path commands;

    private record Result(int exitCode, String out, String err) {
    }

    @BeforeEach
    void needBash() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "bash is not installed");
        commands = Files.createDirectory(folder.resolve("commands"));
    }

    /** An upgrade replaces the files of the JDK that runs the gate, and JVMs then cannot start any process. */
    @Test
    void shouldInstallNothingThatUpgradesTheJdk() throws Exception {
        Path calls = folder.resolve("calls");
        for (String name : List.of("sed", "id")) {
            command(name, "PATH=/usr/bin:/bin exec " + name + " \"$@\"");
        }
        command("sudo", "exec \"$@\"");
        command("apt-get", "echo \"$*\" >>" + calls + "; case $* in *--simulate*)"
            + " echo 'Inst openjdk-17-jre-headless [17.0.15] (17.0.21 Debian:12)' ;; esac");

        Result result = run(List.of(".ci/packages"), commands.toString());

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).isEqualTo(
            "packages: this would upgrade the JDK in use: openjdk-17-jre-headless\n");
        assertThat(Files.readString(calls).lines().filter(call -> call.startsWith("install ")))
            .as("installations").isNotEmpty().allMatch(call -> call.contains("--simulate"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "out|give --name, a name for this machine",
        "--name m1 out --nonsense|'--nonsense' after the folder",
        "--name m1 out more|'more' after the folder"})
    void shouldRejectABadArgumentOfAFleetSweep(String arguments, String said) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of("fleet/sweep").toAbsolutePath().toString()));
        command.addAll(List.of(arguments.replace("out", folder.resolve("out").toString()).split(" ")));

        Result result = run(command, System.getenv("PATH"));

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err().lines()).singleElement().asString().startsWith("sweep: ").contains(said);
        assertThat(folder.resolve("out")).doesNotExist();
    }

    /** Many machines write to the folder, often as root. */
    @ParameterizedTest
    @ValueSource(strings = {"m1", ".m1"})
    void shouldNotWriteThroughALinkInTheFolderOfAFleetSweep(String link) throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "of somebody else");
        Path status = Files.createDirectories(folder.resolve("out/status"));
        Files.createSymbolicLink(status.resolve(link), file);
        command("flock", "");
        command("java", "case $* in -version) echo 'openjdk version \"17.0.1\"' >&2 ;; *) exit 4 ;; esac");

        Result result = run(fleetSweep(Files.createFile(folder.resolve("a.jar"))), withCommands());

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(file).hasContent("of somebody else");
        assertThat(status.resolve("m1")).satisfies(path -> assertThat(Files.isSymbolicLink(path)).isFalse())
            .hasContent("m1: failed: the sweep ended with exit code 4");
        assertThat(Files.getPosixFilePermissions(status.resolve("m1")))
            .isEqualTo(Files.getPosixFilePermissions(file));
    }

    /** A pipe would block. */
    @Test
    void shouldRefuseAStatusThatIsNoRegularFile() throws Exception {
        Path status = Files.createDirectories(folder.resolve("out/status"));
        pipe(status.resolve("m1"));

        Result result = run(fleetSweep(Files.createFile(folder.resolve("a.jar"))), withCommands());

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err().lines()).singleElement().asString().endsWith("status/m1 is not a regular file");
    }

    @Test
    void shouldNameNoSignalIfACommandOfAFleetSweepFails() throws Exception {
        command("flock", "echo no locks >&2; exit 1");
        command("java", "echo 'openjdk version \"17.0.1\"' >&2");

        Result result = run(fleetSweep(Files.createFile(folder.resolve("a.jar"))), withCommands());

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).isEqualTo("no locks\n");
        assertThat(folder.resolve("out/status/m1")).hasContent("m1: failed: a command failed; its message is above");
    }

    /** The folder of the other run is created between this one's checks and its first write. */
    @Test
    void shouldNotShareTheFolderOfAnotherRunOfJcstress() throws Exception {
        Path out = folder.resolve("out");

        Result result = run(jcstress(out, "mkdir " + out + "; : >" + out + "/result"), withCommands());

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).isEqualTo("jcstress: --out '" + out + "' already exists\n");
        assertThat(out.resolve("result")).exists();
    }

    @Test
    void shouldSayThatTheJavaOfJcstressDoesNotStart() throws Exception {
        Path out = folder.resolve("out");

        Result result = run(jcstress(out, "echo Error: no heap >&2; exit 1"), withCommands());

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.err()).isEqualTo("jcstress: java does not start: Error: no heap\n");
        assertThat(out).doesNotExist();
    }

    /** @param java what java does if it is started */
    private List<String> jcstress(Path out, String java) throws IOException {
        command("java", java);
        Path bin = Files.createDirectories(folder.resolve("jdk/bin"));
        Files.createSymbolicLink(bin.resolve("java"), commands.resolve("java"));
        return List.of("scripts/jcstress", "--jdk", folder.resolve("jdk").toString(), "--out", out.toString());
    }

    /** Otherwise a job that was cancelled goes on using the machine. */
    @ParameterizedTest
    @CsvSource({"HUP,129", "INT,130", "TERM,143"})
    void shouldEndTheCommandOfACheckThatIsEnded(String signal, int exitCode) throws Exception {
        Path out = folder.resolve("out");
        Path jar = Files.createFile(folder.resolve("a.jar"));
        command("java", "for word; do case $word in *out=*) echo {} >\"${word##*out=}\" ;; esac; done");
        command("program", ": >" + out + "/agent-1.json; sleep 60 & echo $$ $!; wait");

        Process check = start(List.of("scripts/check", "--agent", jar.toString(), "--tester", jar.toString(), "--out",
            out.toString(), commands.resolve("program").toString()), withCommands());

        end(check, signal, check.inputReader().readLine(), exitCode);

        assertThat(out).isEmptyDirectory();
    }

    /** The judge first reads an empty report, and after the command those of its JVMs. */
    @ParameterizedTest
    @CsvSource({"TERM,143,empty.json", "HUP,129,agent-1.json", "INT,130,agent-1.json", "TERM,143,agent-1.json"})
    void shouldEndTheJudgeOfACheckThatIsEnded(String signal, int exitCode, String report) throws Exception {
        Path out = Files.createDirectory(folder.resolve("out"));
        Path jar = Files.createFile(folder.resolve("a.jar"));
        Path started = pipe(folder.resolve("started"));
        command("java", "for word; do case $word in *out=*) echo {} >\"${word##*out=}\" ;;"
            + " */" + report + ") echo $$ >" + started + "; exec sleep 60 ;; esac; done");

        Process check = start(List.of("scripts/check", "--agent", jar.toString(), "--tester", jar.toString(), "--out",
            out.toString(), "bash", "-c", "echo {} >" + out + "/agent-1.json"), withCommands());

        end(check, signal, Files.readString(started), exitCode);

        assertThat(out).isEmptyDirectory();
    }

    /** The agent creates its report when the JVM starts, and writes it when that ends. */
    @Test
    void shouldNotPassAJvmThatLeftNoReport() throws Exception {
        Path out = folder.resolve("out");

        Result result = run(check(out, "echo {} >" + out + "/agent-1.json; : >" + out + "/agent-2.json"),
            withCommands());

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.out()).isEqualTo("judged\n");
        assertThat(result.err()).startsWith("check: 1 of 2 JVMs left no report: killed");
    }

    @Test
    void shouldRefuseTheFolderOfACheckThatRuns() throws Exception {
        Path out = folder.resolve("out");
        Path started = pipe(folder.resolve("started"));
        Path ended = pipe(folder.resolve("ended"));
        Process first = start(check(out, "echo {} >" + out + "/agent-1.json; echo >" + started + "; read <" + ended),
            withCommands());
        Files.readString(started);

        Result second = run(check(out, "true"), withCommands());

        Files.writeString(ended, "\n");
        assertThat(second.exitCode()).isEqualTo(2);
        assertThat(second.err()).contains("another check is using this folder");
        assertThat(first.waitFor()).isZero();
        assertThat(out.resolve("agent-1.json")).hasContent("{}");
    }

    /** @param program what the command does that is checked */
    private List<String> check(Path out, String program) throws IOException {
        command("java", "for word; do case $word in *out=*) echo {} >\"${word##*out=}\" ;;"
            + " */agent-1.json) echo judged ;; esac; done");
        String jar = Files.writeString(folder.resolve("a.jar"), "").toString();
        return List.of("scripts/check", "--agent", jar, "--tester", jar, "--out", out.toString(), "bash", "-c",
            program);
    }

    @ParameterizedTest
    @CsvSource({"INT,130", "TERM,143"})
    void shouldEndTheRunOfASoakThatIsEnded(String signal, int exitCode) throws Exception {
        Process soak = start(List.of("scripts/soak", "--jar", waitingJar().toString()), withCommands());

        end(soak, signal, Files.readString(folder.resolve("started")), exitCode);

        assertThat(folder.resolve("ended")).exists();
    }

    /** The builds and tests of these take minutes. */
    @ParameterizedTest
    @ValueSource(strings = {".ci/portable", ".ci/release new", ".ci/before-release draws", ".ci/steps", ".ci/jdks home",
        ".ci/sample-junit"})
    void shouldEndTheBuildOfAScriptThatIsEnded(String words) throws Exception {
        waitingJar();
        Files.copy(commands.resolve("java"), commands.resolve("mvn"), COPY_ATTRIBUTES);
        Path jdk = Files.createDirectories(folder.resolve("home/bin"));
        for (String name : List.of("java", "javac")) {
            Files.createSymbolicLink(jdk.resolve(name), commands.resolve("java"));
        }
        command("apt-get", "exit 1");
        List<String> command = Stream.of(words.replaceFirst(" (new|home)$", " " + folder + "/$1").split(" ")).toList();
        Process script = start(command, withCommands());

        end(script, "TERM", Files.readString(folder.resolve("started")), 143);

        assertThat(folder.resolve("ended")).exists();
    }

    @ParameterizedTest
    @CsvSource({"HUP", "TERM"})
    void shouldEndTheSweepOfAFleetSweepThatIsEnded(String signal) throws Exception {
        command("flock", "");
        Process sweep = start(fleetSweep(waitingJar()), withCommands());

        end(sweep, signal, Files.readString(folder.resolve("started")), 1);

        assertThat(folder.resolve("ended")).exists();
        assertThat(folder.resolve("out/status/m1")).hasContent("m1: failed: terminated by a signal");
    }

    /**
     * Makes java print its process id to a pipe and wait for a signal, after which it creates the file "ended", unless
     * it is asked for its version.
     */
    private Path waitingJar() throws IOException, InterruptedException {
        Path started = pipe(folder.resolve("started"));
        command("java", "case $* in -version) echo 'openjdk version \"17.0.1\"' >&2 ;;"
            + " *) trap ': >" + folder.resolve("ended") + "; exit 143' INT TERM; echo $$ >" + started
            + "; sleep 60 >/dev/null & wait ;; esac");
        return Files.createFile(folder.resolve("waiting.jar"));
    }

    private static Path pipe(Path path) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor()).isZero();
        return path;
    }

    private List<String> fleetSweep(Path jar) {
        return List.of("fleet/sweep", "--name", "m1", "--jar", jar.toString(), folder.resolve("out").toString());
    }

    /** Sends a signal to a script alone, and requires that it ends with what it has started. */
    private static void end(Process script, String signal, String started, int exitCode) throws Exception {
        List<ProcessHandle> processes = Stream.of(started.split("\\s+"))
            .map(id -> ProcessHandle.of(Long.parseLong(id)).orElseThrow())
            .toList();
        // The command of procps knows no HUP in a Turkish locale.
        Process kill = new ProcessBuilder("/bin/bash", "-c", "kill -" + signal + " " + script.pid()).start();
        assertThat(kill.waitFor()).isZero();
        assertThat(script.waitFor()).isEqualTo(exitCode);
        assertThat(processes).noneMatch(ProcessHandle::isAlive);
    }

    private String withCommands() {
        return commands + ":" + System.getenv("PATH");
    }

    private void command(String name, String body) throws IOException {
        Path file = Files.writeString(commands.resolve(name), "#!/bin/bash\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Result run(List<String> command, String path) throws IOException, InterruptedException {
        Process process = start(command, path);
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), out, Files.readString(folder.resolve("err")));
    }

    /** Starts a script that ignores no signal, even if this JVM does. */
    private Process start(List<String> command, String path) throws IOException {
        List<String> words = new ArrayList<>(List.of("/usr/bin/env", "--default-signal=HUP,INT", "/bin/bash"));
        words.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(words).redirectError(folder.resolve("err").toFile());
        builder.environment().put("PATH", path);
        // The gate is such a script, too.
        builder.environment().remove("TEARLINE_GROUP");
        builder.environment().put("TEARLINE_SECOND_JDK", folder.resolve("home").toString());
        return builder.start();
    }
}
