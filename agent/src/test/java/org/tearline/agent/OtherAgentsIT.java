// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.agent.programs.AgronaBuffers;
import org.tearline.agent.programs.Counter;
import org.tearline.agent.programs.LateCounter;

/** The agent beside others that rewrite the same classes, before and after it, and in a program that runs already. */
class OtherAgentsIT {
    /** Both agents together; one class at a time it was some 5,000. */
    private static final int MOST_PAUSES = 200;
    private static final String JDKS = "org.tearline.agent.Fork#drawn";

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

    /** It takes seconds to start, so one JDK and one order is drawn for each build. */
    @Test
    void shouldWorkBesideATracingAgent() throws Exception {
        Random random = Fork.random();
        List<String> jdks = Fork.jdks().toList();
        traced(jdks.get(random.nextInt(jdks.size())), random.nextBoolean());
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    @Tag("slow")
    void shouldWorkAfterAndBeforeATracingAgent(String jdk) throws Exception {
        traced(jdk, true);
        traced(jdk, false);
    }

    private void traced(String jdk, boolean ownFirst) throws Exception {
        String tracing = "-javaagent:" + Fork.library("opentelemetry-agent.jar");
        String own = "-javaagent:" + Fork.agentJar() + "=quiet,out=" + folder.resolve("report.json");
        Files.deleteIfExists(folder.resolve("report.json"));
        // Nobody listens here, and its exporters would try again and again at the end.
        Path pauses = folder.resolve("pauses");
        Fork.Result result = new Fork(folder).on(jdk).options(null).jvm("-Dotel.traces.exporter=none",
            "-Dotel.metrics.exporter=none", "-Dotel.logs.exporter=none", "-Xlog:safepoint:file=" + pauses,
            ownFirst ? own : tracing, ownFirst ? tracing : own).run(Counter.class, "60", "100");
        String as = jdk + (ownFirst ? ", own agent first: " : ", tracing agent first: ") + result.err();
        assertThat(result.exit()).as(as).isZero();
        assertThat(result.seen()).as(as).hasSize(2).extracting(Fork.Seen::hits).containsOnly(100L);
        assertThat(result.report().get("watched").get("failures").asInt()).as(as).isZero();
        try (Stream<String> lines = Files.lines(pauses)) {
            assertThat(lines.filter(line -> line.contains("RedefineClasses"))).as("thousands of classes are loaded, and"
                + " each call that rewrites some stops the program: " + as).hasSizeLessThan(MOST_PAUSES);
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
            new Fork.Seen(LateCounter.class.getName() + ".count", "putOrderedLong", "across-line", 60, 100));
    }
}
