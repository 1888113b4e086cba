// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.Golden;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import org.tearline.published.Series;
import org.tearline.published.SyntheticResults;
import org.tearline.report.text.Screen;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class SweepTextTest {
    private static final Path RESULT = Path.of("src/test/resources/results/sweep-x86.json");

    @Test
    void shouldEndWithTheStripsItAlwaysDrew() throws Exception {
        StringBuilder all = new StringBuilder();
        for (Screen screen : List.of(Screen.FILE, new Screen(60, false, true), new Screen(80, true, true))) {
            all.append(strips(ResultText.read(RESULT), screen)).append('\n');
        }
        Golden.check(Path.of("src/test/resources/golden/strips.txt"), all.toString());
        Golden.abortIfWritten();
    }

    /** Each offset of each series has its character, in the order of the offsets, whatever the width. */
    @ParameterizedTest
    @ValueSource(ints = {30, 60, 71, 200})
    void shouldDrawOneCharacterForEachOffset(int columns) {
        SyntheticResults results = new SyntheticResults(columns);
        for (int i = 0; i < 5; i++) {
            ResultFile file = results.next();
            String drawn = strips(file, new Screen(columns, false, false));
            assertThat(drawn.lines().filter(line -> line.startsWith(" "))).allSatisfy(line ->
                assertThat(line).hasSizeLessThanOrEqualTo(columns));
            String[] blocks = drawn.substring(0, drawn.indexOf("Each character")).split("(?m)^(?=\\w+ \\w+/)");
            assertThat(blocks.length).isEqualTo(file.series().size() + 1);
            for (int s = 0; s < file.series().size(); s++) {
                assertStrip(file.series().get(s), blocks[s + 1]);
            }
        }
    }

    @Test
    void shouldDrawOnlyStripsUnlikeTheOthersOfTheirClass() throws Exception {
        assertThat(unlike(Files.readString(RESULT))).as("all tear at the same offsets").isEmpty();

        // One series no longer tears at 57, the first offset across a line.
        ObjectNode tree = (ObjectNode) JsonMapper.shared().readTree(Files.readString(RESULT));
        ObjectNode series = (ObjectNode) tree.get("series").get(0);
        int at = series.get("offsets").valueStream().map(JsonNode::asInt).toList().indexOf(57);
        assertThat(((ArrayNode) series.get("torn")).get(at).asLong()).isPositive();
        ((ArrayNode) series.get("torn")).set(at, 0);
        assertThat(unlike(tree.toString())).startsWith("\nNot torn at the same offsets")
            .containsOnlyOnce("/volatile, ").doesNotContain("/exchange");
    }

    private static String unlike(String json) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new SweepText(new PrintStream(bytes, true, StandardCharsets.UTF_8), Screen.FILE).printUnlikeStrips(
            ResultText.file(ResultText.parse(json.getBytes(StandardCharsets.UTF_8))));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static void assertStrip(Series series, String block) {
        StringBuilder characters = new StringBuilder();
        Pattern.compile(" +(\\d+) ([0-9.o?!-]+)").matcher(block.lines().skip(1).filter(line ->
            line.matches("( +\\d+ [0-9.o?!-]+)+") && !line.contains("8       16")).collect(Collectors.joining("\n")))
            .results().forEach(row -> {
                assertThat(Integer.parseInt(row.group(1))).isEqualTo(series.offsets().get(characters.length()));
                characters.append(row.group(2));
            });
        assertThat(characters.length()).as(block).isEqualTo(series.offsets().size());
        for (int i = 0; i < series.offsets().size(); i++) {
            assertThat(Character.isDigit(characters.charAt(i))).as(block).isEqualTo(series.torn().get(i) > 0);
        }
    }

    private static String strips(ResultFile file, Screen screen) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new SweepText(new PrintStream(bytes, true, StandardCharsets.UTF_8), screen).printStrips(file);
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
