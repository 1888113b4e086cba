// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.Golden;
import org.tearline.merge.CostRows;
import org.tearline.merge.CpuCosts;
import org.tearline.merge.Merge;
import org.tearline.merge.Ranges;
import org.tearline.merge.TrafficRows;
import org.tearline.promise.Guarantees;
import org.tearline.published.Costs;
import org.tearline.published.HonestCosts;
import org.tearline.published.ResultFile;
import org.tearline.report.text.RemedyText;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CostsPageTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden");
    private static final Pattern SECTION = Pattern.compile("(?s)<section aria-labelledby=\"costsh\">.*?</section>");
    static final ResultFile FILE = IntStream.range(0, 999).mapToObj(HonestCosts::of)
        .filter(file -> file.environment().arch().equals("x86_64") && file.costs().cpus() == 4
            && file.costs().profile().equals("quick")
            && !file.costs().series(Costs.Question.QUEUES).isEmpty()
            && !file.costs().series(Costs.Question.BYSTANDER).isEmpty()).findFirst().orElseThrow();

    private final Locale before = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "tr-TR", "ar-EG-u-nu-arab"})
    void shouldWriteTheSameBytesInEveryLocale(String locale) throws IOException {
        Locale.setDefault(Locale.forLanguageTag(locale));

        Golden.check(FOLDER.resolve("costs.html"), section(merge()));
        Golden.check(FOLDER.resolve("costs.md"), CostsMarkdown.text(merge()));
        Golden.abortIfWritten();
    }

    @Test
    void shouldShowEveryTimeOfItsGrid() {
        String html = section(merge());

        assertThat(html).contains("<caption>load</caption>", "<caption>getandadd</caption>", "0.14", "0.54", "1,300",
            "class=\"dear3\"").doesNotContain("<script", "NaN", "null");
        long cells = FILE.costs().series(Costs.Question.OFFSET_COST).stream()
            .filter(times -> times.setting().widthBytes() == 8).mapToLong(times -> 64 + 8).sum();
        Matcher grids = Pattern.compile("(?s)costgrids\">(.*?)</div></details>\n<details>").matcher(html);
        assertThat(grids.find()).isTrue();
        assertThat(grids.group(1).split("<td(?: class=\"dear.\")?>[-0-9]", -1)).hasSize((int) cells + 1);
    }

    @Test
    void shouldDrawEveryModeWithItsIntervalAndTheLine() {
        SharingPlot plot = SharingPlot.of(FILE.costs(), 4, 64);

        assertThat(plot.curves()).extracting(SharingPlot.Curve::name).containsExactlyElementsOf(CostRows.MODES);
        assertThat(plot.curves()).allSatisfy(curve -> {
            assertThat(curve.path()).matches("M\\d+ \\d+(L\\d+ \\d+){6}");
            assertThat(heights(curve.path())).allMatch(y -> y >= 0 && y < plot.height());
            // What shares a line costs more, and more is higher up.
            assertThat(heights(curve.path()).get(1)).isLessThan(heights(curve.path()).get(6));
        });
        assertThat(plot.line()).isNotEmpty();
        assertThat(plot.words()).contains("getandadd 7.0 times as much");
        List<SharingPlot.Label> names = plot.labels().stream().filter(label -> CostRows.MODES.contains(label.text()))
            .toList();
        assertThat(names).hasSize(4);
        assertThat(IntStream.range(1, 4).map(i -> names.get(i).y() - names.get(i - 1).y())).allMatch(gap -> gap >= 12);
        assertThat(SharingPlot.of(FILE.costs(), 16, 64)).isNull();
    }

    @Test
    void shouldShowDamageBesideThroughput() {
        List<List<String>> rows = TrafficViews.queues(FILE.costs()).rows();

        assertThat(rows).hasSize(TrafficRows.queues(FILE.costs()).size()).allSatisfy(row -> {
            assertThat(Double.parseDouble(row.get(2))).isLessThan(Double.parseDouble(row.get(3)));
            assertThat(Double.parseDouble(row.get(3))).isLessThan(Double.parseDouble(row.get(4)));
            assertThat(row.get(6).equals("none")).isEqualTo(row.get(8).isEmpty());
        });
        assertThat(rows).filteredOn(row -> row.get(0).startsWith("counters across a ")).extracting(row -> row.get(7))
            .anyMatch(what -> what.contains(" repeated"));
        assertThat(rows).filteredOn(row -> row.get(0).contains("heap")).extracting(row -> row.get(6))
            .containsOnly("none");
        assertThat(section(merge())).contains("1ff after ff", "88 to 173 across cores");
    }

    @Test
    void shouldDrawTripsAsCurvesThatRise() {
        List<SharingPlot> plots = PercentilePlot.all(Ranges.of(FILE.costs()));

        assertThat(plots).hasSize(4).allSatisfy(plot -> assertThat(plot.curves()).allSatisfy(curve -> {
            assertThat(curve.path()).matches("M\\d+ \\d+(L\\d+ \\d+){6}");
            assertThat(heights(curve.path())).isSortedAccordingTo(Comparator.reverseOrder())
                .allMatch(y -> y >= 0 && y < plot.height());
        }));
        assertThat(plots).extracting(SharingPlot::title).contains("Round trips between 2 threads",
            "Round trips between 2 processes");
        assertThat(TrafficViews.trips(Ranges.of(FILE.costs())).get(2).rows()).anySatisfy(row ->
            assertThat(row).containsSubsequence("52", "40,001", "7"));
    }

    @Test
    void shouldShowWhatLocksOfAnotherCpuDelay() {
        List<List<String>> rows = CostsViews.of(merge().costs().get(0), false).bystanders().rows();

        assertThat(rows).extracting(row -> row.get(0)).containsExactly("registers only", "a load from L1 (16 KiB)",
            "a load from L2 (16 KiB)", "a load from L3 (16 KiB)", "a load from memory (16 KiB)");
        assertThat(rows.get(0).get(3)).endsWith(" (1.0)");
        assertThat(rows.get(2).get(3)).startsWith("1,300").endsWith(" (40.6)");
        assertThat(rows).allSatisfy(row -> assertThat(row.get(4)).matches("[\\d,]+"));
        assertThat(section(merge())).contains("it locks a value across a line", "registers only");
        assertThat(CostsMarkdown.text(merge())).contains("| a load from L2 (16 KiB) | 32 ");
    }

    @Test
    void shouldSayOfEveryRemedyWhetherItIsRight() {
        String html = section(merge());
        String markdown = Markdown.text(merge(), Guarantees.load());

        FILE.costs().remedies().forEach(remedy -> {
            String words = switch (remedy.right()) {
                case WRONG -> "\u25b2</span> wrong";
                case NONE_SEEN -> remedy.tester() == null ? "\u25cb</span> no tear seen"
                    : "\u25cf</span> no tear seen, strong";
                case UNKNOWN -> "?</span> not known";
            };
            assertThat(html).containsPattern("(?s)<th scope=\"row\">" + RemedyText.name(remedy.remedy())
                + "</th><td[^>]*>"
                + "<span[^>]*>" + Pattern.quote(words));
        });
        assertThat(markdown).contains("## What it costs", "| handing a long over | here |");
    }

    @Test
    void shouldKeepCostsOutOfTheTablesOfTears() {
        Merge costs = merge();

        assertThat(costs.cpus()).isEmpty();
        assertThat(costs.files()).isEqualTo(1);
        assertThat(CellTable.json(costs, Guarantees.load())).isEqualTo("[\n]\n");
        Merge tears = GoldenTest.merge();
        String without = HtmlPage.text(tears, Guarantees.load());
        tears.add("costs.json", FILE);
        String with = HtmlPage.text(tears, Guarantees.load());
        assertThat(with.replaceFirst(SECTION.pattern() + "\\s*", "")
            .replace(" <a href=\"#costsh\">Costs</a>", "")
            .replace("From 8 result files: 7 of tears, 1 of costs.", "From 7 result files.")).isEqualTo(without);
        assertThat(without).doesNotContain("What it costs");
    }

    @Test
    void shouldPublishEveryTimeAsData() {
        JsonNode rows = JsonMapper.shared().readTree(CostRecords.json(merge()));

        assertThat(rows).hasSize(FILE.costs().groups().stream().flatMap(group -> group.series().stream())
            .mapToInt(Costs.Times::size).sum());
        assertThat(rows.valueStream().filter(row -> row.get("question").asString().equals("remedies")
            && row.get("right").isNull())).isEmpty();
        assertThat(rows.get(0).get("medianNanos").asDouble()).isEqualTo(0.24);
    }

    @Test
    void shouldLetTheLongestRunSpeakThenTheNewest() {
        List<ResultFile> files = IntStream.range(0, 60).mapToObj(seed -> HonestCosts.of(seed, FILE.environment()))
            .toList();
        Merge merge = new Merge();
        files.forEach(file -> merge.add(file.runId() + ".json", file));

        assertThat(merge.costs()).hasSize(1);
        CpuCosts cpu = merge.costs().get(0);
        assertThat(cpu.runs()).hasSize(60);
        assertThat(cpu.costs().profile()).isEqualTo("full");
        assertThat(cpu.run().date()).isEqualTo(files.stream().filter(file -> file.costs().profile().equals("full"))
            .map(ResultFile::date).max(LocalDate::compareTo).orElseThrow());
    }

    private static List<Integer> heights(String path) {
        return Pattern.compile(" (\\d+)").matcher(path).results().map(found -> Integer.valueOf(found.group(1)))
            .toList();
    }

    private static Merge merge() {
        Merge merge = new Merge();
        merge.add("x86_64/costs.json", FILE);
        return merge;
    }

    private static String section(Merge merge) {
        Matcher section = SECTION.matcher(HtmlPage.text(merge, Guarantees.load()));
        assertThat(section.find()).isTrue();
        return section.group();
    }
}
