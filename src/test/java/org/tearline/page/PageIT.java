// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Tests the page of the published results in Chromium, if it is installed. */
class PageIT extends OnPage {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        cpu=zen-4&offset=28                          | Zen 4          | YES, IT TEARS  | measured  | boundary at 32
        cpu=zen-4&offset=60&write=cas&read=exchange  | Zen 4          | PROMISED WHOLE | promised  | both accesses
        cpu=zen-4&offset=28&write=cas                | Zen 4          | NOT SEEN       | measured  | 1 in
        cpu=zen-4&offset=100                         | Zen 4          | NOT SEEN       | measured  | 36 in its line
        cpu=zen-4&offset=0&width=64                  | Zen 4          | YES, IT TEARS  | measured  | a vector
        cpu=emerald-rapids&offset=28                 | Emerald Rapids | PROMISED WHOLE | promised  | I8
        cpu=zen-2&offset=28                          | Zen 2          | NOT PROMISED   | unmeasured | nearest measured
        cpu=zen-2&offset=60                          | Zen 2          | YES, IT TEARS  | predicted | every measured CPU
        cpu=zen-2&offset=24&width=16&tier=compiled   | Zen 2          | YES, IT TEARS  | reported  | L1
        cpu=neoverse-v1&offset=28                    | Neoverse V1    | FAULTS         | promised  | SIGBUS
        """)
    void shouldAnswerForALink(String hash, String cpu, String verdict, String origin, String words) {
        open("#" + hash);
        assertAnswer(cpu, verdict, origin, words);
    }

    private static void assertAnswer(String cpu, String verdict, String origin, String words) {
        assertThat(text(".card .cpu")).isEqualTo(cpu);
        assertThat(text(".card .word")).isEqualTo(verdict);
        assertThat(text(".card .origin")).isEqualTo(origin);
        assertThat(text(".card")).contains(words);
        assertThat(browser.getTitle()).startsWith(verdict + ": " + cpu);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        api=bytebuffer&write=plain&read=plain&width=8&offset=44 | TEARS UNTIL COMPILED | in pieces
        api=bytebuffer&write=plain&read=plain&width=8&offset=48 | PROMISED WHOLE | both accesses
        api=bytebuffer&write=volatile&read=volatile&width=8&offset=48 | REFUSED | no such method
        api=buffer-view&write=ordered&read=volatile&width=8&offset=28 | REFUSED | IllegalStateException
        api=buffer-view&write=ordered&read=volatile&width=8&offset=32 | PROMISED WHOLE | both accesses
        api=buffer-view&write=cas&read=volatile&width=2&offset=32 | REFUSED | UnsupportedOperationException
        api=array-view&write=cas&read=cas&width=8&offset=8 | REFUSED | UnsupportedOperationException
        api=segment&write=plain&read=plain&width=8&offset=28 | REFUSED | IllegalArgumentException
        api=segment-unaligned&write=plain&read=plain&width=4&offset=30 | TEARS UNTIL COMPILED | in pieces
        api=segment-unaligned&write=volatile&read=volatile&offset=32 | REFUSED | UnsupportedOperationException
        api=unsafe&write=ordered&read=volatile&width=8&offset=28 | PROMISED WHOLE | both accesses
        api=unsafe&write=cas&read=volatile&width=2&offset=3 | REFUSED UNTIL COMPILED | span two ints
        api=unsafe&write=cas&read=volatile&width=2&offset=5 | PROMISED WHOLE | both accesses
        api=agrona&write=cas&read=volatile&width=2&offset=4 | REFUSED | no such method
        width=32&offset=32 | TEARS UNTIL COMPILED | in pieces
        """)
    void shouldSayWhatTheApiDoes(String hash, String verdict, String words) {
        String origin = verdict.equals("PROMISED WHOLE") ? "promised" : "documented";
        follow("#cpu=emerald-rapids&start=4096&" + hash);
        assertAnswer("Emerald Rapids", verdict, origin, words);
    }

    @Test
    void shouldShowSeveralCandidatesWorstFirst() {
        open("#cpu=Standard_D2as_v4&offset=28");
        assertThat(browser.findElements(By.className("card"))).hasSize(2);
        assertThat(text("#notice")).contains("2 CPUs, worst first");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        cpu=zen-4&offset=abc                     | offset
        cpu=zen-4&offset=28&write=toString       | write
        cpu=zen-4&offset=28&read=constructor     | read
        cpu=zen-4&offset=28&valueOf=1            | valueOf
        cpu=zen-4&offset=28&api=toString         | api
        cpu=zen-4&offset=28&start=3              | start
        cpu=zen-4&offset=28&type=toString        | type
        cpu=zen-4&inside=page                    | inside
        cpu=zen-4&offset=28&width=3&width=64     | width
        cpu=zen-4&offset=28&write=toString&width=64 | write
        cpu=zen-4&offset=65536                   | offset
        """)
    void shouldNotAnswerForAnInvalidLink(String hash, String field) {
        open("#" + hash);
        assertThat(text("#notice")).isEqualTo("The link has no valid " + field + ".");
        assertThat(browser.findElements(By.className("card"))).isEmpty();
        assertThat(browser.getTitle()).startsWith("NOT UNDERSTOOD");
    }

    @Test
    void shouldShowOneRowPerCpu() {
        open("#offset=28");
        assertThat(browser.findElements(By.cssSelector(".card .rows li")).stream().map(WebElement::getText))
            .anyMatch(row -> row.contains("Zen 4") && row.contains("yes, it tears"))
            .anyMatch(row -> row.contains("Emerald Rapids") && row.contains("promised whole"))
            .anyMatch(row -> row.contains("POWER") && row.contains("not promised"));
        browser.findElement(By.cssSelector(".card .rows a[href*='zen-4']")).click();
        wait("Zen 4");
        assertThat(text(".card .what")).contains("at 28");
    }

    @Test
    void shouldLabelTheExample() {
        open("");
        assertThat(text(".card .example")).isEqualTo("Example");
        assertThat(text("#terms")).contains("A tear", "Ordered", "Volatile");
        type("Zen 5 28");
        assertThat(browser.findElement(By.cssSelector(".card .example")).isDisplayed()).isFalse();
    }

    /** Without scripts, the page has its example, the table and the panels, and no controls that do nothing. */
    @Test
    void shouldBeReadableWithoutScripts() {
        browser.executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", true));
        try {
            browser.get("about:blank");
            browser.get(page.toUri().toString());
            assertThat(text(".card .example")).isEqualTo("Example");
            assertThat(text(".card .word")).isEqualTo("YES, IT TEARS");
            assertThat(text(".card .java")).contains("putLongRelease");
            assertThat(browser.findElements(By.cssSelector(".designs tbody tr")).stream().map(WebElement::getText))
                .anyMatch(row -> row.startsWith("Zen 4") && row.contains("32 bytes"))
                .anyMatch(row -> row.startsWith("AMD") && row.contains("8 bytes (A1)"));
            assertThat(browser.findElements(By.cssSelector("input, button, select, #ruler, #chips")))
                .noneMatch(WebElement::isDisplayed);
            browser.findElement(By.cssSelector("#questions summary")).click();
            assertThat(text("#questions")).contains("emulator or with Rosetta");
        } finally {
            browser.executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", false));
        }
    }

    /** An unmeasured CPU names what others reported, and the nearest measured relative. */
    @Test
    void shouldNameReportsAndRelatives() throws IOException {
        Path without = folder.resolve("without.html");
        Files.writeString(without, HtmlPage.text(Page.of(ReportTest.publishedIf(design -> !design.startsWith("Zen 3")),
            false, null, List.of())));
        browser.get(without.toUri() + "#cpu=zen-3&offset=28");
        waitFor(".card");
        assertThat(text(".card .word")).isEqualTo("NOT PROMISED");
        assertThat(text(".card")).contains("nearest measured CPU by lineage, Zen 4");
        open("#cpu=zen-2&offset=20");
        assertThat(text(".card")).contains("nearest measured CPU by lineage, Zen 3").doesNotContain("L1");
        open("#cpu=zen&offset=28");
        assertThat(text(".card")).contains("nearest measured CPU by lineage, Zen 3");
        open("#cpu=z15&offset=28");
        assertThat(text(".card")).doesNotContain("nearest measured");
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
        choose("write", "cas");
        assertThat(browser.getCurrentUrl()).contains("cpu=zen-5", "write=cas");
        browser.navigate().back();
        browser.navigate().back();
        wait("Zen 4");
        assertThat(browser.getCurrentUrl()).contains("cpu=zen-4");
        browser.navigate().forward();
        wait("Zen 5");
        assertThat(chip("write").getDomAttribute("data-value")).isEqualTo("ordered");
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
        // Only these rules look at colours.
        List<String> rules = scheme.equals("dark") ? List.of("color-contrast", "link-in-text-block") : List.of();
        browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features",
            List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        open("");
        // A row with the elements, attributes and empty texts of an earlier one adds nothing but time.
        browser.executeScript("for (const one of document.querySelectorAll('details')) one.open = true;"
            + "const seen = new Set(); for (const row of document.querySelectorAll('#evidence tr')) {"
            + "const shape = [...row.querySelectorAll('*')].map(it => [it.tagName, ...it.getAttributeNames(),"
            + "it.className, it.textContent.trim() === '']).join(); if (seen.has(shape)) row.remove();"
            + "seen.add(shape); }");
        try (InputStream axe = PageIT.class.getResourceAsStream("/axe.min.js")) {
            browser.executeScript(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
        }
        assertThat(faults(rules)).isEmpty();
        // The panels and their tables are the same for every hash, and take most of the time.
        browser.executeScript("for (const one of document.querySelectorAll('details')) one.open = false;"
            + "for (const one of document.querySelectorAll('details table')) one.remove();");
        for (String hash : List.of("#cpu=neoverse-v1&offset=28", "#cpu=zen-2&offset=28", "#cpu=zen-4", "#offset=28",
            "#ask=Zen%206", "#ask=split%20lock")) {
            follow(hash);
            assertThat(faults(rules)).as(hash).isEmpty();
        }
    }

    /** Returns what axe objects to by some or else all rules, and no details of what it does not object to. */
    private static List<?> faults(List<String> rules) {
        return (List<?>) browser.executeAsyncScript("const [rules, done] = arguments;"
            + "axe.run({resultTypes: ['violations'], ...(rules.length ? {runOnly: rules} : {})}).then("
            + "result => done(result.violations.map(it => it.id + ': ' + it.nodes.slice(0, 3)"
            + ".map(node => node.html + ' ' + node.failureSummary).join(' | '))));", rules);
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
        assertThat((List<?>) browser.executeScript("return [...document.querySelectorAll('a, button, select, summary,"
            + " #search, #offset')].filter((one) => one.offsetParent && one.getBoundingClientRect().height < 24)"
            + ".map((one) => one.outerHTML);")).isEmpty();
        assertThat((List<?>) browser.executeScript("return [...document.querySelectorAll('body *')].filter((one) =>"
            + " one.offsetParent && parseFloat(getComputedStyle(one).fontSize) < 13).map((one) => one.outerHTML);"))
            .isEmpty();
    }
}
