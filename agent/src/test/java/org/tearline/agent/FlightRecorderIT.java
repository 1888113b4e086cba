// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.tearline.agent.programs.Counter;
import org.tearline.agent.programs.LateCounter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The agent's events in recordings, as the JDK's own tool and Mission Control's parser read them, and nothing of the
 * recorder without one.
 */
class FlightRecorderIT {
    private static final String JDKS = "org.tearline.agent.Fork#drawn";
    private static final String NEW_SITE = "org.tearline.MisalignedAccess";
    private static final Pattern COUNTED = Pattern.compile("MisalignedAccessCount +[1-9]");
    private static final String COUNT = "org.tearline.MisalignedAccessCount";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldRecordSitesAndCounts(String jdk) throws Exception {
        Path recording = folder.resolve("recording.jfr");
        Fork.Result result = new Fork(folder).on(jdk).options("quiet")
            .jvm("-XX:StartFlightRecording=filename=" + recording, "-Xlog:disable").run(Counter.class, "60", "100");
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.err()).doesNotContain("tearline: ");

        List<JsonNode> sites = events(jdk, recording, NEW_SITE);
        assertThat(sites).hasSize(2);
        JsonNode write = sites.stream().filter(site -> site.get("operation").asString().equals("write")).findFirst()
            .orElseThrow();
        assertThat(write.get("accessor").asString()).isEqualTo("putOrderedLong");
        assertThat(write.get("mode").asString()).isEqualTo("ordered");
        assertThat(write.get("width").asInt()).isEqualTo(8);
        assertThat(write.get("offset").asInt()).isEqualTo(60);
        assertThat(write.get("place").asString()).isEqualTo("across-line");
        assertThat(write.get("crossesLine").asBoolean()).isTrue();
        assertThat(write.get("site").asString()).startsWith(Counter.class.getName() + ".main(Counter.java:");
        assertThat(write.get("stackTrace").get("frames").toString()).contains("programs/Counter");
        assertThat(sites).as("whichever thread is second sees that the value is shared")
            .anyMatch(site -> site.get("shared").asBoolean());

        List<JsonNode> counts = events(jdk, recording, COUNT);
        assertThat(counts).filteredOn(count -> count.get("accesses").asInt() == 100)
            .extracting(count -> count.get("accessor").asString(), count -> count.get("shared").asBoolean(),
                count -> count.get("worstPlace").asString(), count -> count.get("mostThreads").asInt())
            .contains(tuple("putOrderedLong", true, "across-line", 2),
                tuple("getLongVolatile", true, "across-line", 2));
        assertThat(run(jdk, "jfr", "summary", recording.toString())).contains(" " + NEW_SITE + " ", " " + COUNT + " ");
        assertThat(kindsOfFields(recording, NEW_SITE)).containsAllEntriesOf(Map.of("Width", "memory", "Offset",
            "memory", "Shared", "boolean", "Event Thread", "thread", "Stack Trace", "stacktrace", "Place", "text"));
        assertThat(kindsOfFields(recording, COUNT)).containsAllEntriesOf(Map.of("Width", "memory", "Crosses Line",
            "boolean", "Accesses", "raw number", "Values", "number"));
    }

    /**
     * Returns the fields of an event by their labels, each with what JDK Mission Control takes it for, by its own
     * parser, a long without a unit as a raw number; holds labels and descriptions to the style of the JDK's events.
     */
    private static Map<String, String> kindsOfFields(Path recording, String name) throws Exception {
        Map<String, String> kinds = new HashMap<>();
        IItemCollection events = JfrLoaderToolkit.loadEvents(recording.toFile()).apply(ItemFilters.type(name));
        assertThat(events.hasItems()).isTrue();
        IType<IItem> type = events.iterator().next().getType();
        assertThat(type.getName()).matches("(?:[A-Z][a-z]+ ?)+");
        assertThat(type.getDescription()).isNotBlank().doesNotEndWith(".");
        for (IAttribute<?> field : type.getAttributes()) {
            kinds.put(field.getName(), field.getContentType().getIdentifier());
            assertThat(field.getName()).as(field.getIdentifier()).matches("(?:\\(?[A-Z][A-Za-z]*\\)? ?)+");
            assertThat(String.valueOf(field.getDescription())).doesNotEndWith(".");
        }
        return kinds;
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldJoinARecordingThatIsStartedLater(String jdk) throws Exception {
        Path recording = folder.resolve("late.jfr");
        Fork fork = new Fork(folder).on(jdk).options("quiet");
        Process process = fork.start(fork.command(LateCounter.class, folder.resolve("go").toString()));
        while (process.isAlive() && Files.size(folder.resolve("out")) == 0) {
            Thread.onSpinWait();
        }
        String pid = Long.toString(process.pid());
        run(jdk, "jcmd", pid, "JFR.start", "name=late", "dumponexit=true", "filename=" + recording);
        // The agent joins in a thread of its own; then the end of a chunk has its counts.
        String probe = folder.resolve("probe.jfr").toString();
        long most = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        do {
            run(jdk, "jcmd", pid, "JFR.dump", "name=late", "filename=" + probe);
        } while (process.isAlive() && System.nanoTime() < most && !COUNTED.matcher(run(jdk, "jfr", "summary", probe))
            .find());
        Files.createFile(folder.resolve("go"));
        assertThat(fork.finish(process).exit()).isZero();
        assertThat(events(jdk, recording, COUNT)).anySatisfy(count -> {
            assertThat(count.get("site").asString()).startsWith(LateCounter.class.getName() + ".count");
            assertThat(count.get("accesses").asInt()).isEqualTo(200);
        });
    }

    /** Without JMX: on JDK 25 the platform's MBean server loads classes of the recorder by itself. */
    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldLoadNothingOfTheRecorderWithoutARecording(String jdk) throws Exception {
        Path loaded = folder.resolve("loaded");
        Fork.Result result = new Fork(folder).on(jdk).options("quiet,jmx=false")
            .jvm("-Xlog:class+load:file=" + loaded).run(Counter.class, "60", "100");
        assertThat(result.seen()).hasSize(2);
        assertThat(Files.readString(loaded)).contains("org.tearline.agent.Session ").doesNotContain(" jdk.jfr.",
            "org.tearline.agent.jfr.");
    }

    private List<JsonNode> events(String jdk, Path recording, String name) throws Exception {
        String json = run(jdk, "jfr", "print", "--json", "--stack-depth", "64", "--events", name, recording.toString());
        List<JsonNode> events = new ArrayList<>();
        JsonMapper.shared().readTree(json).get("recording").get("events").forEach(event -> {
            assertThat(event.get("type").asString()).isEqualTo(name);
            events.add(event.get("values"));
        });
        return events;
    }

    private String run(String jdk, String tool, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(jdk, "bin", tool).toString()));
        command.addAll(List.of(arguments));
        Path said = Files.createTempFile(folder, tool, null);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(command.toString()).isTrue();
        return Files.readString(said);
    }
}
