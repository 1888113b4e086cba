// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.Select;
import org.tearline.merge.Merge;

/** The page in a browser: what it says, where its links lead, and that everybody can use it. */
class PageIT extends BrowserTest {
    @Test
    void shouldOpenTheExperimentOfACellOfTheTable() {
        open("");
        WebElement cell = browser.findElement(By.cssSelector(
            "#overview .measured a[href='#cpu=genuineintel-06-5e-03&write=plain&read=volatile&offset=60']"));
        assertThat(cell.getText()).isEqualTo("\u25b21/900");
        cell.click();

        waitFor("#cpu-genuineintel-06-5e-03 .panel");
        assertThat(browser.findElement(By.cssSelector("#cpu-genuineintel-06-5e-03 .panel")).getText())
            .contains("plain/volatile at offset 60");
        assertThat(browser.findElement(By.className("verdict")).getText()).contains("bytes 60 to 67, across a line");
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
        assertThat(lists.get(1).findElements(By.tagName("tr"))).as("what agrees is a number").isEmpty();
        lists.get(1).findElement(By.tagName("summary")).click();
        waitFor("#comparison details:last-child tbody tr");
        assertThat(browser.findElement(By.id("comparison")).getDomProperty("textContent"))
            .as("the range of samples that differ tenfold").contains("1 in 3 million to 1 in 10,000 of 20 million");
    }

    @Test
    void shouldCompareTwoRunsOfOneCpu() {
        open("");
        List<String> runs = browser.findElements(By.cssSelector("#compare-first optgroup[label='One run'] option"))
            .stream().map(option -> option.getDomProperty("textContent")).toList();
        assertThat(runs).hasSize(5).doesNotHaveDuplicates();
        assertThat(runs.subList(0, 3)).allMatch(run -> run.contains(": AMD Ryzen 9 7950X"));
        new Select(browser.findElement(By.id("compare-first"))).selectByVisibleText(runs.get(0));
        new Select(browser.findElement(By.id("compare-second"))).selectByVisibleText(runs.get(1));

        assertThat(browser.findElement(By.cssSelector("#comparison p:last-of-type")).getText()).startsWith("differ: ");
        assertThat(browser.findElements(By.cssSelector("#comparison details[open] th"))).extracting(
            WebElement::getText).contains(runs.get(0).split(":")[0], runs.get(1).split(":")[0]);
    }

    @Test
    void shouldSayThatOfSoManyRunsOnlyTheSumsAreThere() throws IOException {
        Merge merge = new Merge();
        for (int i = 0; i <= Merge.MAX_APART; i++) {
            merge.add(i + ".json", Runs.run(Runs.zen4(), false, null, i, Runs.MANY, 0L, 0L, 1L, 0L));
        }
        show(merge);
        open("");

        assertThat(browser.findElements(By.cssSelector("#compare-first option"))).hasSize(1);
        assertThat(browser.findElement(By.id("comparison")).getText()).contains("There are too many runs");
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
        assertThat(verdict()).contains("none, strong: 0 of 20,000,000 changes", "Below 1 in 6.6 million at 95 %.",
            "All about this cell");
        browser.executeScript("scrollTo(0, 0)");
        browser.findElement(By.linkText("All about this cell")).click();
        assertThat(isInView("details[open] .panel p")).isTrue();
        open("#cpu=genuineintel-06-5e-03&offset=0");
        assertThat(browser.findElement(By.cssSelector("#cpu-genuineintel-06-5e-03 .panel")).getText()).contains(
            "Seen: none, weak", "Weak: fewer changes than a strong negative result needs");
        assertThat(browser.findElement(By.className("legend")).getDomProperty("textContent"))
            .contains("strong", "weak", "who tore");
    }

    @Test
    void shouldSayWhatTheStrengthOfAClassRestsOn() throws IOException {
        Merge merge = new Merge();
        for (int i = 0; i < 10; i++) {
            merge.add(i + ".json", Runs.run(Runs.skylake(), false, null, i, Runs.MANY / 10, 0L, 0L, 9L, 9L));
        }
        show(merge);
        open("#cpu=genuineintel-06-5e-03&offset=0");

        WebElement panel = browser.findElement(By.cssSelector("#cpu-genuineintel-06-5e-03 .panel"));
        assertThat(panel.getDomProperty("textContent")).contains("Strong, because the one cell at aligned places is"
            + " silent and reaches 10,000,000 changes, 10,000,000 of them here."
            + " The least tried place of the class excludes 1 in 3.3 million.");
        assertThat(panel.getText()).contains("How sure: fewer than 1 in 3.3 million changes are torn here, at 95 %.");
        assertThat(verdict()).contains("Below 1 in 3.3 million at 95 %.");
    }

    @Test
    void shouldSetThePromiseBesideTheTearInTheCellToo() {
        open("#cpu=genuineintel-06-5e-03&offset=4");

        assertThat(browser.findElement(By.cssSelector("#cpu-genuineintel-06-5e-03 .panel")).getText())
            .contains("Promised: atomic (I8)", "Against a promise: atomic (I8), seen torn");
    }

    @Test
    void shouldMoveWithArrowKeysAndLinkTheChosenCell() {
        open("#cpu=" + ZEN_4 + "&offset=60");
        browser.findElement(By.cssSelector("#cpu-" + ZEN_4 + " td.on")).sendKeys(Keys.ARROW_RIGHT);
        browser.switchTo().activeElement().sendKeys(Keys.ENTER);

        assertThat(browser.getCurrentUrl()).endsWith("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=61");
        assertThat(browser.findElement(By.cssSelector("#cpu-" + ZEN_4 + " .panel")).getText()).contains("untested");
    }

    @Test
    void shouldFilterTheMapByWrite() {
        open("#cpu=" + ZEN_4 + "&write=cas");

        assertThat(browser.findElements(By.cssSelector("#cpu-" + ZEN_4 + " .map tbody th"))).singleElement()
            .satisfies(head -> assertThat(head.getText()).isEqualTo("cas/volatile, jcstress"));
    }

    /** Each file is read and checked alone by an editor, so no function is cut in two. */
    @Test
    void shouldBeMadeOfWholeScripts() {
        open("");
        for (String script : HtmlPage.SCRIPTS) {
            assertThat(browser.executeCdpCommand("Runtime.compileScript", Map.of("expression",
                HtmlPage.resource(script), "sourceURL", script, "persistScript", false))).as(script)
                .doesNotContainKey("exceptionDetails");
        }
    }

    @Test
    void shouldBeWholeWithScriptsOff() throws IOException {
        Files.writeString(page, Files.readString(page).replaceAll("sha256-", "sha256-no"));
        browser.get(page.toUri().toString());
        browser.manage().logs().get(LogType.BROWSER);

        assertThat(browser.findElement(By.id("overview")).getText()).contains("Zen 4", "\u25b21/10k",
            "Reported elsewhere", "Promised atomic?");
        assertThat(browser.findElements(By.cssSelector("#overview .measured td a[href='#cpu-" + ZEN_4 + "']")))
            .extracting(WebElement::getText).contains("\u25b21/10k");
        browser.findElement(By.cssSelector("#cpu-" + ZEN_4 + " summary")).click();
        browser.findElement(By.cssSelector("#pairs-" + ZEN_4 + " summary")).click();
        assertThat(browser.findElement(By.cssSelector("#cpu-" + ZEN_4 + " .pairs")).getText())
            .contains("plain/volatile", "not guaranteed A4");
        assertThat(browser.findElement(By.cssSelector("#cpu-" + ZEN_4 + " .plots svg")).isDisplayed()).isTrue();
        assertThat(browser.findElement(By.id("ruler")).isDisplayed()).isFalse();
    }

    @Test
    void shouldAnswerAboveTheFold() {
        browser.manage().window().setSize(new Dimension(1400, 900));
        open("");

        for (String css : List.of("#answers", "#ruler", "#overview .measured td", "#overview .elsewhere td")) {
            assertThat(browser.findElement(By.cssSelector(css)).getRect().getY()).as(css).isLessThan(800);
        }
        assertThat((Boolean) browser.executeScript("return document.documentElement.scrollWidth <= innerWidth"
            + " && document.querySelector('.wide').scrollWidth <= document.querySelector('.wide').clientWidth"))
            .isTrue();
    }

    @Test
    void shouldFitANarrowScreen() {
        browser.executeCdpCommand("Emulation.setDeviceMetricsOverride", Map.of("width", 390, "height", 844,
            "deviceScaleFactor", 1, "mobile", true));
        open("#cpu=" + ZEN_4 + "&offset=60");

        assertThat((Boolean) browser.executeScript("return document.documentElement.scrollWidth <= 390")).isTrue();
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
}
