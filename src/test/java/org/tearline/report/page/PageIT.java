package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.Select;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import org.tearline.promise.Guarantees;
import org.tearline.published.Kind;
import org.tearline.published.Series;
import org.tearline.report.merged.Merge;

/** The page in a browser: what it says, where its links lead, and that everybody can use it. */
class PageIT extends BrowserTest {
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
            .isEqualTo("8259CL: Xeon, Cascade Lake. Not measured yet; reported and promised below. Send yours");
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
            "The number 9999ZZ is not known here; below, what is of the other words. Send yours");
        assertThat(shown("promised")).singleElement().asString().startsWith("Intel: P6 and later");
    }

    private List<String> shown(String part) {
        return browser.findElements(By.cssSelector("#overview ." + part + " tr:not(.title):not([hidden])")).stream()
            .map(WebElement::getText).toList();
    }

    @Test
    void shouldOpenTheCellOfADeepLink() {
        open("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=60");

        WebElement section = browser.findElement(By.id("cpu-" + ZEN_4));
        assertThat(section.findElement(By.cssSelector("td.on")).getDomAttribute("data-offset")).isEqualTo("60");
        assertThat(section.findElements(By.cssSelector("select[data-filter='value'], select[data-filter='memory']")))
            .isEmpty();
        assertThat(section.findElement(By.className("panel")).getText()).contains("plain/volatile at offset 60",
            "Bytes 60 to 67, over line", "mixed", "700 of 20,000,000 changes; seen by 1 of 2 votes",
            "not guaranteed (A4)", "A misaligned load or store of 8 bytes", "Who tore, over line: not asked",
            "unsafe.putLong(null, base + 60, value)", "a.json");
        assertThat(section.findElements(By.cssSelector(".witness tr:last-child td"))).extracting(WebElement::getText)
            .containsExactly("22", "22", "22", "22", "11", "11", "11", "11");
        assertThat(section.findElement(By.cssSelector(".witness td.seam")).getText()).isEqualTo("11");
    }

    /** What was asked for is named where the answer would stand, and nothing else is shown in its place. */
    @Test
    void shouldShowNothingElseForAPlaceThatNobodyTried() {
        open("#cpu=" + ZEN_4 + "&write=plain&read=cas&offset=60");
        assertThat(verdict()).contains("bytes 60 to 67, over line", "untested",
            "plain/cas was not tried on AMD Ryzen 9 7950X", "Tried with this write: plain/volatile.");
        assertThat(card()).startsWith("plain/cas at offset 60").contains("plain/cas was not tried");
        assertThat(browser.findElement(By.cssSelector("#rulerpair option:checked")).getText())
            .isEqualTo("plain/cas: not tried");
        assertThat(browser.findElements(By.cssSelector(".ruler [class*=torn], .ruler [class*=none], td.on"))).isEmpty();
        assertThat(isInView(".panel .note")).isTrue();

        open("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=64");
        assertThat(verdict()).contains("bytes 64 to 71, aligned", "untested", "Nothing was tried at offset 64.");
        assertThat(card()).contains("Nothing was tried at offset 64. It lies in its line as offset 0 does.");
        browser.findElement(By.cssSelector(".panel .note a")).click();
        waitFor("td.on[data-offset='0']");

        open("#cpu=" + ZEN_4 + "&write=getandset");
        assertThat(verdict()).contains("getandset/any read was not tried");
        open("#cpu=" + ZEN_4 + "&offset=6o");
        assertThat(card()).contains("6o is no offset.");
    }

    @Test
    void shouldSayThatADeepLinkLeadsNowhere() {
        open("#cpu=intel-inside&offset=60");
        assertThat(notice()).isEqualTo("No result for intel-inside on this page. Search for your CPU below.");
        assertThat(verdict()).contains("intel-inside: not measured");
        assertThat(browser.findElements(By.cssSelector("details.cpu")).stream().filter(WebElement::isDisplayed)).isEmpty();
        open("#nonsense");
        assertThat(notice()).isEqualTo("Nothing on this page is called #nonsense.");
        open("#legendh");
        assertThat(notice()).isEmpty();
    }

    private static String notice() {
        return browser.findElement(By.id("notice")).getText();
    }

    private static String verdict() {
        return browser.findElement(By.className("verdict")).getText();
    }

    private static String card() {
        return browser.findElement(By.cssSelector("details[open] .panel")).getText();
    }

    private static boolean isInView(String css) {
        return (Boolean) browser.executeScript("const box = document.querySelector(arguments[0]).getBoundingClientRect();"
            + " return box.top >= 0 && box.bottom <= innerHeight;", css);
    }

    /** No colour of another CPU is left over: what is known of the one that was searched for is that of its vendor. */
    @Test
    void shouldShowOfAnUnmeasuredCpuOnlyWhatIsKnownOfIt() {
        open("#cpu=" + ZEN_4 + "&offset=60");
        WebElement search = browser.findElement(By.id("search"));
        search.sendKeys("8259cl");
        new Select(browser.findElement(By.id("rulerpair"))).selectByVisibleText("cas/plain");

        assertThat(verdict()).contains("bytes 60 to 67, over line; a CAS read by a load", "8259CL: not measured",
            "Intel: P6 and later: not guaranteed", "Intel Core 2 Duo, Xeon of 2013: torn L9",
            "unsafe.compareAndSetLong(null, base + 60");
        assertThat(browser.findElements(By.cssSelector(".ruler [class*=torn], .ruler [class*=none]"))).isEmpty();
        assertThat(browser.findElement(By.id("nosection")).getText()).startsWith("8259CL: not measured");
        assertThat(browser.findElements(By.cssSelector("details.cpu")).stream().filter(WebElement::isDisplayed)).isEmpty();
        List<String> rows = shown("elsewhere");
        search.clear();
        search.sendKeys("Xeon Platinum 8259CL");
        assertThat(shown("elsewhere")).as("a brand beside the number changes nothing").isEqualTo(rows).hasSize(1);
        assertThat(browser.getCurrentUrl()).endsWith("#search=xeon%20platinum%208259cl");

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
        assertThat(browser.findElement(By.id("found")).getText()).startsWith("Not measured yet; reported and promised");
        browser.executeScript("arguments[0].value = ''; arguments[0].dispatchEvent(new Event('input'));", search);
        assertThat(verdict()).as("the last that was measured").doesNotContain("not measured");
        open("#search=xeon%209999zz");
        assertThat(verdict()).contains("xeon 9999zz: not measured");
    }

    @Test
    void shouldOpenTheExperimentOfACellOfTheTable() {
        open("");
        WebElement cell = browser.findElement(By.cssSelector(
            "#overview .measured a[href='#cpu=genuineintel-06-5e-03&write=plain&read=volatile&offset=60']"));
        assertThat(cell.getText()).isEqualTo("\u25b21e-3");
        cell.click();

        waitFor("#cpu-genuineintel-06-5e-03 .panel");
        assertThat(browser.findElement(By.cssSelector("#cpu-genuineintel-06-5e-03 .panel")).getText())
            .contains("plain/volatile at offset 60");
        assertThat(browser.findElement(By.className("verdict")).getText()).contains("bytes 60 to 67, over line");
    }

    @Test
    void shouldSlideTheRulerByKeys() {
        open("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=59");
        assertThat(browser.findElement(By.className("verdict")).getText()).contains("untested", "base + 59");
        browser.findElement(By.id("offset")).sendKeys(Keys.ARROW_RIGHT);

        assertThat(browser.findElement(By.className("verdict")).getText()).contains("bytes 60 to 67, over line",
            "mixed 3.5e-5", "not guaranteed A4", "unsafe.putLong(null, base + 60, value);");
        assertThat(browser.findElements(By.cssSelector(".ruler .byte.old"))).hasSize(4);
        assertThat(browser.findElements(By.cssSelector(".ruler .byte.new"))).hasSize(4);
        assertThat(browser.getCurrentUrl()).endsWith("&offset=60");
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
        assertThat(browser.findElement(By.id("found")).getText()).contains("Not measured yet");
        assertThat(browser.findElements(By.cssSelector("#overview .promised tr")).stream()
            .filter(WebElement::isDisplayed).map(WebElement::getText)).hasSize(3).anyMatch(it -> it.contains("LSE2"));
    }

    @Test
    void shouldFindNamesAndNotTheDigitsOfCells() {
        open("");
        browser.findElement(By.id("search")).sendKeys("skylake 5");

        assertThat(browser.findElements(By.cssSelector("#overview .elsewhere tr, #overview .promised tr")).stream()
            .filter(row -> row.isDisplayed() && !"title".equals(row.getDomAttribute("class"))).map(WebElement::getText))
            .as("5 alone finds nothing").isNotEmpty().allMatch(row -> row.contains("Skylake") || row.contains("P6"));
    }

    @Test
    void shouldShowWhatItCostsBesideTheExperiments() throws IOException {
        Merge merge = GoldenTest.merge();
        merge.add("x86_64/costs.json", CostsPageTest.FILE);
        Files.writeString(page, HtmlPage.text(merge, Guarantees.load()));
        open("");
        WebElement costs = browser.findElement(By.cssSelector("details[id^='costs-']"));
        costs.findElement(By.tagName("summary")).click();

        assertThat(costs.getText()).contains("False sharing by distance", "Ways to hand a long", "Reported elsewhere");
    }

    @Test
    void shouldKeepTheSliderUnderItsByte() {
        open("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=60");
        WebElement slider = browser.findElement(By.id("offset"));
        WebElement byteOfValue = browser.findElement(By.cssSelector("#ruler .start.on"));
        int cell = byteOfValue.getRect().getX() + byteOfValue.getRect().getWidth() / 2;
        double share = Double.parseDouble(slider.getDomProperty("value")) / Double.parseDouble(slider
            .getDomAttribute("max"));
        double thumb = slider.getRect().getX() + 8 + share * (slider.getRect().getWidth() - 16);
        assertThat(thumb).isCloseTo(cell, within(4.0));
        new Actions(browser).moveToElement(byteOfValue, 0, 10).click().perform();
        assertThat(browser.findElement(By.cssSelector("label[for=offset]")).getText()).isEqualTo("offset 60");
    }

    private List<String> names() {
        return browser.findElements(By.cssSelector("#overview .measured tr:not(.title) th")).stream()
            .map(WebElement::getText).toList();
    }

    @Test
    void shouldCompareTwoCpusTheDifferencesFirst() {
        open("");
        WebElement second = browser.findElement(By.id("compare-second"));
        new Select(browser.findElement(By.id("compare-first"))).selectByVisibleText(
            "AMD Ryzen 9 7950X 16-Core Processor, Zen 4; 3 runs, the newest 2026-03-07, Debian 17.0.17");
        new Select(second).selectByVisibleText(
            "Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz, Skylake; 2026-03-04, Debian 17.0.17");

        List<WebElement> lists = browser.findElements(By.cssSelector("#comparison details"));
        assertThat(lists).extracting(list -> list.findElement(By.tagName("summary")).getText()).containsExactly(
            "differ: 1 offset of 1 write and read", "only one has an answer: 5 offsets of 2 writes and reads",
            "the same kind of answer: 2 offsets of 1 write and read");
        assertThat(lists.get(0).findElement(By.cssSelector("tbody tr")).getText())
            .startsWith("plain/volatile over 8 at 4 none in 2.0e7, strong torn");
        assertThat(lists.get(2).findElements(By.tagName("tr"))).as("what agrees is a number").isEmpty();
        lists.get(2).findElement(By.tagName("summary")).click();
        waitFor("#comparison details:last-child tbody tr");
    }

    @Test
    void shouldSayWhatASilenceIsWorthAndWhatWasPlanted() {
        open("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=0");

        assertThat(browser.findElement(By.cssSelector("#cpu-" + ZEN_4 + " .panel")).getText()).contains(
            "Seen: none, strong: 0 of 20,000,000 changes", "Strong: as many changes as a strong silence",
            "Bound: fewer than 1.5e-7 of the changes", "Planted tears found: about 100 %, as their number is an estimate; at all offsets 9,9",
            ", 100 %.");
        assertThat(verdict()).contains("none, strong: 0 of 20,000,000 changes", "Below 1.5e-7 at 95 %.",
            "All about this cell");
        browser.executeScript("scrollTo(0, 0)");
        browser.findElement(By.linkText("All about this cell")).click();
        assertThat(isInView("details[open] .panel p")).isTrue();
        open("#cpu=genuineintel-06-5e-03&offset=0");
        assertThat(browser.findElement(By.cssSelector("#cpu-genuineintel-06-5e-03 .panel")).getText()).contains(
            "Seen: none, weak", "Weak: fewer changes than a strong silence needs");
        assertThat(browser.findElement(By.className("legend")).getText()).contains("strong", "weak", "who tore");
    }

    @Test
    void shouldSayWhatTheStrengthOfAClassRestsOn() throws IOException {
        Merge merge = new Merge();
        for (int i = 0; i < 10; i++) {
            merge.add(i + ".json", Runs.run(Runs.skylake(), false, null, i, Runs.MANY / 10, 0L, 0L, 9L, 9L));
        }
        Files.writeString(page, HtmlPage.text(merge, Guarantees.load()));
        open("#cpu=genuineintel-06-5e-03&offset=0");

        assertThat(browser.findElement(By.cssSelector("#cpu-genuineintel-06-5e-03 .panel")).getText()).contains(
            "Strong, because the one cell at aligned places is silent and reaches 10,000,000 changes,"
                + " 10,000,000 of them here.",
            "Bound: fewer than 3.0e-7 of the changes in the class are torn, at 95 %; of this cell alone 3.0e-7.");
    }

    @Test
    void shouldShoutAContradictionInTheCellToo() {
        open("#cpu=genuineintel-06-5e-03&offset=4");

        assertThat(browser.findElement(By.cssSelector("#cpu-genuineintel-06-5e-03 .panel")).getText())
            .contains("Promised: atomic (I8)", "Contradiction: promised atomic (I8), seen torn");
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

    @Test
    void shouldBeWholeWithScriptsOff() throws IOException {
        Files.writeString(page, Files.readString(page).replaceAll("sha256-", "sha256-no"));
        browser.get(page.toUri().toString());
        browser.manage().logs().get(LogType.BROWSER);

        assertThat(browser.findElement(By.id("overview")).getText()).contains("Zen 4", "\u25e94e-5",
            "Reported elsewhere", "Promised atomic?");
        WebElement cell = browser.findElement(By.cssSelector("#overview .measured td.mixed a"));
        assertThat(cell.getDomAttribute("href")).isEqualTo("#cpu-" + ZEN_4);
        browser.findElement(By.cssSelector("#cpu-" + ZEN_4 + " summary")).click();
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
            assertThat(browser.findElement(By.cssSelector(css)).getRect().getY()).as(css).isLessThan(700);
        }
        assertThat((Boolean) browser.executeScript("return document.documentElement.scrollWidth <= innerWidth"
            + " && document.querySelector('.wide').scrollWidth <= document.querySelector('.wide').clientWidth"))
            .isTrue();
    }

    /** Each byte that a value of 64 bytes covers cannot be numbered, and it lies across every multiple of 8. */
    @Test
    void shouldDrawAVectorByTheLineThatItLiesAcross() throws IOException {
        Merge merge = new Merge();
        Series series = Runs.series(WriteMode.PLAIN, ReadMode.PLAIN, Runs.MANY, List.of(0L, 9L, 9L, 9L));
        SortedMap<Integer, SortedMap<Integer, Long>> seams = new TreeMap<>();
        IntStream.range(1, 21).forEach(seam ->
            seams.computeIfAbsent(60, offset -> new TreeMap<>()).put(seam, 1L));
        merge.add("x", Runs.run(Kind.SWEEP, Runs.zen4(), false, null, 3, List.of(new Series(Memory.BYTEBUFFER, 64, 1,
            series.write(), series.read(), series.placement(), series.tier(), series.totals(), series.offsets(),
            series.changes(), series.torn(), series.plantedFound(), series.plantedExpected(), seams,
            series.firstTornNanos(), series.notes(), List.of(), series.calibration()))));
        Files.writeString(page, HtmlPage.text(merge, Guarantees.load()));
        open("#cpu=" + ZEN_4 + "&offset=60");

        assertThat(browser.findElements(By.cssSelector(".ruler .byte.value"))).hasSize(64);
        assertThat(browser.findElements(By.cssSelector(".ruler .byte.beyond"))).as("of the next line").hasSize(60);
        assertThat(browser.findElements(By.cssSelector(".ruler .byte.value")).stream().map(WebElement::getText)
            .filter(text -> !text.isEmpty())).containsExactly("0", "8", "16", "24", "32", "40", "48", "56");
        assertThat(browser.findElements(By.cssSelector(".ruler .mark[class*=torn]"))).extracting(WebElement::getText)
            .containsExactly("64");
        assertThat(browser.findElement(By.cssSelector(".panel details summary")).getText())
            .startsWith("Seams, all offsets: 20 places");
        assertThat(browser.findElement(By.cssSelector(".panel .bars")).isDisplayed()).isFalse();
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
    void shouldKeepTheWriteAndReadWhenAnotherCpuIsChosenByItsName() {
        open("#cpu=" + ZEN_4 + "&write=cas&read=volatile&offset=60");
        browser.findElement(By.cssSelector("#answers li[data-cpu='" + ZEN_4 + "'] a")).click();

        assertThat(verdict()).contains("bytes 60 to 67", "compareAndSetLong(null, base + 60");
    }

    /** A colour alone says nothing to some: each place has a digit or a sign, on a narrow screen too. */
    @Test
    void shouldKeepTheRulersSignsOnANarrowScreen() {
        browser.executeCdpCommand("Emulation.setDeviceMetricsOverride", Map.of("width", 390, "height", 844,
            "deviceScaleFactor", 1, "mobile", true));
        open("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=60");

        assertThat(browser.findElements(By.cssSelector(".ruler"))).hasSize(3);
        WebElement start = browser.findElement(By.cssSelector(".start.on"));
        assertThat(start.getText()).isEqualTo("\u25e9");
        assertThat(start.getRect().getWidth()).isGreaterThan(12);
        browser.findElement(By.cssSelector(".start[data-at='4']")).click();
        assertThat(browser.getCurrentUrl()).endsWith("&offset=4");
    }

    @Test
    void shouldNameWhatTheRulerShowsInPrint() {
        open("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=60");
        browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "print"));
        try {
            assertThat(browser.findElement(By.cssSelector("#ruler .printed")).getText())
                .isEqualTo("AMD Ryzen 9 7950X 16-Core Processor, Zen 4; plain/volatile; offset 60");
            assertThat(browser.findElement(By.cssSelector("#overview .sort[data-column='2']")).isDisplayed()).isTrue();
        } finally {
            browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", ""));
        }
    }

    @Test
    void shouldNotMoveTheTableWhenASearchFindsNothing() {
        open("");
        WebElement table = browser.findElement(By.id("overview"));
        browser.findElement(By.id("search")).sendKeys("skylake");
        int before = table.getRect().getY() - browser.findElement(By.id("search")).getRect().getY();
        browser.findElement(By.id("search")).sendKeys("zzz");

        assertThat(table.getRect().getY() - browser.findElement(By.id("search")).getRect().getY()).isEqualTo(before);
    }

    /** A promise of two sides says which is which, and a place that cannot be is not untested. */
    @Test
    void shouldNameTheSideThatIsNotPromisedAndThePlacesThatCannotBe() throws IOException {
        Merge merge = new Merge();
        Series cas = Runs.series(WriteMode.CAS, ReadMode.VOLATILE, Runs.MANY, List.of(0L, 0L, 9L, 9L));
        merge.add("x", Runs.run(Kind.SWEEP, Runs.zen4(), false, null, 3, List.of(cas, new Series(Memory.UNSAFE,
            Short.BYTES, 1, cas.write(), cas.read(), cas.placement(), cas.tier(), cas.totals(), List.of(1, 3, 63),
            cas.changes().subList(0, 3), cas.torn().subList(0, 3), cas.plantedFound().subList(0, 3),
            cas.plantedExpected().subList(0, 3), cas.seams(), cas.firstTornNanos(), cas.notes(), List.of(),
            cas.calibration()))));
        Files.writeString(page, HtmlPage.text(merge, Guarantees.load()));
        open("#cpu=" + ZEN_4 + "&write=cas&read=volatile&offset=60");

        assertThat(verdict()).contains("not guaranteed: write atomic (A13); read not guaranteed (A4).");
        assertThat(card()).contains("Promised: not guaranteed: write atomic (A13); read not guaranteed (A4).");
        List<String> rows = browser.findElements(By.cssSelector("details[open] .pairs tbody tr:first-child")).stream()
            .map(WebElement::getText).toList();
        assertThat(rows.get(0)).contains("cannot be").doesNotContain("inside 8");
        assertThat(browser.findElement(By.cssSelector("details[open]")).getText())
            .contains("A stressor is named after what the reader");
    }

    /** Nobody's results are added to another maker's because neither design has a name. */
    @Test
    void shouldGiveEachCpuOfUnknownDesignARowOfItsOwn() throws IOException {
        Merge merge = new Merge();
        merge.add("a.json", Runs.run(Runs.hostile(), false, null, 1, Runs.MANY, 0L, 0L, 7L, 0L));
        merge.add("b.json", Runs.on("aarch64", Runs.run(Runs.neoverse(null), false, null, 2, Runs.MANY, 0L, 0L, 0L,
            0L)));
        Files.writeString(page, HtmlPage.text(merge, Guarantees.load()));
        open("");

        assertThat(names()).hasSize(2).doesNotContain("unknown").anyMatch(name -> name.startsWith("<img src=x"));
    }

    @Test
    void shouldSayInNumberedStepsHowToSendAResult() {
        open("");
        browser.findElement(By.linkText("Send yours")).click();

        assertThat(browser.findElements(By.cssSelector("#send ol li code"))).extracting(WebElement::getText)
            .containsExactly("mvn -q -DskipTests package", "java -jar target/tester.jar sweep",
                "java -jar target/tester.jar show tearline-result.json",
                "java -jar target/tester.jar submit tearline-result.json");
        assertThat(isInView("#sendh")).isTrue();
        assertThat(notice()).isEmpty();
        assertThat(browser.findElement(By.tagName("main")).getText()).doesNotContain("scripts/tester");
    }

    @Test
    void shouldFitANarrowScreen() {
        browser.executeCdpCommand("Emulation.setDeviceMetricsOverride", Map.of("width", 390, "height", 844,
            "deviceScaleFactor", 1, "mobile", true));
        open("#cpu=" + ZEN_4 + "&offset=60");

        assertThat((Boolean) browser.executeScript("return document.documentElement.scrollWidth <= 390")).isTrue();
    }

    @Test
    void shouldHaveNoSeriousAccessibilityFault() throws IOException {
        open("#cpu=" + ZEN_4 + "&offset=60");
        try (InputStream axe = PageIT.class.getResourceAsStream("/axe.min.js")) {
            browser.executeScript(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
        }
        Object faults = browser.executeAsyncScript("const done = arguments[0]; axe.run().then(result => done("
            + "result.violations.filter(it => ['serious', 'critical'].includes(it.impact)).map(it => it.id + ': '"
            + " + it.nodes.slice(0, 3).map(node => node.html + ' ' + node.failureSummary).join(' | '))));");

        assertThat((List<?>) faults).isEmpty();
    }
}
