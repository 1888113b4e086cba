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
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

/** Who looks for a CPU in the page, in a browser: what is found, and what is said of one that nobody measured. */
class SearchIT extends BrowserTest {
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

    /** "Does my Xeon 8259CL tear at 60 with CAS?", of a CPU that nobody here has measured. */
    @Test
    void shouldLeadFromAModelNumberToWhatIsKnownOfIt() {
        open("");
        WebElement search = browser.findElement(By.id("search"));
        search.sendKeys("8259cl");
        assertThat(browser.findElement(By.id("found")).getText())
            .isEqualTo("8259CL: Xeon, Cascade Lake; not measured yet. Send yours");
        assertThat(browser.findElement(By.id("unmeasured")).getText()).isEqualTo("8259CL: Xeon, Cascade Lake (Intel):"
            + " whole inside a 64-byte line, promised by Intel (I5, I8). Across a line, offsets 57 to 63, every access"
            + " that is not locked on both sides may tear (I9); one that is stays whole (I22). Nobody has measured this"
            + " CPU here.");
        assertThat(shown("promised")).singleElement().asString().startsWith("Intel: P6 and later");
        assertThat(browser.findElement(By.cssSelector("#overview .promised tr:not([hidden]) td[title^='atomic: I22']"))
            .getText()).isEqualTo("yes");

        search.clear();
        search.sendKeys("AMD EPYC 9354P 32-Core Processor");
        assertThat(browser.findElement(By.id("found")).getText()).startsWith("9354P: EPYC, Zen 4. Zen 4 measured, on");
        assertThat(shown("measured")).singleElement().asString().startsWith("Zen 4");
        assertThat(shown("promised")).singleElement().asString().startsWith("AMD: all");

        search.clear();
        search.sendKeys("xeon 9999zz");
        assertThat(browser.findElement(By.id("found")).getText()).isEqualTo(
            "The number 9999ZZ is not known here. What follows holds for all of: Intel: P6 and later. Send yours");
        assertThat(shown("promised")).singleElement().asString().startsWith("Intel: P6 and later");
    }

    /** "Does my Xeon 8259CL tear at 60 with CAS?", typed as it is asked. */
    @Test
    void shouldTakeAnOffsetAndModesBesideAName() {
        open("");
        WebElement search = browser.findElement(By.id("search"));
        search.sendKeys("8259CL 60 cas");
        assertThat(browser.getCurrentUrl()).endsWith("#cpu=xeon%208259cl&write=cas&read=volatile&offset=60");
        assertThat(verdict()).contains("bytes 60 to 67, across a line", "compareAndSetLong(null, base + 60");
        assertThat(browser.findElement(By.id("found")).getText())
            .isEqualTo("8259CL: Xeon, Cascade Lake; not measured yet. Send yours");
        type(search, "28 on zen 4");
        assertThat(browser.getCurrentUrl()).endsWith("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=28");
        type(search, "cas");
        assertThat(browser.getCurrentUrl()).as("of the CPU that is shown").contains("&write=cas&read=volatile");
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

    private List<String> shown(String part) {
        return browser.findElements(By.cssSelector("#overview ." + part + " tr:not(.title):not([hidden])")).stream()
            .map(WebElement::getText).toList();
    }

    private static void type(WebElement search, String text) {
        search.clear();
        search.sendKeys(text);
    }
}
