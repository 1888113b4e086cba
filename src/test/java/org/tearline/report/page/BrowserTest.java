// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.tearline.promise.Guarantees;
import org.tearline.published.ResultFile;

/**
 * Opens the page in a real browser, one for all tests of a class: to start one takes longer than a test. No console
 * message and no request may be left after a test. Not thread-safe.
 */
abstract class BrowserTest {
    static final String ZEN_4 = "authenticamd-19-61-03";
    /** Debian's, or none: it is never downloaded. */
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    /** Selenium would complain that it does not know this version's debugging protocol, which is not used. */
    private static final Logger CHATTER = Logger.getLogger("org.openqa.selenium");
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(25);
    private static final Dimension WINDOW = new Dimension(1500, 1200);

    @TempDir
    static Path settings;

    static ChromeDriver browser;

    private static String golden;

    @TempDir
    Path folder;

    Path page;

    @BeforeAll
    static void startBrowser() {
        if (!Files.isExecutable(BROWSER) || !Files.isExecutable(DRIVER)) {
            if ("true".equals(System.getenv("CI"))) {
                fail("in CI the page must be tested: install chromium and chromium-driver");
            }
            System.out.println("SKIPPED: the page in a browser; install chromium and chromium-driver");
            Assumptions.abort("no browser");
        }
        golden = HtmlPage.text(GoldenTest.merge(), Guarantees.load());
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        CHATTER.setLevel(Level.SEVERE);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(BROWSER.toFile());
        options.addArguments("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--user-data-dir=" + settings.resolve("user"));
        options.setCapability("goog:loggingPrefs", logs);
        browser = new ChromeDriver(new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build(),
            options);
    }

    @AfterAll
    static void closeBrowser() {
        if (browser != null) {
            browser.quit();
            browser = null;
        }
    }

    @BeforeEach
    void writePage() throws IOException {
        page = folder.resolve("index.html");
        Files.writeString(page, golden);
        browser.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        browser.manage().window().setSize(WINDOW);
        // What a failed test left behind is not this one's.
        browser.manage().logs().get(LogType.BROWSER);
        browser.manage().logs().get(LogType.PERFORMANCE);
    }

    @AfterEach
    void shouldLeaveNoMessageAndNoRequest() {
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll()).isEmpty();
        // The browser's own first page is none of ours.
        assertThat(browser.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
            .map(LogEntry::getMessage).filter(message -> message.contains("Network.requestWillBeSent\""))
            .filter(message -> !message.contains("\"documentURL\":\"chrome:"))
            .map(message -> message.replaceFirst(
                ".*\"referrerPolicy\":\"[^\"]*\",\"url\":\"([^\"]*)\".*", "$1"))
            .distinct()).isNotEmpty().allMatch(url -> url.startsWith(page.toUri().toString()));
    }

    /** Puts the page of these results in place of the golden one; to be opened. */
    void show(ResultFile... files) throws IOException {
        Files.writeString(page, HtmlPage.text(Runs.merged(files), Guarantees.load()));
    }

    void open(String hash) {
        browser.get(page.toUri() + hash);
        waitFor("#ruler .start");
    }

    void waitFor(String css) {
        waitUntil(driver -> driver.findElements(By.cssSelector(css)).stream().anyMatch(WebElement::isDisplayed));
    }

    static void waitUntil(Predicate<WebDriver> condition) {
        new WebDriverWait(browser, LIMIT, BETWEEN_LOOKS).until(condition::test);
    }

    static String notice() {
        return browser.findElement(By.id("notice")).getText();
    }

    static String verdict() {
        return browser.findElement(By.className("verdict")).getText();
    }

    static String card() {
        return browser.findElement(By.cssSelector("details[open] .panel")).getText();
    }
}
