package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.agent.programs.AgronaBuffers;
import org.tearline.agent.programs.Counter;
import org.tearline.agent.programs.LateCounter;

/** The agent beside others that rewrite the same classes, before and after it, and in a program that runs already. */
class OtherAgentsIT {
    private static final String JDKS = "org.tearline.agent.Fork#jdks";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldWorkAfterAndBeforeACoverageAgent(String jdk) throws Exception {
        String coverage = "-javaagent:" + Fork.library("jacoco-agent.jar") + "=destfile=" + folder.resolve("exec");
        String own = "-javaagent:" + Fork.agentJar() + "=quiet,out=" + folder.resolve("report.json");
        for (String[] agents : new String[][] {{coverage, own}, {own, coverage}}) {
            Files.deleteIfExists(folder.resolve("report.json"));
            Fork.Result result = new Fork(folder).on(jdk).options(null).jvm(agents).run(Counter.class, "60", "100");
            assertThat(result.exit()).as(result.err()).isZero();
            assertThat(result.seen()).hasSize(2).extracting(Fork.Seen::hits).containsOnly(100L);
            assertThat(Files.size(folder.resolve("exec"))).isPositive();
        }
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldWorkBesideAgronasAgent(String jdk) throws Exception {
        Fork.Result result = new Fork(folder).on(jdk).options("quiet").jar(Fork.library("agrona-2.jar"))
            .jvm("-javaagent:" + Fork.library("agrona-agent.jar"),
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
            .run(AgronaBuffers.class, "56");
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.seen()).isEmpty();
        assertThat(result.report().get("watched").get("failures").asInt()).isZero();
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldWatchAProgramThatRunsAlready(String jdk) throws Exception {
        Fork fork = new Fork(folder).on(jdk).options(null);
        Process process = fork.start(fork.command(LateCounter.class, folder.resolve("go").toString()));
        while (process.isAlive() && Files.size(folder.resolve("out")) == 0) {
            Thread.onSpinWait();
        }
        try (BufferedReader out = Files.newBufferedReader(folder.resolve("out"))) {
            assertThat(out.readLine()).isEqualTo("waiting");
        }
        VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
        machine.loadAgent(Fork.agentJar(), "quiet,out=" + folder.resolve("report.json"));
        machine.detach();
        Files.createFile(folder.resolve("go"));
        Fork.Result result = fork.finish(process);
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.seen()).containsExactly(
            new Fork.Seen(LateCounter.class.getName() + ".count", "putOrderedLong", "crosses-line", 60, 100));
    }
}
