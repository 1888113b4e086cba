// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tearline.published.HonestCosts;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultPath;
import org.tearline.published.ResultText;
import org.tearline.published.UnreadableResult;
import org.tearline.report.text.Screen;
import tools.jackson.databind.JsonNode;

class CostsFindingTextTest {
    /** Every published file, and drawn ones with other questions, at the widths of terminals and in a pipe. */
    @Test
    void shouldFitOnOneScreenWhateverWasMeasured() throws Exception {
        List<ResultFile> files = new ArrayList<>(published());
        assertThat(files).isNotEmpty();
        IntStream.range(0, 50).mapToObj(HonestCosts::of).forEach(files::add);
        for (ResultFile file : files) {
            for (Screen screen : List.of(new Screen(80, false, true), new Screen(100, true, true), Screen.FILE)) {
                assertThat(text(file, screen).lines()).as(file.runId()).hasSizeLessThanOrEqualTo(40)
                    .allMatch(line -> line.length() <= Math.min(100, screen.columns()))
                    .last().asString().contains("--fields prints everything");
            }
        }
    }

    @Test
    void shouldSayWhatEachAccessAcrossALineCosts() throws Exception {
        ResultFile rapids = ResultText.read(Path.of(ResultPath.ROOT, "x86_64/genuineintel-06-cf-02",
            "20261122-linux-debian17-80e29971cef9a366.json"));

        assertThat(text(rapids, Screen.FILE)).startsWith("Emerald Rapids: across a line an access takes longer than"
            + " aligned by this\nfactor: load 2.1, store 3.7, ordered 4.0, volatile 1.5, cas 20,000, getandadd\n"
            + "23,000.\n")
            .contains("\nload                        0.21            0.21            0.43             1.1\n",
                "\nstraddling                       wrong            53            13           400\n",
                "across a line 581,133 of\n228,652,974 messages were damaged");
    }

    private static List<ResultFile> published() throws IOException, UnreadableResult {
        List<ResultFile> costs = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of(ResultPath.ROOT))) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                // Other kinds may be of an older version.
                JsonNode tree = ResultText.parse(ResultText.bytes(file));
                if (tree.path("kind").asString("").equals(Kind.COSTS.toString())) {
                    costs.add(ResultText.file(tree));
                }
            }
        }
        return costs;
    }

    private static String text(ResultFile file, Screen screen) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new CostsFindingText(new PrintStream(bytes, true, StandardCharsets.UTF_8), screen).print(file, "result.json");
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
