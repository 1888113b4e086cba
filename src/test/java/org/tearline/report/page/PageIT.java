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
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.tearline.promise.Guarantees;
import org.tearline.published.Cpu;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;

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

        assertThat(browser.findElements(By.cssSelector("#cpulist li")).stream().filter(WebElement::isDisplayed))
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
            "not guaranteed (A4)", "22 22 22 22 | 11 11 11 11", "Who tore, over line: not asked");
    }

    @Test
    void shouldSayWhatASilenceIsWorthAndWhatWasPlanted() {
        open("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=0");

        assertThat(browser.findElement(By.cssSelector("#cpu-" + ZEN_4 + " .panel")).getText()).contains(
            "Seen: none, strong: 0 of 20,000,000 changes", "Strength: strong: as many changes as a strong silence",
            "Bound: fewer than 1.5e-7 of the changes", "Planted tears found: 2,500,000 of about 2,500,000 (100 %)");
        open("#cpu=genuineintel-06-5e-03&offset=0");
        assertThat(browser.findElement(By.cssSelector("#cpu-genuineintel-06-5e-03 .panel")).getText()).contains(
            "Seen: none, weak", "Strength: weak: fewer changes than a strong silence needs");
        assertThat(browser.findElement(By.className("legend")).getText()).contains("strong", "weak", "who tore");
    }

    @Test
    void shouldShoutAContradictionInTheCellToo() {
        open("#cpu=genuineintel-06-5e-03&offset=4");

        assertThat(browser.findElement(By.cssSelector("#cpu-genuineintel-06-5e-03 .panel")).getText())
            .contains("Promised: atomic (I8)", "Contradiction: promised atomic, seen torn");
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
    void shouldShowOnesOwnFileAndKeepItsStringsText() throws IOException {
        Cpu cpu = Runs.hostile();
        ResultFile own = Runs.run(cpu, false, null, 77, Runs.MANY, 0L, 0L, 123L, 0L);
        Path file = folder.resolve("own.json");
        ResultText.write(own, file);
        open("");
        browser.findElement(By.id("file")).sendKeys(file.toString());
        waitFor("#ownview .map");

        assertThat(browser.findElement(By.id("ownstate")).getText()).contains("<img src=x onerror=alert(1)>");
        assertThat(browser.findElements(By.cssSelector("#ownview td.shade1"))).singleElement().satisfies(cell ->
            assertThat(cell.getDomAttribute("title")).contains("offset 60, over line: torn 1.2e-5: 123 of 10,000,000"));
        assertThat(browser.findElements(By.cssSelector("img"))).isEmpty();
        browser.findElement(By.cssSelector("#ownview td[data-offset='0']")).click();
        assertThat(browser.findElement(By.cssSelector("#ownview .panel")).getText()).contains("Strength: strong",
            "Planted tears found: 1,250,000 of about 1,250,000 (100 %)");
        Path bad = folder.resolve("bad.json");
        Files.writeString(bad, "{\"schemaVersion\": 1, \"series\": [{}], \"environment\": {}}");
        browser.findElement(By.id("file")).sendKeys(bad.toString());
        new WebDriverWait(browser, Duration.ofSeconds(5)).until(driver ->
            driver.findElement(By.id("ownstate")).getText().startsWith(
                "This file cannot be shown: it is a version 1 file"));
    }

    @Test
    void shouldBeWholeWithScriptsOff() throws IOException {
        Files.writeString(page, Files.readString(page).replaceAll("sha256-", "sha256-no"));
        browser.get(page.toUri().toString());
        browser.manage().logs().get(LogType.BROWSER);

        assertThat(browser.findElement(By.className("matrix")).getText()).contains("Zen 4", "mixed: torn 3.5e-5");
        browser.findElement(By.cssSelector("#cpu-" + ZEN_4 + " summary")).click();
        assertThat(browser.findElement(By.cssSelector("#cpu-" + ZEN_4 + " .pairs")).getText())
            .contains("plain/volatile", "not guaranteed A4");
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
