// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

/** What the search understands, the answer for every CPU, and the address that holds all of it, in a browser. */
class SearchNamesIT extends BrowserTest {
    private static final Path NAMES = Path.of("src/test/resources/search/names.txt");

    /** Names, brands, model numbers and types of cloud providers, each with the CPUs that it means, in their order. */
    @Test
    void shouldFindTheCpuThatANameMeans() throws IOException {
        Map<String, String> wanted = new LinkedHashMap<>();
        Files.readAllLines(NAMES).stream().filter(line -> !line.startsWith("#"))
            .map(line -> line.split(" ?\\| ?", 2)).forEach(parts -> wanted.put(parts[0], parts[1].strip()));
        assertThat(wanted).hasSizeGreaterThanOrEqualTo(200);
        open("");
        Object found = browser.executeScript(HtmlPage.resource("data.js") + HtmlPage.resource("search.js")
            + "const finder = new Finder(published); return arguments[0].map((name) => finder.find(name).hits"
            + ".map((hit) => hit.cpu ? '=' + hit.cpu.id : page.known[hit.known].id).join(' + '));",
            List.copyOf(wanted.keySet()));
        Map<String, String> given = new LinkedHashMap<>();
        int number = 0;
        for (String name : wanted.keySet()) {
            given.put(name, (String) ((List<?>) found).get(number));
            number++;
        }

        assertThat(given).containsExactlyEntriesOf(wanted);
    }

    /** Each sign and colour of the strip is of what is promised, for what Java programs do first of all. */
    @Test
    void shouldPaintTheRulerOfACpuThatNobodyMeasured() {
        open("#cpu=neoverse-v1&offset=28");
        assertThat(sentence()).startsWith("Neoverse V1 (Arm): whole inside an aligned block of 16 bytes,")
            .contains("faults (SIGBUS)").endsWith("Nobody has measured this CPU here.");
        assertThat(verdict()).contains("bytes 28 to 35", "\u00d7 faults (SIGBUS)", "putLongRelease(null, base + 28");
        assertThat(strip("by-atomic")).contains(0, 8, 2).doesNotContain(12);
        assertThat(strip("by-faults")).contains(12, 28, 60).doesNotContain(8);
        new Select(browser.findElement(By.id("rulerpair"))).selectByVisibleText("plain/plain");
        assertThat(strip("by-not-guaranteed")).contains(12, 28, 60);
        assertThat(browser.findElement(By.className("rulernote")).getText()).contains("~ may tear",
            "\u2713 promised whole").doesNotContain("digit");
        assertThat(browser.findElements(By.cssSelector("#rulerpair optgroup"))).extracting(group ->
            group.getDomAttribute("label")).hasSize(4);
        assertThat(browser.findElements(By.cssSelector("#rulerpair option"))).hasSize(49);
        assertThat(browser.findElements(By.cssSelector("#rulerpair option")).get(0).getDomProperty("textContent"))
            .isEqualTo("ordered/volatile");
    }

    /** A pair that nobody tried on a measured CPU has its promise, and what was measured is not painted over. */
    @Test
    void shouldPaintWhatIsPromisedWhereNobodyMeasured() {
        open("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=60");
        assertThat(browser.findElements(By.cssSelector(".ruler .start[data-at='60'][class*=torn]"))).hasSize(1);
        assertThat(strip("by-not-guaranteed")).contains(28).doesNotContain(60, 0);
        new Select(browser.findElement(By.id("rulerpair"))).selectByVisibleText("getandadd/getandadd: not tried");
        assertThat(strip("by-atomic")).contains(28, 60);
        assertThat(browser.getCurrentUrl()).endsWith("&write=getandadd&read=getandadd&offset=60");
    }

    @Test
    void shouldShowEveryCpuOfATypeWithTheLineThatTellsThemApart() {
        open("");
        WebElement search = browser.findElement(By.id("search"));
        search.sendKeys("n2-standard-4");
        assertThat(browser.findElement(By.id("found")).getText()).startsWith("n2-standard-4 (Google Cloud) runs"
            + " on several CPUs; /proc/cpuinfo tells which: Cascade Lake cpu family : 6, model : 85, stepping : 7,"
            + " Ice Lake cpu family : 6, model : 106 (");
        browser.findElements(By.cssSelector("#found button")).get(1).click();
        assertThat(sentence()).startsWith("Ice Lake (Intel):");
        search.clear();
        search.sendKeys("c7g.large");
        assertThat(sentence()).startsWith("c7g.large (AWS): Neoverse V1 (Arm): whole inside an aligned block of 16");
        assertThat(browser.getCurrentUrl()).contains("#cpu=c7g.large&");
    }

    @Test
    void shouldSayOfANameThatNobodyKnowsWhatHoldsAllTheSame() {
        open("");
        browser.findElement(By.id("search")).sendKeys("frobnicator");
        assertThat(browser.findElement(By.id("found")).getText()).startsWith("No CPU of this name is known here.");
        assertThat(sentence()).startsWith("x86-64 CPU of Intel or AMD: whole at a multiple of 8")
            .contains("Arm CPU of unknown design: whole at a multiple of 8");
    }

    /** Reload and back restore what was shown, for a CPU that nobody measured as for one that somebody did. */
    @Test
    void shouldHoldAllOfItInTheAddress() {
        for (String cpu : List.of("xeon%208259cl", ZEN_4)) {
            open("#cpu=" + cpu + "&write=cas&read=plain&width=4&processes=2&offset=62");
            String verdict = verdict();
            assertThat(verdict).contains("bytes 62 to 65, across a line");
            assertThat(new Select(browser.findElement(By.id("rulerwidth"))).getFirstSelectedOption().getText())
                .isEqualTo("an int of 4 bytes");
            assertThat(new Select(browser.findElement(By.id("rulerprocesses"))).getFirstSelectedOption().getText())
                .isEqualTo("two processes");
            assertThat(browser.getTitle()).contains("cas/plain, 4 bytes, two processes at 62");
            new Select(browser.findElement(By.id("rulerwidth"))).selectByVisibleText("a long of 8 bytes");
            assertThat(browser.getCurrentUrl()).endsWith("#cpu=" + cpu + "&write=cas&read=plain&processes=2&offset=62");
            browser.navigate().refresh();
            waitFor("#ruler .start");
            assertThat(verdict()).contains("bytes 62 to 69");
            browser.navigate().back();
            waitUntil(driver -> verdict().equals(verdict));
        }
    }

    @Test
    void shouldShowTheJavaOfTheMemoryInTheAddress() {
        open("#cpu=neoverse-v1&write=plain&read=plain&memory=heap&offset=28");
        assertThat(verdict()).contains("unsafe.putLong(array, base + 28, value)");
        browser.findElement(By.id("offset")).sendKeys(Keys.ARROW_RIGHT);
        assertThat(browser.getCurrentUrl()).endsWith("&read=plain&memory=heap&offset=29");
    }

    @Test
    void shouldHoldWhatIsComparedInTheAddress() {
        open("");
        Select first = new Select(browser.findElement(By.id("compare-first")));
        Select second = new Select(browser.findElement(By.id("compare-second")));
        assertThat(first.getFirstSelectedOption().getText()).startsWith("AMD Ryzen 9 7950X");
        assertThat(second.getFirstSelectedOption().getText()).as("another CPU").doesNotContain("7950X");
        first.selectByIndex(first.getOptions().size() - 1);
        assertThat(browser.getCurrentUrl()).contains("&compare=");
        String chosen = first.getFirstSelectedOption().getText();
        browser.navigate().refresh();
        waitFor("#ruler .start");
        assertThat(new Select(browser.findElement(By.id("compare-first"))).getFirstSelectedOption().getText())
            .isEqualTo(chosen);
    }

    @Test
    void shouldGoToTheFirstHitByEnter() {
        open("");
        browser.findElement(By.id("search")).sendKeys("Graviton 2", Keys.ENTER);
        assertThat(browser.getTitle()).startsWith("Graviton 2: Neoverse N1: ordered/volatile at 60");
    }

    private static String sentence() {
        return browser.findElement(By.id("unmeasured")).getText();
    }

    /** The offsets of the strip that look so. */
    private static List<Integer> strip(String style) {
        return browser.findElements(By.cssSelector(".ruler .start." + style)).stream()
            .map(cell -> Integer.valueOf(cell.getDomAttribute("data-at"))).toList();
    }
}
