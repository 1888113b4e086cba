package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.Select;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import org.tearline.promise.Guarantees;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import org.tearline.published.Series;
import org.tearline.published.SeriesTier;
import org.tearline.report.merged.Difference;
import org.tearline.report.merged.Merge;

/** The page in a real browser, which is never downloaded: Debian's, or none. */
class PageIT {
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final String ZEN_4 = "authenticamd-19-61-03";

    /** Selenium would complain that it does not know this version's debugging protocol, which is not used. */
    private static final Logger CHATTER = Logger.getLogger("org.openqa.selenium");

    @TempDir
    private Path folder;

    private ChromeDriver browser;
    private Path page;

    @BeforeEach
    void openBrowser() throws IOException {
        if (!Files.isExecutable(CHROMIUM) || !Files.isExecutable(DRIVER)) {
            if ("true".equals(System.getenv("CI"))) {
                fail("in CI the page must be tested: install chromium and chromium-driver");
            }
            System.out.println("SKIPPED: the page in a browser; install chromium and chromium-driver");
            Assumptions.abort("no browser");
        }
        CHATTER.setLevel(Level.SEVERE);
        page = folder.resolve("index.html");
        Files.writeString(page, HtmlPage.text(GoldenTest.merge(), Guarantees.load()));
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        options.addArguments("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--window-size=1500,1200", "--user-data-dir=" + Files.createDirectory(folder.resolve("user")));
        options.setCapability("goog:loggingPrefs", logs);
        browser = new ChromeDriver(new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build(),
            options);
    }

    @AfterEach
    void closeBrowser() {
        if (browser != null) {
            try {
                assertThat(browser.manage().logs().get(LogType.BROWSER).getAll()).isEmpty();
                // The browser's own first page is none of ours.
                assertThat(browser.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
                    .map(LogEntry::getMessage).filter(message -> message.contains("Network.requestWillBeSent\""))
                    .filter(message -> !message.contains("\"documentURL\":\"chrome:"))
                    .map(message -> message.replaceFirst(
                        ".*\"referrerPolicy\":\"[^\"]*\",\"url\":\"([^\"]*)\".*", "$1"))
                    .distinct()).isNotEmpty().allMatch(url -> url.startsWith(page.toUri().toString()));
            } finally {
                browser.quit();
            }
        }
    }

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

    @Test
    void shouldOpenTheCellOfADeepLink() {
        open("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=60");

        WebElement section = browser.findElement(By.id("cpu-" + ZEN_4));
        assertThat(section.findElement(By.cssSelector("td.on")).getDomAttribute("data-offset")).isEqualTo("60");
        assertThat(section.findElement(By.className("panel")).getText()).contains("plain/volatile at offset 60",
            "Bytes 60 to 67, over line", "mixed", "700 of 20,000,000 changes; seen by 1 of 2 votes",
            "not guaranteed (A4)", "A misaligned load or store of 8 bytes", "Who tore, over line: not asked",
            "unsafe.putLong(null, base + 60, value)", "a.json");
        assertThat(section.findElements(By.cssSelector(".witness tr:last-child td"))).extracting(WebElement::getText)
            .containsExactly("22", "22", "22", "22", "11", "11", "11", "11");
        assertThat(section.findElement(By.cssSelector(".witness td.seam")).getText()).isEqualTo("11");
    }

    @Test
    void shouldSayThatADeepLinkLeadsNowhere() {
        open("#cpu=intel-inside&offset=60");
        assertThat(browser.findElement(By.id("notice")).getText()).contains("No result of a CPU that is called intel");
        open("#cpu=" + ZEN_4 + "&write=getandset");
        assertThat(browser.findElement(By.id("notice")).getText()).contains("No such write and read was tried");
        open("#cpu=" + ZEN_4 + "&offset=77777");
        assertThat(browser.findElement(By.id("notice")).getText()).contains("Nothing was tried at the offset 77777");
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

    private List<String> names() {
        return browser.findElements(By.cssSelector("#overview .measured tr:not(.title) th")).stream()
            .map(WebElement::getText).toList();
    }

    @Test
    void shouldCompareTwoCpusTheDifferencesFirst() {
        open("");
        WebElement second = browser.findElement(By.id("compare-second"));
        new Select(browser.findElement(By.id("compare-first"))).selectByVisibleText(
            "AMD Ryzen 9 7950X 16-Core Processor, Zen 4");
        new Select(second).selectByVisibleText("Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz, Skylake");

        List<WebElement> rows = browser.findElements(By.cssSelector(".compare tbody tr"));
        assertThat(rows.get(0).getText()).startsWith("differ plain/volatile over 8 4 none, strong");
        assertThat(rows).hasSizeGreaterThan(1);
    }

    @Test
    void shouldSayWhatASilenceIsWorthAndWhatWasPlanted() {
        open("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=0");

        assertThat(browser.findElement(By.cssSelector("#cpu-" + ZEN_4 + " .panel")).getText()).contains(
            "Seen: none, strong: 0 of 20,000,000 changes", "Strength: strong: as many changes as a strong silence",
            "Bound: fewer than 1.5e-7 of the changes", "Planted tears found: 100 %; at all offsets 9,9");
        open("#cpu=genuineintel-06-5e-03&offset=0");
        assertThat(browser.findElement(By.cssSelector("#cpu-genuineintel-06-5e-03 .panel")).getText()).contains(
            "Seen: none, weak", "Strength: weak: fewer changes than a strong silence needs");
        assertThat(browser.findElement(By.className("legend")).getText()).contains("strong", "weak", "who tore");
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
    void shouldShowOnesOwnRunAndKeepItsStringsText() throws IOException {
        Path own = RunPage.write(Runs.run(Runs.hostile(), false, null, 77, Runs.MANY, 0L, 0L, 123L, 0L),
            folder.resolve("own.json"));
        open("");
        drop(own);
        waitFor("#ownview .map");

        assertThat(browser.findElement(By.id("ownstate")).getText()).contains("<img src=x onerror=alert(1)>");
        assertThat(browser.findElements(By.cssSelector("#ownview td.torn1"))).singleElement().satisfies(cell ->
            assertThat(cell.getDomAttribute("title")).contains("offset 60, over line: torn 1.2e-5: 123 of 10,000,000"));
        assertThat(browser.findElements(By.cssSelector("img"))).isEmpty();
        browser.findElement(By.cssSelector("#ownview td[data-offset='0']")).click();
        assertThat(browser.findElement(By.cssSelector("#ownview .panel")).getText()).contains("Strength: strong",
            "Planted tears found: 100 %; at all offsets 4,9");
        assertThat(browser.findElement(By.className("compare")).getText()).contains("Yours: <img");
    }

    @Test
    void shouldSayWhyAFileIsNoRun() throws IOException {
        open("");
        ResultFile file = Runs.run(Runs.zen4(), false, null, 78, Runs.MANY, 0L, 0L, 0L, 0L);
        Path own = RunPage.write(file, folder.resolve("own.json"));
        String text = Files.readString(own);
        refused("a result file: drop the page", ResultText.stored(file));
        refused("not the page of a run", "hello".getBytes(StandardCharsets.UTF_8));
        refused("its data are not whole", text.substring(0, text.indexOf("\"cpus\":["))
            .getBytes(StandardCharsets.UTF_8));
        refused("its data are not whole", text.replace("\"witnesses\"", "\"x\"").getBytes(StandardCharsets.UTF_8));
        refused("have format 2", text.replaceFirst("\"format\":\\d+", "\"format\":2")
            .getBytes(StandardCharsets.UTF_8));
    }

    private void refused(String words, byte[] bytes) throws IOException {
        Path bad = folder.resolve("bad.html");
        Files.write(bad, bytes);
        drop(bad);
        new WebDriverWait(browser, Duration.ofSeconds(5)).until(driver ->
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
            Merge merge = new Merge();
            merge.add("x/published.json", file);
            Files.writeString(page, HtmlPage.text(merge, Guarantees.load()));
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
        Merge merge = new Merge();
        merge.add("x", Runs.run(Kind.SWEEP, Runs.zen4(), false, null, 3, List.of(buffer(plain, SeriesTier.C1),
            buffer(plain, SeriesTier.INTERPRETER))));
        Files.writeString(page, HtmlPage.text(merge, Guarantees.load()));
        open("");

        assertThat(browser.findElements(By.cssSelector(".map tbody th"))).extracting(WebElement::getText)
            .containsExactlyInAnyOrder("plain/plain, c1", "plain/plain, interpreter",
                "plain/plain, interpreter, in pieces");
        assertThat(cells("details[open]")).filteredOn(cell -> cell.contains("c1 at offset 4,")).singleElement()
            .asString().contains("torn 4.0e-6");
        assertThat(cells("details[open]")).filteredOn(cell -> cell.contains("in pieces at offset 4,")).singleElement()
            .asString().contains("jvm-split 4.0e-6");
    }

    private static Series buffer(Series series, SeriesTier tier) {
        return new Series(Memory.BYTEBUFFER, series.widthBytes(), series.processes(), series.write(), series.read(),
            series.placement(), tier, series.totals(), series.offsets(), series.changes(), series.torn(),
            series.plantedFound(), series.plantedExpected(), series.seams(), series.notes(), series.witnesses(),
            series.calibration());
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

    @Test
    void shouldBeWholeWithScriptsOff() throws IOException {
        Files.writeString(page, Files.readString(page).replaceAll("sha256-", "sha256-no"));
        browser.get(page.toUri().toString());
        browser.manage().logs().get(LogType.BROWSER);

        assertThat(browser.findElement(By.id("overview")).getText()).contains("Zen 4", "\u25e94e-5",
            "Reported elsewhere", "Promised atomic?");
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

    private void open(String hash) {
        browser.get(page.toUri() + hash);
        waitFor("details[open] .map");
    }

    private void waitFor(String css) {
        new WebDriverWait(browser, Duration.ofSeconds(5)).until(driver ->
            driver.findElements(By.cssSelector(css)).stream().anyMatch(WebElement::isDisplayed));
    }
}
