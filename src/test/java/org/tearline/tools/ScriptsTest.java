// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    private void command(String name, String body) throws IOException {
        Path file = Files.writeString(commands.resolve(name), "#!/bin/bash\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Result run(List<String> command, String path) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("/bin/bash"));
        words.addAll(command);
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(words).redirectError(err.toFile());
        builder.environment().put("PATH", path);
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), out, Files.readString(err));
    }
}
