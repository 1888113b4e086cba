// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.agent.programs.Counter;
import org.tearline.agent.programs.Stepping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The agent in a program that runs already: attached, detached, attached again, and asked by an exporter. */
class AttachingIT {
    private static final int REFUSED = 1;
    private static final int WRONG_USAGE = 2;

    @TempDir
    private Path folder;

    /** What the process that attaches said, in one line. */
    private record Said(int exit, String text) {
    }

    @ParameterizedTest
    @MethodSource("org.tearline.agent.Fork#jdks")
    void shouldAttachDetachAndAttachAgain(String jdk) throws Exception {
        Fork fork = new Fork(folder).on(jdk).options(null)
            .jvm("--add-opens=java.base/java.lang=ALL-UNNAMED");
        Process process = fork.start(fork.command(Stepping.class, folder.resolve("step").toString()));
        String pid = Long.toString(process.pid());
        List<String> lines = new ArrayList<>();
        lines.add(step(process, 1));
        assertThat(attach(pid, "quiet,jmx=false,out=" + folder.resolve("first.json")).text)
            .contains("process " + pid + ": attached; 1 instruction in 1 class watched so far");
        lines.add(step(process, 2));
        assertThat(attach(pid, "quiet")).extracting(Said::exit).isEqualTo(REFUSED);
        Said detached = attach(pid, Agent.DETACH);
        assertThat(detached.exit).as(detached.text).isZero();
        assertThat(detached.text).contains("detached; 1 class with their own code again.",
            "java.lang.$TearlineAgent", "java.lang and java.nio opened", "methods that are running now");
        lines.add(step(process, 3));
        assertThat(attach(pid, Agent.DETACH).exit).isEqualTo(REFUSED);
        assertThat(attach(pid, "quiet,jmx=false,out=" + folder.resolve("second.json")).exit).isZero();
        lines.add(step(process, 4));
        assertThat(fork.finish(process).exit()).isZero();

        assertThat(lines).as("whether the class calls the hook, at each step").containsExactly("1 false", "2 true",
            "3 false", "4 true");
        assertThat(hits("first.json")).as("nothing before the agent, and nothing behind it").isEqualTo(100);
        assertThat(hits("second.json")).isEqualTo(100);
    }

    private long hits(String file) throws Exception {
        JsonNode report = JsonMapper.shared().readTree(Files.readString(folder.resolve(file)));
        assertThat(report.get("sites")).hasSize(1);
        return report.get("hits").get("atSites").asLong();
    }

    /** Lets the program make one more step, and returns what it printed of it. */
    private String step(Process process, int number) throws Exception {
        Files.writeString(folder.resolve("step"), Integer.toString(number));
        String line = "";
        while (process.isAlive() && line.isEmpty()) {
            Thread.onSpinWait();
            try (Stream<String> all = Files.lines(folder.resolve("out"))) {
                line = all.filter(one -> one.matches(number + " (true|false)")).findFirst().orElse("");
            }
        }
        return line;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "x|want: java -jar tearline-agent.jar PID", "1 2 3|want: java -jar", "1 fail=page|want line or misaligned"})
    void shouldRefuseABadCommandLineInOneLine(String arguments, String words) throws Exception {
        Said said = attach(arguments.split(" "));
        assertThat(said.exit).isEqualTo(WRONG_USAGE);
        assertThat(said.text.lines()).singleElement().asString().startsWith("tearline: ").contains(words);
    }

    @Test
    void shouldSayThatAProcessRefuses() throws Exception {
        Fork fork = new Fork(folder).options(null).jvm("-XX:-EnableDynamicAgentLoading");
        Process process = fork.start(fork.command(Stepping.class, folder.resolve("step").toString()));
        step(process, 1);
        Said said = attach(Long.toString(process.pid()), "");
        assertThat(said.exit).isEqualTo(REFUSED);
        assertThat(said.text.lines()).singleElement().asString().contains("cannot be attached to: ");
        step(process, 4);
        assertThat(fork.finish(process).exit()).isZero();
    }

    private Said attach(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
            .toString(), "-jar", Fork.agentJar()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Said(process.exitValue(), text);
    }

    /** The rule of five lines in the README. */
    @Test
    void shouldBeScrapedByTheExporterOfPrometheus() throws Exception {
        String rule = Files.readString(Path.of("README.md")).replaceFirst("(?s).*?```yaml\n(.*?)```.*", "$1");
        assertThat(rule.lines()).hasSize(5);
        Path rules = Files.writeString(folder.resolve("rules.yaml"), rule);
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Fork fork = new Fork(folder).options("quiet")
            .jvm("-javaagent:" + Fork.library("jmx-exporter.jar") + "=127.0.0.1:" + port + ":" + rules);
        Process process = fork.start(fork.command(Counter.class, "60", "100", "wait"));
        while (process.isAlive() && Files.size(folder.resolve("out")) == 0) {
            Thread.onSpinWait();
        }
        String metrics = "";
        while (process.isAlive() && !metrics.contains("tearline_")) {
            metrics = HttpClient.newHttpClient().send(HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + port + "/metrics")).build(), HttpResponse.BodyHandlers.ofString())
                .body();
        }
        process.destroy();
        fork.finish(process);
        assertThat(metrics.lines().filter(line -> line.startsWith("tearline_"))).containsExactlyInAnyOrder(
            "tearline_hits 200.0", "tearline_instructions 2.0", "tearline_sites 2.0");
    }
}
