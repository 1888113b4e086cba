// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

/** Who looks for a CPU in the page, in a browser: what is found, and what is said of one that nobody measured. */
class SearchIT extends BrowserTest {
    @Test
    void shouldFindACpuByWordsOfItsName() {
        open("");
        browser.findElement(By.id("search")).sendKeys("ryzen 7950");

        assertThat(browser.findElements(By.cssSelector("#answers li")).stream().filter(WebElement::isDisplayed))
            .hasSize(2).allMatch(item -> item.getText().contains("AMD Ryzen 9 7950X"));
        browser.findElement(By.id("search")).sendKeys(Keys.ENTER);
        waitFor("#cpu-" + ZEN_4 + " .map");
        assertThat(browser.findElement(By.id("cpu-genuineintel-06-5e-03")).isDisplayed()).isFalse();
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
        assertThat(shown("measured")).as("the tester's and jcstress'").hasSize(2)
            .allMatch(row -> row.startsWith("Zen 4"));
        assertThat(shown("promised")).singleElement().asString().startsWith("AMD: all");

        search.clear();
        search.sendKeys("m1 max");
        assertThat(shown("promised")).singleElement().asString().startsWith("Arm with LSE2: Apple M1");
        search.clear();
        search.sendKeys("zen4");
        assertThat(shown("measured")).hasSize(2);

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
        type(search, "graviton 3 plain/plain at 4");
        assertThat(browser.getCurrentUrl()).endsWith("#cpu=neoverse-v1&write=plain&read=plain&offset=4");
        type(search, "cas");
        assertThat(browser.getCurrentUrl()).as("of the CPU that is shown").contains("&write=cas&read=volatile");
        type(search, "exchange 12");
        assertThat(browser.getCurrentUrl()).endsWith("&read=exchange&offset=12");
    }

    /** A number that belongs to a name, or that may be the beginning of one, leaves the place as it was. */
    @Test
    void shouldTakeNoNumberOfANameForAnOffset() {
        open("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=60");
        WebElement search = browser.findElement(By.id("search"));
        for (String name : List.of("ryzen 9", "skylake 5", "power 10", "epyc 9354p 32 core", "core i7 67", "xeon 6230",
            "xeon gold 5118")) {
            type(search, name);
            assertThat(browser.getCurrentUrl()).as(name).endsWith("&offset=60");
        }
    }

    private static void type(WebElement search, String text) {
        search.clear();
        search.sendKeys(text);
    }

    /** A number beside a name is part of that name, and of no other number. */
    @Test
    void shouldFindANumberBesideANameWhole() {
        open("");
        WebElement search = browser.findElement(By.id("search"));
        for (String name : List.of("Graviton 5", "Graviton 3", "Cobalt 100")) {
            search.clear();
            search.sendKeys(name);
            assertThat(shown("promised")).as(name).singleElement().asString().startsWith("Arm with LSE2");
            assertThat(browser.findElement(By.id("found")).getText()).as(name).startsWith(name + ": Neoverse ")
                .endsWith("; not measured yet. Send yours");
        }
        search.clear();
        search.sendKeys("Graviton 2");
        assertThat(shown("promised")).singleElement().asString().startsWith("Arm without LSE2");
    }

    private List<String> shown(String part) {
        return browser.findElements(By.cssSelector("#overview ." + part + " tr:not(.title):not([hidden])")).stream()
            .map(WebElement::getText).toList();
    }

    /** No colour of another CPU is left over: what is known of the one that was searched for is that of its vendor. */
    @Test
    void shouldShowOfAnUnmeasuredCpuOnlyWhatIsKnownOfIt() {
        open("#cpu=" + ZEN_4 + "&offset=60");
        WebElement search = browser.findElement(By.id("search"));
        search.sendKeys("8259cl");
        new Select(browser.findElement(By.id("rulerpair"))).selectByVisibleText("cas/plain");

        assertThat(verdict()).contains("bytes 60 to 67, across a line", "not measured",
            "may tear not guaranteed: write atomic (I22); read not guaranteed (I9)",
            "Similar", "Intel Core 2 Duo, Xeon of 2013: torn L9",
            "unsafe.compareAndSetLong(null, base + 60");
        assertThat(browser.findElements(By.cssSelector(".ruler [class*=torn], .ruler [class*=none]"))).isEmpty();
        assertThat(browser.findElement(By.id("nosection")).getText()).startsWith("8259CL: Xeon, Cascade Lake: not");
        assertThat(browser.findElements(By.cssSelector("details.cpu"))).noneMatch(WebElement::isDisplayed);
        List<String> rows = shown("elsewhere");
        search.clear();
        search.sendKeys("Xeon Platinum 8259CL");
        assertThat(shown("elsewhere")).as("a brand beside the number changes nothing").isEqualTo(rows).hasSize(1);
        assertThat(browser.getCurrentUrl()).endsWith("#cpu=xeon%208259cl&write=cas&read=plain&offset=60");

        search.clear();
        search.sendKeys("7950x");
        assertThat(browser.findElement(By.cssSelector("#rulercpu option:checked")).getText())
            .startsWith("AMD Ryzen 9 7950X");
        search.clear();
        search.sendKeys("9354p");
        assertThat(browser.findElement(By.id("found")).getText())
            .startsWith("9354P: EPYC, Zen 4. Zen 4 measured, on AMD Ryzen 9 7950X 16-Core Processor");
        search.clear();
        search.sendKeys("graviton");
        assertThat(browser.findElement(By.id("found")).getText()).startsWith("5 CPUs of this name:");
        search.clear();
        search.sendKeys("core 2 duo");
        assertThat(browser.findElement(By.id("found")).getText()).isEqualTo("Core 2; not measured yet. Send yours");
        assertThat(verdict()).contains("Reported", "Intel Core 2 Duo, Xeon of 2013: torn L9");
        browser.executeScript("arguments[0].value = ''; arguments[0].dispatchEvent(new Event('input'));", search);
        assertThat(verdict()).as("the last that was measured").doesNotContain("not measured");
        open("#search=xeon%209999zz");
        assertThat(verdict()).contains("not measured");
    }

    @Test
    void shouldSortTheTableAndSwitchItsPartsOff() {
        open("");
        List<String> names = names();
        browser.findElement(By.cssSelector("#overview button[data-column='0']")).click();
        assertThat(names()).isNotEqualTo(names).containsExactlyInAnyOrderElementsOf(names);
        browser.findElement(By.cssSelector("#toggles input[value='elsewhere']")).click();
        assertThat(browser.findElement(By.cssSelector("#overview .elsewhere")).isDisplayed()).isFalse();
        browser.findElement(By.id("search")).sendKeys("graviton");
        assertThat(browser.findElement(By.id("found")).getText()).contains("5 CPUs of this name");
        assertThat(browser.findElements(By.cssSelector("#overview .promised tr")).stream()
            .filter(WebElement::isDisplayed).map(WebElement::getText)).hasSize(3).anyMatch(it -> it.contains("LSE2"));
    }

    @Test
    void shouldFindNamesAndNotTheDigitsOfCells() {
        open("");
        browser.findElement(By.id("search")).sendKeys("skylake 5");

        assertThat(browser.findElements(By.cssSelector("#overview .elsewhere tr, #overview .promised tr")).stream()
            .filter(row -> row.isDisplayed() && !"title".equals(row.getDomAttribute("class"))).map(WebElement::getText))
            .as("5 alone finds nothing").isNotEmpty().allMatch(row -> row.contains("Intel"));
    }

    private List<String> names() {
        return browser.findElements(By.cssSelector("#overview .measured tr:not(.title) th")).stream()
            .map(WebElement::getText).toList();
    }

    @Test
    void shouldShowTheChosenCpusSentenceOfManyAndAllOnDemand() throws IOException {
        open("#cpu=" + ZEN_4 + "&offset=60");
        WebElement more = browser.findElement(By.id("more"));
        assertThat(sentences()).singleElement().asString().contains("AMD Ryzen 9 7950X");
        assertThat(more.getText()).isEqualTo("Show all 4 CPU models");
        more.click();
        assertThat(sentences()).hasSize(4);
        more.click();
        new Select(browser.findElement(By.id("rulercpu"))).selectByVisibleText(
            "Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz, Skylake");
        assertThat(sentences()).singleElement().asString().contains("Skylake");
    }

    private static List<String> sentences() {
        return browser.findElements(By.cssSelector("#answers li")).stream().filter(WebElement::isDisplayed)
            .map(WebElement::getText).toList();
    }

    @Test
    void shouldStayWhereItIsWhileOneTypes() {
        open("");
        double before = topOfTheSearch();
        for (String word : List.of("skylake", "zzz", "\b\b\b")) {
            browser.findElement(By.id("search")).sendKeys(word);
            assertThat(topOfTheSearch()).as(word).isCloseTo(before, within(0.01));
        }
    }

    /** In pixels and their fractions from the top of the page. */
    private static double topOfTheSearch() {
        return ((Number) browser.executeScript("return document.getElementById('search').getBoundingClientRect().top"
            + " + scrollY;")).doubleValue();
    }

    /** Nobody's results are added to another maker's because neither design has a name. */
    @Test
    void shouldGiveEachCpuOfUnknownDesignARowOfItsOwn() throws IOException {
        show(Runs.run(Runs.nameless(1, "One"), false, null, 1, Runs.MANY, 0L, 0L, 7L, 0L),
            Runs.run(Runs.nameless(2, "Two"), false, null, 2, Runs.MANY, 0L, 0L, 0L, 0L),
            Runs.run(Runs.nameless(3, "Two"), false, null, 3, Runs.MANY, 0L, 0L, 0L, 0L));
        open("");

        assertThat(names()).containsExactly("One", "Two, centaurhauls-07-02-03", "Two, centaurhauls-07-03-03");
    }

    @Test
    void shouldSayInNumberedStepsHowToSendAResult() {
        open("");
        browser.findElement(By.linkText("Send yours")).click();

        assertThat(browser.findElements(By.cssSelector("#send ol li code"))).extracting(WebElement::getText)
            .containsExactly("mvn -q -DskipTests package", "java -jar target/tester.jar sweep", "--no-split-locks",
                "java -jar target/tester.jar show tearline-result.json", "--fields",
                "java -jar target/tester.jar submit tearline-result.json");
        assertThat(isInView("#sendh")).isTrue();
        assertThat(notice()).isEmpty();
        assertThat(browser.findElement(By.tagName("main")).getText()).doesNotContain("scripts/tester");
    }
}
