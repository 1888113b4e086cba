// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.platform.Machine;
import org.tearline.platform.MeasuredLine;
import org.tearline.published.Costs;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultPath;
import org.tearline.published.ResultText;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The packaged jar's import-bench, on a captured smoke run that claims to be a quick one of this machine. */
class ImportBenchIT {
    @TempDir
    private Path folder;

    private Jar.Result last;
    private ObjectNode measured;
    private Path result;

    @BeforeEach
    void takeTheRunForAQuickOneOfThisMachine() throws IOException {
        assumeTrue(Machine.live().geometry().lineBytes() == 64 && Runtime.getRuntime().availableProcessors() >= 2,
            "the run is of two CPUs with lines of 64 bytes");
        try (InputStream in = ImportBenchIT.class.getResourceAsStream("/bench/costs-smoke.json")) {
            measured = ((ObjectNode) new JsonMapper().readTree(in)).put("profile", "quick");
        }
        result = folder.resolve("result.json");
    }

    @Test
    void shouldPublishEveryTimeAndCount() throws Exception {
        assertThat(imported()).isZero();
        assertThat(tester("validate", result.toString())).isZero();
        ResultFile file = ResultText.read(result);
        assertThat(file.kind()).isEqualTo(Kind.COSTS);
        assertThat(file.environment().jvm().vendor()).isEqualTo("Debian");
        JsonNode groups = measured.path("groups");
        assertThat(file.costs().groups()).hasSameSizeAs(groups);
        for (int g = 0; g < groups.size(); g++) {
            Costs.Group group = file.costs().groups().get(g);
            assertThat(group.series()).hasSameSizeAs(groups.get(g).path("series"));
            assertThat(group.leftOut()).hasSameSizeAs(groups.get(g).path("leftOut"));
            for (int s = 0; s < group.series().size(); s++) {
                assertSame(group.series().get(s), groups.get(g).path("series").get(s));
            }
        }
        assertThat(file.costs().remedies()).extracting(remedy -> remedy.right().toString())
            .containsExactlyElementsOf(measured.path("remedies").valueStream()
                .map(remedy -> remedy.path("right").asString()).toList());
        assertThat(file.costs().leftOut(Costs.Question.FALSE_SHARING)).containsExactly(
            new Costs.Missing("4 threads", Costs.Reason.CPUS), new Costs.Missing("8 threads", Costs.Reason.CPUS));
        assertThat(file.costs().leftOut(Costs.Question.OFFSET_COST)).extracting(Costs.Missing::why)
            .doesNotContain(Costs.Reason.FAILED);
    }

    @Test
    @Tag("stress")
    void shouldPublishTheLineOnRequest() throws Exception {
        assertThat(packaged(importOf("--measure", "--no-split-locks"))).isZero();

        assertThat(tester("validate", result.toString())).isZero();
        Costs.Line line = ResultText.read(result).costs().line();
        assertThat(line.cost().store().points()).extracting(MeasuredLine.Point::bytes)
            .containsExactly(0, 8, 16, 32, 64);
        assertThat(line.of(true)).extracting(Costs.Asked::offset).containsExactly(4, 12, 28, 60);
        assertThat(line.of(false)).extracting(Costs.Asked::write).containsOnly("cas");
        assertThat(tester("show", "--fields", result.toString())).isZero();
        assertThat(last.out()).contains("costs.line.cost.store.points[0].medianPicos = ");
    }

    private static void assertSame(Costs.Times times, JsonNode from) {
        assertThat(times.size()).isEqualTo(from.path("at").size());
        String setting = times.setting().words();
        from.path("parameters").properties().forEach(parameter ->
            assertThat(setting).contains(parameter.getValue().asString()));
        for (int i = 0; i < times.size(); i++) {
            assertThat(times.point(i)).isEqualTo(from.path("at").get(i).asString());
            assertThat(times.samples().get(i)).isEqualTo(from.path("samples").get(i).asLong());
            assertThat(times.nanos(i)).isCloseTo(from.path("median").get(i).asDouble(), within(0.0005));
        }
        boolean messages = from.path("counts").has("messages");
        assertThat(times.counts() == null).isEqualTo(from.path("counts").isEmpty() || messages);
        assertThat(times.delivered() != null).isEqualTo(messages);
        if (messages) {
            assertThat(times.delivered().messages()).containsExactlyElementsOf(longs(from.at("/counts/messages")));
            assertThat(times.delivered().torn()).containsExactlyElementsOf(longs(from.at("/counts/torn")));
        } else if (from.at("/counts/lost").isArray()) {
            assertThat(times.counts().lost()).containsExactlyElementsOf(longs(from.at("/counts/lost")));
        }
    }

    private static List<Long> longs(JsonNode counts) {
        return counts.valueStream().map(JsonNode::asLong).toList();
    }

    @Test
    void shouldTellTheSameRunByItsNumber() throws Exception {
        imported();
        String first = ResultText.read(result).runId();

        assertThat(imported()).isZero();
        assertThat(last.err()).contains("result: " + result + ", replaced").hasLineCount(1);
        assertThat(ResultText.read(result).runId()).isEqualTo(first);
    }

    @Test
    void shouldGoTheWayOfEveryResult() throws Exception {
        assertThat(packaged(importOf())).isZero();
        Path results = Files.createDirectory(folder.resolve("results"));

        assertThat(packaged("submit", result.toString(), "--results", results.toString())).isZero();
        assertThat(results.resolve(ResultPath.below(ResultText.read(result)))).hasSameBinaryContentAs(result);
        assertThat(packaged("show", "--fields", result.toString())).isZero();
        assertThat(last.out()).contains("costs.groups[1].series[0].medianPicos = ",
            "An access by where it lies, ns", "Neighbours, 2 threads", "Ways to hand a value over, ns",
            "One counter for all threads", "Queues, millions of messages a second",
            "Round trips between two processes, ns").doesNotContain("not valid");
        assertThat(packaged("report", "--results", results.toString(), "--out", folder.toString(), "--format",
            "md,html,json")).isZero();
        assertThat(folder.resolve("README.md")).content().contains("## What it costs", "No results yet.");
        assertThat(folder.resolve("index.html")).content().contains("What it costs");
        assertThat(folder.resolve("costs.json")).content().contains("\"operation\":\"getandadd\"");
        assertThat(folder.resolve("costs.json")).content().contains("\"question\":\"ping\"", "\"firstDamage\":");
        assertThat(folder.resolve("cells.json")).hasContent("[\n]\n");
    }

    @Test
    void shouldNotTakeWhatIsNoMeasurementOfThisMachine() throws Exception {
        assertRefused(measured -> measured.put("profile", "smoke"), "a smoke run measures shapes and no times");
        assertRefused(measured -> measured.withObjectProperty("conditions").put("lineBytes", 128),
            "made on another machine: lines of 128 bytes there, 64 here");
        assertRefused(measured -> measured.withObjectProperty("conditions").put("cpus", 60_000),
            "made on another machine: 60000 CPUs there");
        assertRefused(measured -> measured.remove("jmh"), "required property 'jmh' not found");
        assertRefused(measured -> ((ObjectNode) measured.at("/groups/1/series/0/parameters")).put("speed", 1),
            "/groups/1/series/0/parameters");
        assertRefused(measured -> ((ObjectNode) measured.at("/groups/1/series/0")).put("axis", "layout"),
            "the points of layout are not names");
        assertRefused(measured -> ((ObjectNode) measured.at("/groups/1/series/0")).withArrayProperty("low").set(0, 99),
            "it does not make a valid result file: costs");
        assertRefused(measured -> ((ObjectNode) measured.at("/groups/1")).put("id", "another"),
            "/groups/1/id");
        assertRefused(measured -> ((ObjectNode) measured.at("/groups/1/leftOut/0")).remove("reason"),
            "required property 'reason' not found");
    }

    @Test
    void shouldNotOverwriteWhatIsNotItsOwn() throws Exception {
        Files.writeString(result, "{}");

        assertThat(imported()).isEqualTo(2);
        assertOneLine("exists already and is not a result of kind costs");
        assertThat(result).hasContent("{}");
    }

    private void assertRefused(Consumer<ObjectNode> change, String why) throws Exception {
        ObjectNode before = measured.deepCopy();
        change.accept(measured);
        assertThat(imported()).isEqualTo(2);
        assertOneLine(why);
        assertThat(result).doesNotExist();
        measured = before;
    }

    private void assertOneLine(String why) {
        assertThat(last.err().lines()).hasSize(1);
        assertThat(last.err()).startsWith("tester: ").contains(why);
        assertThat(last.out()).isEmpty();
    }

    private int imported(String... options) throws Exception {
        return tester(importOf(options));
    }

    private String[] importOf(String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("import-bench", Files.writeString(folder.resolve("costs.json"),
            measured.toString()).toString(), "--out", result.toString()));
        arguments.addAll(List.of(options));
        return arguments.toArray(String[]::new);
    }

    private int tester(String... arguments) throws ReflectiveOperationException {
        last = LoadedJar.run(arguments);
        return last.exitCode();
    }

    private int packaged(String... arguments) throws Exception {
        last = Jar.run(System.getProperty("java.home"), arguments);
        return last.exitCode();
    }
}
