// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.Select;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import org.tearline.published.Copy;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import org.tearline.published.Series;

/** The page in a browser: what it says, where its links lead, a dropped run, and that everybody can use it. */
class PageIT extends BrowserTest {
    @Test
    void shouldOpenTheCellOfADeepLink() {
        open("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=60");

        WebElement section = browser.findElement(By.id("cpu-" + ZEN_4));
        assertThat(section.findElement(By.cssSelector("td.on")).getDomAttribute("data-offset")).isEqualTo("60");
        assertThat(section.findElement(By.className("panel")).getText()).contains("plain/volatile at offset 60",
            "Bytes 60 to 67, across a line",
                "torn 1 in 3 million to 1 in 10,000: 700 of 20,000,000 changes; seen by 1 of 2 files",
            "not guaranteed (A4)", "A misaligned load or store of 8 bytes", "Who tore, across a line: not asked",
            "unsafe.putLong(null, base + 60, value)", "a.json");
        assertThat(section.findElements(By.cssSelector(".witness tr:last-child td"))).extracting(WebElement::getText)
            .containsExactly("22", "22", "22", "22", "11", "11", "11", "11");
        assertThat(section.findElement(By.cssSelector(".witness td.seam")).getText()).isEqualTo("11");
    }

    /** What was asked for is named where the answer would stand, and nothing else is shown in its place. */
    @Test
    void shouldShowNothingElseForAPlaceThatNobodyTried() {
        open("#cpu=" + ZEN_4 + "&write=plain&read=cas&offset=60");
        assertThat(verdict()).contains("bytes 60 to 67, across a line", "untested",
            "plain/cas was not tried on AMD Ryzen 9 7950X", "Tried with this write: plain/volatile.");
        assertThat(card()).startsWith("plain/cas at offset 60").contains("plain/cas was not tried");
        assertThat(browser.findElement(By.cssSelector("#rulerpair option:checked")).getText())
            .isEqualTo("plain/cas: not tried");
        assertThat(browser.findElements(By.cssSelector(".ruler [class*=torn], .ruler [class*=none], td.on"))).isEmpty();

        open("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=64");
        assertThat(verdict()).contains("bytes 64 to 71, aligned", "untested", "Nothing was tried at offset 64.");
        assertThat(card()).contains("Nothing was tried at offset 64. It lies in its line as offset 0 does.");

        open("#cpu=" + ZEN_4 + "&offset=6o");
        assertThat(card()).contains("6o is no offset.");
    }

    @Test
    void shouldSayThatADeepLinkLeadsNowhere() {
        open("#cpu=intel-inside&offset=60");
        assertThat(notice()).isEqualTo("No CPU called intel-inside is known here."
            + " What follows holds for any x86-64 or Arm CPU.");
        assertThat(verdict()).contains("not measured");
        assertThat(browser.findElements(By.cssSelector("details.cpu"))).noneMatch(WebElement::isDisplayed);
        open("#nonsense");
        assertThat(notice()).isEqualTo("Nothing on this page is called #nonsense.");
    }

    @Test
    void shouldSayWhatASilenceIsWorthAndWhatWasPlanted() {
        open("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=0");

        WebElement panel = browser.findElement(By.cssSelector("#cpu-" + ZEN_4 + " .panel"));
        assertThat(panel.getText()).contains("Seen: none, strong: 0 of 20,000,000 changes",
            "How sure: fewer than 1 in 6.6 million changes are torn here, at 95 %.",
            "3 result files of this CPU; 2 of 3 have an answer here: ").as("one number is the answer")
            .doesNotContain("Strong:", "Planted");
        panel.findElement(By.tagName("summary")).click();
        assertThat(panel.getText()).contains("Strong: as many changes as a strong negative result",
            "takes them to be independent", "Planted tears found: about 100 % of the estimate;", "At all offsets 9,9",
            ", 100 %.");
        open("#cpu=genuineintel-06-5e-03&offset=0");
        assertThat(browser.findElement(By.cssSelector("#cpu-genuineintel-06-5e-03 .panel")).getText()).contains(
            "Seen: none, weak", "Weak: fewer changes than a strong negative result needs");
    }

    @Test
    void shouldCompareTwoCpusTheDifferencesFirst() {
        open("");
        WebElement second = browser.findElement(By.id("compare-second"));
        new Select(browser.findElement(By.id("compare-first"))).selectByVisibleText(
            "AMD Ryzen 9 7950X 16-Core Processor, Zen 4; 3 runs, the newest 2026-03-07, Debian 17.0.17");
        new Select(second).selectByVisibleText(
            "Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz, Skylake; 2 runs, the newest 2026-03-08, Debian 17.0.17");

        List<WebElement> lists = browser.findElements(By.cssSelector("#comparison details"));
        assertThat(lists).extracting(list -> list.findElement(By.tagName("summary")).getText()).containsExactly(
            "only one has an answer: 5 offsets of 2 writes and reads",
            "the same kind of answer: 3 offsets of 1 write and read");
    }

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
        assertThat(browser.findElement(By.id("compare-first")).getText()).contains("Yours: <img");
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
        refused("have format 2", text.replaceFirst("\"format\":\\d+", "\"format\":2")
            .getBytes(StandardCharsets.UTF_8));
    }

    /** The page of a run has what Java made of it, so that no rule is written twice: here both are held together. */
    @Test
    void shouldJudgeADroppedRunAsAPublishedOne() throws IOException {
        Series plain = Runs.series(WriteMode.PLAIN, ReadMode.PLAIN, Runs.MANY, List.of(0L, 40L, 30L, 20L));
        List<ResultFile> files = List.of(
            Runs.run(Runs.skylake(), false, null, 1, 600_000, 0L, 5L, 700L, 20L),
            Runs.run(Runs.zen4(), true, null, 2, 20, 0L, 0L, 1L, 0L),
            Runs.run(Kind.SWEEP, Runs.zen4(), false, "ann", 3, List.of(
                Copy.of(plain, "memory", Memory.BYTEBUFFER), Runs.series(WriteMode.CAS, ReadMode.EXCHANGE, 100_000,
                    List.of(0L, 0L, 0L, 0L)))),
            Runs.on("aarch64", Runs.run(Runs.neoverse(null), false, null, 5, Runs.MANY, 0L, 0L, 9L, 0L)));
        for (ResultFile file : files) {
            show(file);
            open("");
            drop(RunPage.write(file, folder.resolve("own" + file.date() + ".json")));
            waitFor("#ownview .map");

            assertThat(cells("#ownview")).as(file.kind() + " of " + file.date()).isNotEmpty()
                .isEqualTo(cells("details[open]"));
        }
    }

    @Test
    void shouldBeWholeWithScriptsOff() throws IOException {
        Files.writeString(page, Files.readString(page).replaceAll("sha256-", "sha256-no"));
        browser.get(page.toUri().toString());
        browser.manage().logs().get(LogType.BROWSER);

        assertThat(browser.findElement(By.id("overview")).getText()).contains("Zen 4", "\u25b21/10k",
            "Reported elsewhere", "Promised atomic?");
        browser.findElement(By.cssSelector("#cpu-" + ZEN_4 + " summary")).click();
        browser.findElement(By.cssSelector("#pairs-" + ZEN_4 + " summary")).click();
        assertThat(browser.findElement(By.cssSelector("#cpu-" + ZEN_4 + " .pairs")).getText())
            .contains("plain/volatile", "not guaranteed A4");
        assertThat(browser.findElement(By.cssSelector("#cpu-" + ZEN_4 + " .plots svg")).isDisplayed()).isTrue();
        assertThat(browser.findElement(By.id("ruler")).isDisplayed()).isFalse();
    }

    static Stream<Arguments> looks() {
        return Stream.of(Arguments.of("light", 1440, ZEN_4), Arguments.of("dark", 390, ZEN_4),
            Arguments.of("dark", 1440, "cascade-lake"));
    }

    @ParameterizedTest
    @MethodSource("looks")
    void shouldHaveNoSeriousAccessibilityFault(String scheme, int width, String cpu) throws IOException {
        browser.executeCdpCommand("Emulation.setDeviceMetricsOverride", Map.of("width", width, "height", 900,
            "deviceScaleFactor", 1, "mobile", width < 768));
        browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of(Map.of("name",
            "prefers-color-scheme", "value", scheme))));
        open("#cpu=" + cpu + "&offset=60");
        try (InputStream axe = PageIT.class.getResourceAsStream("/axe.min.js")) {
            browser.executeScript(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
        }
        Object faults = browser.executeAsyncScript("const done = arguments[0]; axe.run().then(result => done("
            + "result.violations.filter(it => ['serious', 'critical'].includes(it.impact)).map(it => it.id + ': '"
            + " + it.nodes.slice(0, 3).map(node => node.html + ' ' + node.failureSummary).join(' | '))));");

        browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));

        assertThat((List<?>) faults).isEmpty();
    }

    private void refused(String words, byte[] bytes) throws IOException {
        Path bad = folder.resolve("bad.html");
        Files.write(bad, bytes);
        drop(bad);
        waitUntil(driver ->
            driver.findElement(By.id("ownstate")).getText().matches("This file cannot be shown: .*" + words + ".*"));
    }

    /** Every cell of a map: what it says, and its colour and sign. */
    private List<String> cells(String inside) {
        Object cells = browser.executeScript("return"
            + " [...document.querySelectorAll(arguments[0] + ' .map td[title]')]"
            + ".map(td => td.title + '|' + td.className.replace(' on', '') + '|' + td.textContent)", inside);
        return ((List<?>) cells).stream().map(String::valueOf).toList();
    }

    private void drop(Path file) {
        browser.findElement(By.id("file")).sendKeys(file.toString());
    }
}
