// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.agent.Fork.Result;
import org.tearline.agent.programs.Counter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the agent's events with the JDK's jfr tool. */
class FlightRecorderIT {
    @TempDir
    private Path folder;

    @OnNewestJdk
    void shouldRecordNewSites(String jdk) throws Exception {
        Path recording = folder.resolve("recording.jfr");
        Result result = new Fork(folder).on(jdk).options("quiet")
            .jvm("-XX:StartFlightRecording=filename=" + recording, "-Xlog:disable").run(Counter.class, "60", "100");
        assertThat(result.err()).doesNotContain("tearline: ");

        Result printed = Fork.execute(List.of(Fork.tool(jdk, "jfr"), "-J-XX:TieredStopAtLevel=1", "print", "--json",
            "--stack-depth", "64", "--events", "org.tearline.MisalignedAccess", recording.toString()));
        List<JsonNode> sites = JsonMapper.shared().readTree(printed.out()).at("/recording/events").valueStream()
            .map(event -> event.get("values")).toList();
        assertThat(sites).hasSize(2);
        JsonNode write = sites.stream().filter(site -> site.get("operation").asString().equals("write")).findFirst()
            .orElseThrow();
        assertThat(Stream.of("accessor", "mode", "width", "offset", "crossesLine", "crossesPage")
            .map(field -> write.get(field).asString()))
            .containsExactly("putOrderedLong", "ordered", "8", "60", "true", "false");
        assertThat(write.get("site").asString()).startsWith(Counter.class.getName() + ".main(Counter.java:");
        assertThat(write.at("/stackTrace/frames").toString()).contains("programs/Counter");
        assertThat(sites).as("the second thread shares the value")
            .anyMatch(site -> site.get("shared").asBoolean());
    }

    @OnNewestJdk
    void shouldNotLoadTheRecorderWithoutARecording(String jdk) throws Exception {
        Path loaded = folder.resolve("loaded");
        Result result = new Fork(folder).on(jdk).options("quiet")
            .jvm("-Xlog:class+load:file=" + loaded).run(Counter.class, "60", "100");
        assertThat(result.seen()).hasSize(2);
        assertThat(Files.readString(loaded)).contains("org.tearline.agent.Session ").doesNotContain(" jdk.jfr.",
            "MisalignedAccess");
    }
}
