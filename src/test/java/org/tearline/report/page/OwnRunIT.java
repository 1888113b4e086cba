// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;
import org.tearline.merge.Difference;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import org.tearline.published.Copy;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import org.tearline.published.Series;
import org.tearline.published.SeriesTier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** A run that is dropped into the page, in a browser: judged as the published ones, and never trusted. */
class OwnRunIT extends BrowserTest {
    @Test
    void shouldShowOnesOwnRunAndKeepItsStringsText() throws IOException {
        Path own = RunPage.write(Runs.run(Runs.hostile(), false, null, 77, Runs.MANY, 0L, 0L, 123L, 0L),
            folder.resolve("own.json"));
        open("");
        drop(own);
        waitFor("#ownview .map");

        assertThat(browser.findElement(By.id("ownstate")).getText()).contains("<img src=x onerror=alert(1)>");
        assertThat(browser.findElements(By.cssSelector("#ownview td.torn1"))).singleElement().satisfies(cell ->
            assertThat(cell.getDomAttribute("title")).contains("offset 60, across a line: torn 1 in 80,000:",
                "123 of 10,000,000"));
        assertThat(browser.findElements(By.cssSelector("img"))).isEmpty();
        browser.findElement(By.cssSelector("#ownview td[data-offset='0']")).click();
        assertThat(browser.findElement(By.cssSelector("#ownview .panel")).getDomProperty("textContent")).contains(
            "How sure: fewer than 1 in 3.3 million changes", "Strong: as many changes",
            "Planted tears found: about 100 % of the estimate;", "At all offsets 4,9");
        assertThat(browser.findElement(By.id("compare-first")).getText()).contains("Yours: <img");
    }

    @Test
    void shouldSayWhyThereIsNoAnswer() throws IOException {
        Path own = RunPage.write(Runs.run(Runs.zen4(), false, null, 79, 20, 0L, 0L, 1L, 0L),
            folder.resolve("own.json"));
        open("");
        drop(own);
        waitFor("#ownview .map");

        browser.findElement(By.cssSelector("#ownview td[data-offset='0']")).click();
        assertThat(browser.findElement(By.cssSelector("#ownview .panel")).getText()).contains(
            "Seen: inconclusive; 20 changes", "Why: too few changes in the time allowed");
        browser.executeScript("document.querySelectorAll('#comparison details').forEach(one => one.open = true)");
        waitUntil(driver -> browser.findElement(By.id("comparison")).getText()
            .contains("inconclusive in 20: too few changes in the time allowed"));
        browser.findElement(By.cssSelector("#ownview td[data-offset='60']")).click();
        assertThat(browser.findElement(By.cssSelector("#ownview .panel")).getText()).doesNotContain("Why:")
            .contains("Time to the first tear: 6 \u00b5s of counting.");
    }

    @Test
    void shouldGiveEachWidthAMapOfItsOwn() throws IOException {
        Series series = Runs.series(WriteMode.PLAIN, Runs.MANY, List.of(0L, 0L, 0L, 0L));
        show(Runs.run(Kind.SWEEP, Runs.zen4(), false, null, 3, List.of(series,
            Runs.of(series, Memory.HEAP, Integer.BYTES, List.of(1, 3, 62)))));
        open("");

        assertThat(browser.findElements(By.cssSelector("details[open] .map tbody th"))).singleElement()
            .extracting(WebElement::getText).isEqualTo("plain/volatile");
        assertThat(browser.findElements(By.cssSelector("#overview .measured td.none2"))).as("longs only").hasSize(4);
        new Select(browser.findElement(By.cssSelector("details[open] select[data-filter='value']")))
            .selectByVisibleText("an int of 4 bytes");
        assertThat(cells("details[open]")).filteredOn(cell -> !cell.contains("untested")).hasSize(3)
            .anyMatch(cell -> cell.startsWith("plain/volatile, 4 bytes at offset 1, inside 8 bytes:"))
            .anyMatch(cell -> cell.startsWith("plain/volatile, 4 bytes at offset 62, across a line:"));
        browser.findElement(By.cssSelector("details[open] td[data-offset='62']")).click();
        assertThat(browser.findElement(By.cssSelector("details[open] .panel")).getText()).contains(
            "Bytes 62 to 65, across a line; in heap memory", "putInt(array, base + 62", "asm --width=4 --offset=62");
        assertThat(browser.findElement(By.className("verdict")).getText()).contains("unsafe.putInt(array, base + 62");
        assertThat(browser.findElements(By.cssSelector(".ruler .byte.value"))).hasSize(4);
        assertThat(browser.findElements(By.cssSelector("details[open] select[data-filter='memory']"))).hasSize(1);
        assertThat(browser.findElement(By.cssSelector("details[open] .tools")).getText())
            .contains("Counts are of all memories together.");
        new Select(browser.findElement(By.cssSelector("details[open] select[data-filter='value']")))
            .selectByVisibleText("a long of 8 bytes");
        assertThat(browser.findElement(By.cssSelector("details[open] td.on")).getDomAttribute("data-offset"))
            .as("the offset stays").isEqualTo("62");
        open("#cpu=" + ZEN_4);
    }

    @Test
    void shouldCompareADroppedRunWithThePublishedOnesAndTellTwoOfOneCpuApart() throws IOException {
        open("");
        drop(RunPage.write(Runs.run(Runs.zen4(), false, null, 77, Runs.MANY, 0L, 0L, 123L, 0L),
            folder.resolve("own.json")));
        waitFor("#ownview .map");
        assertThat(browser.findElement(By.id("ownstate")).getText())
            .endsWith("Compared below with the published results of this CPU model.");
        assertThat(chosen("first")).isEqualTo("Yours: AMD Ryzen 9 7950X 16-Core Processor, Zen 4; 2026-05-17,"
            + " Debian 17.0.17");
        assertThat(chosen("second")).startsWith("AMD Ryzen 9 7950X 16-Core Processor, Zen 4; 3 runs, the newest");
        WebElement row = browser.findElement(By.cssSelector("#overview .own tr:not(.title)"));
        assertThat(row.findElement(By.tagName("th")).getText()).isEqualTo("Zen 4");
        row.findElement(By.cssSelector("td[class*=torn] button")).click();
        assertThat(verdict()).contains("bytes 60 to 67, across a line", "123 of 10,000,000");

        Path other = RunPage.write(Runs.run(Runs.zen4(), false, null, 77, Runs.MANY, 0L, 0L, 0L, 0L),
            folder.resolve("other.json"));
        drop(other);
        waitUntil(driver -> chosen("first").endsWith(" (other.html)"));
        new Select(browser.findElement(By.id("compare-second"))).selectByVisibleText(
            "Yours: AMD Ryzen 9 7950X 16-Core Processor, Zen 4; 2026-05-17, Debian 17.0.17");
        assertThat(browser.findElement(By.cssSelector("#comparison .difference0")).getText())
            .isEqualTo("plain/volatile across a line at 60 none in 10 million, weak torn 1 in 80,000 of 10 million");
    }

    private static String chosen(String side) {
        return new Select(browser.findElement(By.id("compare-" + side))).getFirstSelectedOption().getText();
    }

    @Test
    void shouldSayWhyAFileIsNoRun() throws IOException {
        open("");
        ResultFile file = Runs.run(Runs.zen4(), false, null, 78, Runs.MANY, 0L, 0L, 0L, 0L);
        Path own = RunPage.write(file, folder.resolve("own.json"));
        String text = Files.readString(own);
        refused("a result file: drop the page", ResultText.stored(file));
        refused("not the page of a run", "hello".getBytes(StandardCharsets.UTF_8));
        refused("its data are incomplete", text.substring(0, text.indexOf("\"cpus\":["))
            .getBytes(StandardCharsets.UTF_8));
        refused("its data are incomplete", text.replace("\"witnesses\"", "\"x\"").getBytes(StandardCharsets.UTF_8));
        refused("its data are incomplete", withColumns(text, Map.of("changes", "7*9999999", "looks", "0*2")));
        refused("have format 2", text.replaceFirst("\"format\":\\d+", "\"format\":2")
            .getBytes(StandardCharsets.UTF_8));
    }

    /** The page with other columns in its first write and read. */
    private static byte[] withColumns(String text, Map<String, String> columns) {
        int start = text.indexOf('>', text.indexOf("id=\"data\"")) + 1;
        int end = text.indexOf("</script>", start);
        JsonNode data = JsonMapper.shared().readTree(text.substring(start, end));
        ArrayNode row = (ArrayNode) data.at("/cpus/0/pairs/0");
        List<String> names = data.at("/names").get(row.get(0).intValue()).valueStream().map(JsonNode::stringValue)
            .toList();
        columns.forEach((name, column) -> row.set(names.indexOf(name) + 1, column));
        return (text.substring(0, start) + PageData.escaped(data.toString()) + text.substring(end))
            .getBytes(StandardCharsets.UTF_8);
    }

    private void refused(String words, byte[] bytes) throws IOException {
        Path bad = folder.resolve("bad.html");
        Files.write(bad, bytes);
        drop(bad);
        waitUntil(driver ->
            driver.findElement(By.id("ownstate")).getText().matches("This file cannot be shown: .*" + words + ".*"));
    }

    /** The page of a run has what Java made of it, so that no rule is written twice: here both are held together. */
    @Test
    void shouldJudgeADroppedRunAsAPublishedOne() throws IOException {
        Series plain = Runs.series(WriteMode.PLAIN, ReadMode.PLAIN, Runs.MANY, List.of(0L, 40L, 30L, 20L));
        List<ResultFile> files = List.of(
            Runs.run(Runs.skylake(), false, null, 1, 600_000, 0L, 5L, 700L, 20L),
            Runs.run(Runs.zen4(), true, null, 2, 20, 0L, 0L, 1L, 0L),
            Runs.run(Kind.SWEEP, Runs.zen4(), false, "ann", 3, List.of(buffer(plain, SeriesTier.C1),
                buffer(plain, SeriesTier.INTERPRETER), Runs.series(WriteMode.CAS, ReadMode.EXCHANGE, 100_000,
                    List.of(0L, 0L, 0L, 0L)))),
            Runs.run(Kind.JCSTRESS, Runs.zen4(), false, null, 4, List.of(Runs.series(WriteMode.CAS, Runs.MANY,
                List.of(0L, 0L, 1L, 0L)))),
            Runs.on("aarch64", Runs.run(Runs.neoverse(null), false, null, 5, Runs.MANY, 0L, 0L, 9L, 0L)));
        for (ResultFile file : files) {
            show(file);
            open("");
            drop(RunPage.write(file, folder.resolve("own" + file.date() + ".json")));
            waitFor("#ownview .map");

            assertThat(cells("#ownview")).as(file.kind() + " of " + file.date()).isNotEmpty()
                .isEqualTo(cells("details[open]"));
            assertThat(rows(Difference.DIFFERENT)).isZero();
            assertThat(rows(Difference.ONE_ANSWER)).isZero();
        }
    }

    @Test
    void shouldCallC1sByteBufferOneInstructionAndTheInterpretersPieces() throws IOException {
        Series plain = Runs.series(WriteMode.PLAIN, ReadMode.PLAIN, Runs.MANY, List.of(0L, 40L, 30L, 20L));
        show(Runs.run(Kind.SWEEP, Runs.zen4(), false, null, 3, List.of(buffer(plain, SeriesTier.C1),
            buffer(plain, SeriesTier.INTERPRETER))));
        open("");

        assertThat(browser.findElements(By.cssSelector(".map tbody th"))).extracting(WebElement::getText)
            .containsExactlyInAnyOrder("plain/plain, c1", "plain/plain, interpreter",
                "plain/plain, interpreter, in pieces");
        assertThat(cells("details[open]")).filteredOn(cell -> cell.contains("c1 at offset 4,")).singleElement()
            .asString().contains("torn 1 in 300,000");
        assertThat(cells("details[open]")).filteredOn(cell -> cell.contains("in pieces at offset 4,")).singleElement()
            .asString().contains("jvm-split 1 in 300,000");
    }

    private static Series buffer(Series series, SeriesTier tier) {
        return Copy.of(series, "memory", Memory.BYTEBUFFER, "tier", tier);
    }

    /** Every cell of a map: what it says, and its colour and sign. */
    private List<String> cells(String inside) {
        Object cells = browser.executeScript("return"
            + " [...document.querySelectorAll(arguments[0] + ' .map td[title]')]"
            + ".map(td => td.title + '|' + td.className.replace(' on', '') + '|' + td.textContent)", inside);
        return ((List<?>) cells).stream().map(String::valueOf).toList();
    }

    private long rows(Difference difference) {
        return browser.findElements(By.cssSelector(".compare .difference" + difference.ordinal())).size();
    }

    private void drop(Path file) {
        browser.findElement(By.id("file")).sendKeys(file.toString());
    }
}
