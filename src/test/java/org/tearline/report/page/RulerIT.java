// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import org.tearline.published.Copy;
import org.tearline.published.Kind;
import org.tearline.published.Series;

/** A place of the page, in a browser: the ruler, the link to it, and what is said where nobody tried. */
class RulerIT extends BrowserTest {
    @Test
    void shouldOpenTheCellOfADeepLink() {
        open("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=60");

        WebElement section = browser.findElement(By.id("cpu-" + ZEN_4));
        assertThat(section.findElement(By.cssSelector("td.on")).getDomAttribute("data-offset")).isEqualTo("60");
        assertThat(section.findElements(By.cssSelector("select[data-filter='value'], select[data-filter='memory']")))
            .isEmpty();
        assertThat(section.findElement(By.className("panel")).getText()).contains("plain/volatile at offset 60",
            "Bytes 60 to 67, across a line",
                "torn 1 in 3 million to 1 in 10,000: 700 of 20,000,000 changes; seen by 1 of 2 files",
            "not guaranteed (A4)", "A misaligned load or store of 8 bytes", "Who tore, across a line: not asked",
            "unsafe.putLong(null, base + 60, value)", "a.json");
        assertThat(section.findElements(By.cssSelector(".witness tr:last-child td"))).extracting(WebElement::getText)
            .containsExactly("22", "22", "22", "22", "11", "11", "11", "11");
        assertThat(section.findElement(By.cssSelector(".witness td.seam")).getText()).isEqualTo("11");
    }

    /** What was asked for is named where the answer would stand, and nothing else is shown in its place. */
    @Test
    void shouldShowNothingElseForAPlaceThatNobodyTried() {
        open("#cpu=" + ZEN_4 + "&write=plain&read=cas&offset=60");
        assertThat(verdict()).contains("bytes 60 to 67, across a line", "untested",
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
        assertThat(notice()).isEqualTo("No CPU called intel-inside is known here."
            + " What follows holds for any x86-64 or Arm CPU.");
        assertThat(verdict()).contains("not measured");
        assertThat(browser.findElements(By.cssSelector("details.cpu"))).noneMatch(WebElement::isDisplayed);
        open("#cpu=intel-inside&write=cas&read=volatile&offset=12");
        assertThat(verdict()).contains("bytes 12 to 19, across 16 bytes", "may tear");
        open("#cpu=intel-inside&write=volatile&read=volatile&offset=12");
        assertThat(verdict()).contains("getLongVolatile(null, base + 12)");
        open("#nonsense");
        assertThat(notice()).isEqualTo("Nothing on this page is called #nonsense.");
        open("#legendh");
        assertThat(notice()).isEmpty();
    }

    @Test
    void shouldSlideTheRulerByKeys() {
        open("#cpu=" + ZEN_4 + "&write=plain&read=volatile&offset=59");
        assertThat(browser.findElement(By.className("verdict")).getText()).contains("untested", "base + 59");
        browser.findElement(By.id("offset")).sendKeys(Keys.ARROW_RIGHT);

        assertThat(browser.findElement(By.className("verdict")).getText()).contains("bytes 60 to 67, across a line",
            "torn 1 in 3 million to 1 in 10,000", "not guaranteed A4", "unsafe.putLong(null, base + 60, value);");
        assertThat(browser.findElements(By.cssSelector(".ruler .byte.old"))).hasSize(4);
        assertThat(browser.findElements(By.cssSelector(".ruler .byte.new"))).hasSize(4);
        assertThat(browser.getCurrentUrl()).endsWith("&offset=60");
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

    /** Each byte that a value of 64 bytes covers cannot be numbered, and it lies across every multiple of 8. */
    @Test
    void shouldDrawAVectorByTheLineThatItLiesAcross() throws IOException {
        Series series = Runs.series(WriteMode.PLAIN, ReadMode.PLAIN, Runs.MANY, List.of(0L, 9L, 9L, 9L));
        SortedMap<Integer, SortedMap<Integer, Long>> seams = new TreeMap<>();
        IntStream.range(1, 21).forEach(seam ->
            seams.computeIfAbsent(60, offset -> new TreeMap<>()).put(seam, 1L));
        show(Runs.run(Kind.SWEEP, Runs.zen4(), false, null, 3, List.of(Copy.of(series, "memory", Memory.BYTEBUFFER,
            "widthBytes", 64, "seams", seams, "witnesses", List.of()))));
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
    void shouldShowWhatEachWriteComesToAtAPlace() {
        open("#cpu=cascade-lake&write=ordered&read=volatile&offset=60");
        List<WebElement> writes = browser.findElements(By.cssSelector(".verdict button"));
        assertThat(writes).extracting(WebElement::getText).containsExactly("~ ordered", "~ volatile", "~ plain",
            "~ opaque", "~ cas", "~ getandset", "~ getandadd");
        writes.get(4).click();
        assertThat(browser.getCurrentUrl()).endsWith("&write=cas&read=volatile&offset=60");
        assertThat(browser.switchTo().activeElement().getText()).as("keeps its place for the keyboard")
            .isEqualTo("~ cas");
        assertThat(browser.findElements(By.cssSelector(".verdict button[aria-pressed=true]"))).hasSize(1);
        open("#cpu=cascade-lake&width=64&offset=60");
        assertThat(browser.findElements(By.cssSelector(".verdict button"))).as("of a vector there is one").isEmpty();
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
        assertThat(start.getText()).isEqualTo("4");
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

    /** A promise of two sides says which is which, and a place that cannot be is not untested. */
    @Test
    void shouldNameTheSideThatIsNotPromisedAndThePlacesThatCannotBe() throws IOException {
        Series cas = Runs.series(WriteMode.CAS, ReadMode.VOLATILE, Runs.MANY, List.of(0L, 0L, 9L, 9L));
        show(Runs.run(Kind.SWEEP, Runs.zen4(), false, null, 3, List.of(cas,
            Runs.of(cas, Memory.UNSAFE, Short.BYTES, List.of(1, 3, 63)))));
        open("#cpu=" + ZEN_4 + "&write=cas&read=volatile&offset=60");

        assertThat(verdict()).contains("not guaranteed: write atomic (A13); read not guaranteed (A4).");
        assertThat(card()).contains("Promised: not guaranteed: write atomic (A13); read not guaranteed (A4).");
        browser.findElement(By.cssSelector("#pairs-" + ZEN_4 + " summary")).click();
        List<String> rows = browser.findElements(By.cssSelector("details[open] .pairs tbody tr:first-child")).stream()
            .map(WebElement::getText).toList();
        assertThat(rows.get(0)).contains("cannot be").doesNotContain("inside 8");
        assertThat(browser.findElement(By.className("legend")).getDomProperty("textContent"))
            .contains("Named after what the reader");
    }
}
