// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.tearline.promise.Guarantees;

/** Tests the page of the published results in Chromium, if it is installed. */
class PageIT {
    private static final Path NAMES = Path.of("src/test/resources/search/names.txt");
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    static Path folder;

    private static ChromeDriver browser;
    private static Path page;

    @BeforeAll
    static void startBrowser() throws IOException {
        page = folder.resolve("index.html");
        Files.writeString(page, HtmlPage.text(ReportTest.published(), Guarantees.load(), false, null, List.of()));
        browser = Browser.start(folder.resolve("user"));
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
            .allMatch(url -> url.startsWith(page.toUri().toString()));
    }

    @Test
    void shouldFindCpusByNameNumberAndInstanceType() throws IOException {
        Map<String, String> wanted = new LinkedHashMap<>();
        Files.readAllLines(NAMES).stream().filter(line -> !line.startsWith("#"))
            .map(line -> line.split(" ?\\| ?", 2)).forEach(parts -> wanted.put(parts[0], parts[1].strip()));
        assertThat(wanted).hasSizeGreaterThanOrEqualTo(200);
        open("");
        List<?> found = (List<?>) browser.executeScript(HtmlPage.resource("search.js")
            + "const data = JSON.parse(document.getElementById('data').textContent);"
            + "const finder = new Finder(data); return arguments[0].map((name) => finder.find(name).hits"
            + ".map((hit) => data.cpus[hit.cpu].id).join(' + '));", List.copyOf(wanted.keySet()));

        assertThat(found).asInstanceOf(InstanceOfAssertFactories.list(String.class))
            .containsExactlyElementsOf(wanted.values());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        cpu=zen-4&offset=28                          | Zen 4          | YES, IT TEARS  | measured  | boundary at 32
        cpu=zen-4&offset=60&write=cas&read=exchange  | Zen 4          | PROMISED WHOLE | promised  | both accesses
        cpu=zen-4&offset=28&write=cas                | Zen 4          | NOT SEEN       | measured  | 1 in
        cpu=zen-4&offset=100                         | Zen 4          | NOT SEEN       | measured  | 36 in its line
        cpu=zen-4&offset=0&width=64                  | Zen 4          | YES, IT TEARS  | measured  | a vector
        cpu=emerald-rapids&offset=28                 | Emerald Rapids | PROMISED WHOLE | promised  | I8
        cpu=zen-2&offset=28                          | Zen 2          | NOT PROMISED   | unmeasured | similar measured
        cpu=zen-2&offset=60                          | Zen 2          | YES, IT TEARS  | predicted | every measured CPU
        cpu=neoverse-v1&offset=28                    | Neoverse V1    | FAULTS         | promised  | SIGBUS
        """)
    void shouldAnswerForALink(String hash, String cpu, String verdict, String origin, String words) {
        open("#" + hash);
        assertThat(text(".card .cpu")).isEqualTo(cpu);
        assertThat(text(".card .word")).isEqualTo(verdict);
        assertThat(text(".card .origin")).isEqualTo(origin);
        assertThat(text(".card")).contains(words);
        assertThat(browser.getTitle()).startsWith(verdict + ": " + cpu);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Zen 4 · 28 · ordered · volatile | Zen 4          | YES, IT TEARS
        8259CL 60 cas                   | Cascade Lake   | YES, IT TEARS
        CPU part : 0xd40                | Neoverse V1    | FAULTS
        int 62 on Zen 5                 | Zen 5          | YES, IT TEARS
        lock cmpxchg at 60              | Zen 4          | YES, IT TEARS
        Zen 4 xchg xchg 60              | Zen 4          | PROMISED WHOLE
        Graviton 2 at 12                | Neoverse N1    | FAULTS
        processor : 0 vendor_id : GenuineIntel cpu family : 6 model : 207 stepping : 2 | Emerald Rapids | PROMISED WHOLE
        """)
    void shouldAnswerTypedText(String typed, String cpu, String verdict) {
        open("");
        type(typed);
        assertThat(text(".card .cpu")).isEqualTo(cpu);
        assertThat(text(".card .word")).isEqualTo(verdict);
        String hash = browser.getCurrentUrl();
        browser.navigate().refresh();
        waitFor(".card");
        assertThat(browser.getCurrentUrl()).isEqualTo(hash);
        assertThat(text(".card .cpu")).isEqualTo(cpu);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Zen 4 · 8 · ordered · volatile     | a long at 8, ordered / volatile   | ''
        Graviton4 8 cas                    | a long at 8, cas / volatile       | Assumed: volatile read.
        Zen 4 28.5                         | a long at 28, ordered / volatile  | Not understood: 28.5. Assumed: offset 2
        Zen 4 0x3c setOpaque getOpaque     | a long at 60, opaque / opaque     | ''
        Zen 4 28 60 cas                    | a long at 60, cas / volatile      | Not understood: 28.
        Zen 4 28 read plain write volatile | a long at 28, volatile / plain    | ''
        Zen 4 16 byte vector 20            | a vector of 16 bytes at 20        | ''
        8 bytes at 60                      | a long at 60, ordered / volatile  | Assumed: Zen 4, ordered write, volatil
        Zen 5 60 both lock cmpxchg         | a long at 60, cas / cas           | ''
        A72 60 int                         | an int at 60, ordered / volatile  | Assumed: ordered write, volatile read.
        padding zen 4 58                   | a long at 58, ordered / volatile  | needs 6 bytes of padding
        Ryzen 7 9700X 60                   | 9700X · a long at 60              | 9700X is Zen 5. The measurements are f
        """)
    void shouldShowHowTypedTextWasUnderstood(String typed, String what, String notice) {
        open("#cpu=zen-5&offset=33&write=cas&read=cas&width=4");
        type(typed);
        assertThat(text(".card .what")).contains(what);
        assertThat(text("#notice")).contains(notice);
        assertThat(notice.isEmpty()).isEqualTo(text("#notice").isEmpty());
        browser.navigate().refresh();
        waitFor(".card");
        String shown = browser.findElement(By.id("search")).getDomProperty("value");
        type(shown);
        assertThat(text(".card .what")).contains(what);
    }

    @Test
    void shouldShowSeveralCandidatesWorstFirst() {
        open("#cpu=Standard_D2as_v4&offset=28");
        assertThat(browser.findElements(By.className("card"))).hasSize(2);
        assertThat(text("#notice")).contains("2 CPUs, worst first");
        open("#cpu=zen-4&offset=abc");
        assertThat(text("#notice")).isEqualTo("The link has no valid offset.");
        open("#cpu=frobnicator");
        assertThat(text("#notice")).startsWith("This page lists no CPU called “frobnicator”.");
        assertThat(browser.findElements(By.className("card"))).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        128               | costs    | improves speed
        does padding help | costs    | improves speed
        shared counter    | costs    | AtomicLong
        not seen          | evidence | is not a promise
        send              | send     | submit
        """)
    void shouldAnswerATopic(String typed, String panel, String words) {
        open("#cpu=zen-5&offset=28");
        type(typed);
        assertThat(text("#notice")).contains(words);
        assertThat(browser.findElement(By.id(panel)).getDomAttribute("open")).isNotNull();
        browser.navigate().refresh();
        waitFor("#notice");
        assertThat(text("#notice")).contains(words);
        browser.navigate().back();
        wait("Zen 5");
        assertThat(browser.findElement(By.id(panel)).getDomAttribute("open")).isNull();
        assertThat(text(".card .what")).contains("at 28");
    }

    @Test
    void shouldLinkRulesToTheirPromises() {
        open("#cpu=emerald-rapids&offset=28");
        assertThat(browser.findElement(By.cssSelector(".card .why a")).getDomAttribute("href"))
            .endsWith("/docs/promises.md#I8");
    }

    @Test
    void shouldGoBackAndForward() {
        open("#cpu=zen-4&offset=28");
        browser.findElement(By.cssSelector("#elsewhere a[href*='zen-5']")).click();
        wait("Zen 5");
        button("#writes", "cas").click();
        assertThat(browser.getCurrentUrl()).contains("cpu=zen-5", "write=cas");
        browser.navigate().back();
        browser.navigate().back();
        wait("Zen 4");
        assertThat(browser.getCurrentUrl()).contains("cpu=zen-4");
        browser.navigate().forward();
        wait("Zen 5");
        assertThat(button("#writes", "ordered").getDomAttribute("aria-pressed")).isEqualTo("true");
    }

    @Test
    void shouldMoveTheValueByKeyboard() {
        open("#cpu=zen-4&offset=28");
        WebElement offset = browser.findElement(By.id("offset"));
        offset.sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
        assertThat(text(".card .what")).contains("at 32");
        assertThat(text(".card .word")).isEqualTo("PROMISED WHOLE");
        assertThat(offset.getDomAttribute("aria-valuetext")).isEqualTo("32: promised whole");
        browser.findElement(By.tagName("body")).sendKeys("/");
        assertThat(browser.switchTo().activeElement().getDomAttribute("id")).isEqualTo("search");
        open("");
        browser.findElement(By.tagName("body")).sendKeys(Keys.TAB);
        assertThat(browser.switchTo().activeElement().getDomAttribute("id")).isEqualTo("search");
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void shouldBeAccessible(String scheme) throws IOException {
        browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features",
            List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        for (String hash : List.of("", "#cpu=neoverse-v1&offset=28", "#cpu=zen-2&offset=28", "#cpu=zen-5&offset=28")) {
            open(hash);
            browser.executeScript("for (const one of document.querySelectorAll('details')) one.open = true;");
            try (InputStream axe = PageIT.class.getResourceAsStream("/axe.min.js")) {
                browser.executeScript(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
            }
            Object faults = browser.executeAsyncScript("const done = arguments[0]; axe.run().then(result => done("
                + "result.violations.map(it => it.id + ': ' + it.nodes.slice(0, 3).map(node => node.html + ' '"
                + " + node.failureSummary).join(' | '))));");
            assertThat((List<?>) faults).as(hash).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {320, 390, 768, 1440})
    void shouldFitOnEveryScreen(int width) {
        browser.executeCdpCommand("Emulation.setDeviceMetricsOverride", Map.of("width", width, "height", 800,
            "deviceScaleFactor", 1, "mobile", width < 768));
        open("#cpu=Standard_F8s_v2&offset=60");
        browser.executeScript("for (const one of document.querySelectorAll('details')) one.open = true;");
        assertThat((Long) browser.executeScript("return document.documentElement.scrollWidth;"))
            .isLessThanOrEqualTo(width);
        assertThat((List<?>) browser.executeScript("return [...document.querySelectorAll('a, button, summary,"
            + " #search, #offset')].filter((one) => one.offsetParent && one.getBoundingClientRect().height < 24)"
            + ".map((one) => one.outerHTML);")).isEmpty();
        assertThat((List<?>) browser.executeScript("return [...document.querySelectorAll('body *')].filter((one) =>"
            + " one.offsetParent && parseFloat(getComputedStyle(one).fontSize) < 13).map((one) => one.outerHTML);"))
            .isEmpty();
    }

    private static void open(String hash) {
        browser.get("about:blank");
        browser.get(page.toUri() + hash);
        waitFor("#search");
    }

    private static void type(String text) {
        browser.findElement(By.id("search")).sendKeys(Keys.chord(Keys.CONTROL, "a"), text);
    }

    private static String text(String css) {
        return browser.findElement(By.cssSelector(css)).getText();
    }

    private static WebElement button(String group, String value) {
        return browser.findElement(By.cssSelector(group + " [data-value='" + value + "']"));
    }

    private static void waitFor(String css) {
        new WebDriverWait(browser, LIMIT).until(driver -> driver.findElements(By.cssSelector(css)).stream()
            .anyMatch(WebElement::isDisplayed));
    }

    private static void wait(String cpu) {
        new WebDriverWait(browser, LIMIT).until(driver -> text(".card .cpu").equals(cpu));
    }
}
