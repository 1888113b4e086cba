// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.tearline.agent.Fork.CLASSES;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.agent.Fork.Result;
import org.tearline.agent.programs.Aligned;
import org.tearline.agent.programs.Counter;
import org.tearline.agent.programs.References;

/** Runs scripts/check with the built agent and tester, as for a pull request. */
class CheckIT {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    @BeforeEach
    void needTheTester() {
        assumeTrue(Files.exists(HOME.resolve("target/tester.jar")), "the tester is not built");
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "bash is not installed");
    }

    @Test
    void shouldFailForASharedValueAcrossALine() throws Exception {
        assertThat(check("first", Counter.class, "60", "100")).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("first/judgement.txt"))).startsWith("1 value: ")
            .contains("1. TEARS: 8 bytes at 60", "(Counter.java:", "putOrderedLong");
        assertThat(check("aligned", Aligned.class)).isZero();
    }

    @Test
    void shouldNotPassWhatWasNotWatched() throws Exception {
        assertThat(check("unwatched", References.class)).isEqualTo(3);
        assertThat(Files.readString(folder.resolve("unwatched/judgement.txt"))).contains("missing: ");
    }

    @Test
    void shouldKeepTheExitCodeOfACommandThatFails() throws Exception {
        assertThat(run("failed", List.of("bash", "-c", "exit 9"))).isEqualTo(9);
        assertThat(run("nothing", List.of("true"))).isEqualTo(3);
    }

    @Test
    void shouldKeepFilesThatAreNotItsOwn() throws Exception {
        Path mine = Files.writeString(Files.createDirectory(folder.resolve("mine")).resolve("agent-config.json"), "{}");
        assertThat(run("mine", List.of("true"))).isEqualTo(2);
        assertThat(mine).hasContent("{}");
        Path report = Files.writeString(Files.createDirectory(folder.resolve("reports")).resolve("agent-1.json"), "{}");
        assertThat(run("reports", List.of("true"))).isEqualTo(2);
        assertThat(report).hasContent("{}");
        assertThat(run("again", List.of("true"))).isEqualTo(3);
        assertThat(folder.resolve("again")).isEmptyDirectory();
        Files.writeString(folder.resolve("again/judgement.txt"), "old");
        assertThat(check("again", Aligned.class)).isZero();
        assertThat(check("again", Aligned.class)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"2,--for,riscv,is not one of x86", "2,--options,nonsense,unknown option",
        "2,--options,out=/dev/full,must not contain out", "2,--options,report=false,no report would be written",
        "2,--baseline,pom.xml,pom.xml", "4,--tester,pom.xml,corrupt jar", "4,--agent,pom.xml,Error opening"})
    void shouldRejectABadOptionBeforeItRunsTheCommand(int exit, String option, String value, String said)
        throws Exception {
        Path ran = folder.resolve("ran");
        Result result = Fork.execute(List.of(HOME.resolve("scripts/check").toString(), "--out",
            folder.resolve("out").toString(), option, value, "--", "touch", ran.toString()));
        assertThat(result.exit()).as(result.out()).isEqualTo(exit);
        assertThat(result.out().lines()).singleElement().asString().startsWith("check: ").contains(said);
        assertThat(folder).isEmptyDirectory();
    }

    private int check(String out, Class<?> program, String... arguments) throws Exception {
        return run(out, Fork.quick("-cp", CLASSES.toString(), program.getName()), arguments);
    }

    private int run(String out, List<String> program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(HOME.resolve("scripts/check").toString(), "--out",
            folder.resolve(out).toString(), "--"));
        command.addAll(program);
        Result result = Fork.execute(command, arguments);
        assertThat(result.out()).as("exit code " + result.exit()).doesNotContain("Exception");
        return result.exit();
    }
}
