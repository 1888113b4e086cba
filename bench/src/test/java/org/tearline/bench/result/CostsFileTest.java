// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CostsFileTest {
    @TempDir
    private Path folder;

    @Test
    void shouldKeepItsSchemaAndComeBackAsItWas() throws IOException {
        Path file = folder.resolve("costs.json");
        CostsFile.write(costs(), file);
        assertEquals(List.of(), CostsFile.faults(file));
        assertEquals(CostsFile.text(costs()), CostsFile.text(CostsFile.read(file)));
        try (var files = Files.list(folder)) {
            assertEquals(List.of(file), files.toList(), "no part of a file is left");
        }
    }

    @Test
    void shouldFindWhatDoesNotKeepTheSchema() throws IOException {
        String good = CostsFile.text(costs());
        assertFaulty(good.replace("\"ns\"", "\"cycles\""), "unit");
        assertFaulty(good.replace("\"profile\" : \"quick\"", "\"profile\" : \"slow\""), "profile");
        assertFaulty(good.replace("\"formatVersion\" : 2", "\"formatVersion\" : 1"), "formatVersion");
        assertFaulty(good.replace("\"jmh\"", "\"host\" : \"mine\", \"jmh\""), "host");
        assertFaulty(good.replace("\"lost\"", "\"found\""), "found");
        assertFaulty(good.replaceFirst("\"median\" : \\[ ", "\"median\" : [ -"), "median");
    }

    @Test
    void shouldWriteTheWordsThatTheSchemaLists() throws IOException {
        try (InputStream in = CostsFile.class.getResourceAsStream("/schema/bench-costs.schema.json")) {
            JsonNode group = JsonMapper.shared().readTree(in).at("/$defs/group/properties");
            assertEquals(Arrays.stream(Question.values()).map(Question::id).sorted().toList(),
                group.at("/id/enum").valueStream().map(JsonNode::asString).sorted().toList());
            assertEquals(Arrays.stream(Reason.values()).map(Reason::toString).sorted().toList(),
                group.at("/leftOut/items/properties/reason/enum").valueStream().map(JsonNode::asString).sorted()
                    .toList());
        }
        String good = CostsFile.text(costs());
        assertTrue(good.contains("\"reason\" : \"cpus\""), good);
        assertFaulty(good.replace("\"reason\" : \"cpus\"", "\"reason\" : \"they want CPUs\""), "reason");
        assertFaulty(good.replace("\"id\" : \"false-sharing\"", "\"id\" : \"sharing\""), "id");
        assertFaulty(good.replace("\"threads\"", "\"workers\""), "workers");
    }

    @Test
    void shouldFindAMedianOutsideItsInterval() throws IOException {
        assertFaulty(CostsFile.text(costs()).replaceFirst("\"low\" : \\[ [0-9.]+", "\"low\" : [ 99.5"), "median lies");
    }

    @Test
    void shouldRefuseListsOfDifferentLengths() {
        assertThrows(IllegalArgumentException.class, () -> new Series(Map.of(), "time", "ns", "what", List.of("a"),
            List.of(1), List.of(1), List.of(1.0), List.of(1.0, 2.0), List.of(1.0), Map.of()));
    }

    @Test
    void shouldPoolTheSamplesOfPassesAndAddTheirCounts() {
        Group group = Assembly.groups(List.of(step(1, 2, 3), step(10, 11, 12))).get(0);
        Series series = group.series().get(0);
        assertEquals(List.of(0L, 8L), series.at());
        assertEquals(List.of(6, 6), series.samples());
        assertEquals(List.of(2, 2), series.forks());
        assertEquals(List.of(6.5, 6.5), series.median());
        assertEquals(List.of(14L, 14L), series.counts().get("lost"));
        assertEquals(1, group.leftOut().size(), "each reason once");
    }

    @Test
    void shouldTakeTheFirstFindingOfPassesAndNotTheirSum() {
        Group group = Assembly.groups(List.of(queue(Map.of("messages", 5L, "firstDamage", 0L, "torn", 0L,
            "witnessBefore", 0L, "witnessTorn", 0L)), queue(Map.of("messages", 7L, "firstDamage", 3L, "torn", 2L,
            "witnessBefore", 255L, "witnessTorn", 511L)), queue(Map.of("messages", 9L, "firstDamage", 4L, "torn", 1L,
            "witnessBefore", 1L, "witnessTorn", 2L)))).get(0);
        assertEquals(Map.of("messages", List.of(21L), "firstDamage", List.of(3L), "torn", List.of(3L), "witnessBefore",
            List.of(255L), "witnessTorn", List.of(511L)), group.series().get(0).counts());
    }

    private static StepResult queue(Map<String, Long> counts) {
        return StepResult.of(List.of(new Cell("queues", Map.of("place", "line"), "time", "ns", "queue", "ordered",
            List.of(1.0), counts)));
    }

    private void assertFaulty(String text, String word) throws IOException {
        Path file = folder.resolve("faulty.json");
        Files.writeString(file, text);
        List<String> faults = CostsFile.faults(file);
        assertFalse(faults.isEmpty(), word);
        assertTrue(faults.toString().contains(word), faults.toString());
    }

    private static Costs costs() {
        List<Group> groups = Assembly.groups(List.of(step(1, 2, 3)));
        return new Costs(Costs.FORMAT, Costs.FORMAT_VERSION, "quick", "1.37", Costs.JvmName.here(),
            new Costs.Conditions(2, true, 64), groups,
            List.of(new Costs.Judged("cas-write", new Costs.Own(10, 5, 1),
                new Verdict("cas-write", "cas", "volatile", 60, "none-seen", "weak", 100, 0), null, "wrong")),
            List.of(new Layout("fields", 24, Map.of("counter0", 16L), List.of("OFF  SZ"))),
            new Costs.Agreement(128, 127, 1.01, null));
    }

    private static StepResult step(double... samples) {
        List<Double> list = Arrays.stream(samples).boxed().toList();
        Map<String, String> parameters = Map.of("memory", "raw", "threads", "2");
        return new StepResult(List.of(
            new Cell("false-sharing", parameters, "time", "ns", "distanceBytes", "0", list, Map.of("lost", 7L)),
            new Cell("false-sharing", parameters, "time", "ns", "distanceBytes", "8", list, Map.of("lost", 7L))),
            List.of(new LeftOut("false-sharing", "4 threads", Reason.CPUS, "they want 4 CPUs")), List.of(), List.of());
    }
}
