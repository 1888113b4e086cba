// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A browser with the page of the published results, for one class of tests. */
abstract class OnPage {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    static Path folder;

    static ChromeDriver browser;
    static Path page;

    @BeforeAll
    static void startBrowser() throws IOException {
        page = folder.resolve("index.html");
        Files.writeString(page, HtmlPage.text(Page.of(ReportTest.published(), false, null, List.of())));
        browser = Browser.start(folder.resolve("user"));
        browser.manage().timeouts().scriptTimeout(Duration.ofMinutes(3));
    }

    @AfterAll
    static void closeBrowser() {
        if (browser != null) {
            browser.quit();
        }
    }

    @BeforeEach
    void resetBrowser() {
        browser.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
        browser.manage().logs().get(LogType.BROWSER);
        browser.manage().logs().get(LogType.PERFORMANCE);
    }

    /** The page must load no other file, and its scripts must log nothing. */
    @AfterEach
    void checkThatNothingWasLoggedOrLoaded() {
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll()).isEmpty();
        assertThat(browser.manage().logs().get(LogType.PERFORMANCE).getAll().stream().map(LogEntry::getMessage)
            .filter(message -> message.contains("Network.requestWillBeSent\"")
                && !message.contains("\"documentURL\":\"chrome:"))
            .map(message -> message.replaceFirst(".*\"referrerPolicy\":\"[^\"]*\",\"url\":\"([^\"]*)\".*", "$1")))
            .allMatch(url -> url.startsWith(folder.toUri().toString()));
    }

    static void open(String hash) {
        browser.get("about:blank");
        browser.get(page.toUri() + hash);
        waitFor("#search");
    }

    /** Puts a text into the field at once, on the page as it is, because loading it anew takes most of the time. */
    static void ask(String text) {
        follow("");
        paste(text);
    }

    static void paste(String text) {
        browser.executeScript("const field = document.getElementById('search'); field.value = arguments[0];"
            + "for (const type of ['input', 'change']) field.dispatchEvent(new Event(type));", text);
    }

    /** Follows a link inside the page, which then shows what it would show when opened with this address. */
    static void follow(String hash) {
        if (!browser.getCurrentUrl().startsWith(page.toUri().toString())) {
            open("");
        }
        browser.executeAsyncScript("const done = arguments[arguments.length - 1];"
            + "history.replaceState(null, '', '#from=elsewhere');"
            + "addEventListener('hashchange', () => done(), {once: true}); location.hash = arguments[0];", hash);
    }

    /** Follows a link to what the page shows. */
    static void reopen() {
        follow(browser.getCurrentUrl().replaceFirst("^[^#]*", ""));
    }

    static void type(String text) {
        browser.findElement(By.id("search")).sendKeys(Keys.chord(Keys.CONTROL, "a"), text, Keys.ENTER);
    }

    /** Returns the visible text of an element, or null if there is none, in one call: Selenium's own takes several. */
    static String text(String css) {
        return (String) browser.executeScript("const part = document.querySelector(arguments[0]);"
            + "return part && (part.getClientRects().length > 0 ? part.innerText.trim() : '');", css);
    }

    static WebElement chip(String name) {
        return browser.findElement(By.cssSelector("#chips [data-chip='" + name + "']"));
    }

    /** Chooses another value of a chip. */
    static void choose(String name, String value) {
        browser.executeScript("const [chip, value] = arguments; const control = chip.querySelector('select, input');"
            + "control.value = value; control.dispatchEvent(new Event('change'));", chip(name), value);
    }

    static void waitFor(String css) {
        new WebDriverWait(browser, LIMIT).until(driver -> driver.findElements(By.cssSelector(css)).stream()
            .anyMatch(WebElement::isDisplayed));
    }

    static void wait(String cpu) {
        new WebDriverWait(browser, LIMIT).until(driver -> cpu.equals(text(".card .cpu")));
    }
}
