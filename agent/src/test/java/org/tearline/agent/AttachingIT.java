// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.agent.Fork.AGENT;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.agent.Fork.Result;
import org.tearline.agent.Fork.Seen;
import org.tearline.agent.programs.LateCounter;
import tools.jackson.databind.JsonNode;

/** Attaches the agent to a running program. */
class AttachingIT {
    private static final int REFUSED = 1;
    /** Line of LateCounter that calls peek. */
    private static final int MAIN_LOOP = 17;
    private static final int WRONG_USAGE = 2;

    @TempDir
    private Path folder;

    @OnEachJdk
    void shouldWatchARunningProgram(String jdk) throws Exception {
        Fork fork = new Fork(folder).on(jdk).options(null);
        Process process = start(fork);
        String pid = Long.toString(process.pid());
        assertThat(attach(pid, "out=" + folder.resolve("report.json")).out())
            .contains("process " + pid + ": attached; 5 instructions in 2 classes watched so far; running when the"
                + " agent was attached, and watched from the next call on: " + LateCounter.class.getName() + ".main");
        assertThat(attach(pid, "quiet")).extracting(Result::exit).isEqualTo(REFUSED);
        assertThat(attach(pid, "report").out()).contains(" written to " + folder.resolve("report.json"));
        assertThat(fork.read("report.json")).contains("\"ended\": false");
        Result result = finish(fork, process);
        assertThat(result.at("/watched/running/0").asString())
            .isEqualTo(LateCounter.class.getName() + ".main");
        assertThat(result.at("/watched/attached").asBoolean()).isTrue();
        assertThat(result.report().get("ended").asBoolean()).isTrue();
        assertThat(result.seen()).as("only what happened after attaching").contains(
            new Seen(LateCounter.class.getName() + ".count", "putOrderedLong", "line", 60, 100));
        JsonNode peek = result.site("getLongVolatile");
        assertThat(peek.at("/frames/1/method").asString()).isEqualTo("main");
        assertThat(peek.at("/frames/1/line").asInt()).as("in a method that has been running all the time")
            .isEqualTo(MAIN_LOOP);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "x|usage: java -jar tearline-agent.jar PID", "1 2 3|usage: java -jar", "1 line=100|expected a power of two"})
    void shouldRefuseABadCommandLineInOneLine(String arguments, String words) throws Exception {
        Result answer = attach(arguments.split(" "));
        assertThat(answer.exit()).isEqualTo(WRONG_USAGE);
        assertThat(answer.out().lines()).singleElement().asString().startsWith("tearline: ").contains(words);
    }

    @Test
    void shouldNotAskForAReportWithoutAnAgent() throws Exception {
        Fork fork = new Fork(folder).options(null);
        Process process = start(fork);
        assertThat(attach(Long.toString(process.pid()), "report")).extracting(Result::exit).isEqualTo(REFUSED);
        Result result = finish(fork, process);
        assertThat(result.err()).contains("tearline: no report: no agent is running in this JVM");
    }

    @Test
    void shouldReportAProcessThatRefuses() throws Exception {
        Fork fork = new Fork(folder).options(null).jvm("-XX:-EnableDynamicAgentLoading");
        Process process = start(fork);
        Result answer = attach(Long.toString(process.pid()), "");
        assertThat(answer.exit()).isEqualTo(REFUSED);
        assertThat(answer.out().lines()).singleElement().asString().contains("cannot attach to process ");
        finish(fork, process);
    }

    private Process start(Fork fork) throws Exception {
        return fork.startAndWait(LateCounter.class, folder.resolve("go").toString());
    }

    /** Lets the program go on, and waits for its end. */
    private Result finish(Fork fork, Process process) throws Exception {
        Files.createFile(folder.resolve("go"));
        return fork.finish(process).well();
    }

    private Result attach(String... arguments) throws Exception {
        return Fork.execute(Fork.quick("-jar", AGENT), arguments);
    }
}
