// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Tests in Chromium how the page understands what is typed, if it is installed. */
class QueryIT extends OnPage {
    private static final Path NAMES = Path.of("src/test/resources/search/names.txt");
    private static final Path QUESTIONS = Path.of("src/test/resources/search/questions.tsv");

    @Test
    void shouldFindCpusByNameNumberAndInstanceType() throws IOException {
        Map<String, String> wanted = new LinkedHashMap<>();
        Files.readAllLines(NAMES).stream().filter(line -> !line.startsWith("#"))
            .map(line -> line.split(" ?\\| ?", 2)).forEach(parts -> wanted.put(parts[0], parts[1].strip()));
        assertThat(wanted).hasSizeGreaterThanOrEqualTo(400);
        open("");
        String scripts = Stream.of("spelling", "search", "query").map(name -> "/page/" + name + ".js")
            .map(Resource::text).collect(Collectors.joining());
        List<?> found = (List<?>) browser.executeScript(scripts
            + "const data = JSON.parse(document.getElementById('data').textContent);"
            + "const reader = new Reader(new Finder(data), data, []); return arguments[0].map((name) =>"
            + "reader.read(name).cpus.map((hit) => data.cpus[hit.cpu].id).join(' + '));", List.copyOf(wanted.keySet()));

        assertThat(found).asInstanceOf(InstanceOfAssertFactories.list(String.class))
            .containsExactlyElementsOf(wanted.values());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Zen 4 · 28 · ordered · volatile | Zen 4          | YES, IT TEARS
        8259CL 60                       | Cascade Lake   | YES, IT TEARS
        CPU part : 0xd40 · 28           | Neoverse V1    | FAULTS
        int 62 on Zen 5                 | Zen 5          | YES, IT TEARS
        lock cmpxchg at 60 Zen 4        | Zen 4          | YES, IT TEARS
        Zen 4 xchg xchg 60              | Zen 4          | PROMISED WHOLE
        Graviton 2 at 12                | Neoverse N1    | FAULTS
        vendor_id : GenuineIntel cpu family : 6 model : 207 stepping : 2 · 28 | Emerald Rapids | PROMISED WHOLE
        M2 Mac 60                       | Apple M2       | FAULTS
        Zen 4                           | Zen 4          | TEARS AT 25 TO 31, 57 TO 63
        POWER9 across a line            | POWER9         | NOT PROMISED
        zen4c aligned                   | Zen 4          | PROMISED WHOLE
        """)
    void shouldAnswerTypedText(String typed, String cpu, String verdict) {
        ask(typed);
        assertThat(text(".card .cpu")).isEqualTo(cpu);
        assertThat(text(".card .word")).isEqualTo(verdict);
        String hash = browser.getCurrentUrl();
        reopen();
        assertThat(browser.getCurrentUrl()).isEqualTo(hash);
        assertThat(text(".card .cpu")).isEqualTo(cpu);
        assertThat(text(".card .word")).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Zen 4 · 8 · ordered · volatile     | a long at 8, ordered / volatile   | Assumed: a long.
        Graviton4 8 cas                    | a long at 8, cas / volatile       | Assumed: a long, volatile read.
        Zen 4 0x3c setOpaque getOpaque     | a long at 60, opaque / opaque     | Assumed: a long.
        Zen 4 28 read plain write volatile | a long at 28, volatile / plain    | Assumed: a long, access by Unsafe.
        Zen 4 16 byte vector 20            | a vector of 16 bytes at 20        | ''
        Zen 5 60 both lock cmpxchg         | a long at 60, cas / cas           | Assumed: a long.
        A72 60 int                         | an int at 60, ordered / volatile  | Assumed: ordered write, volatile read.
        Zen 4 double at 28                 | a double at 28, ordered / volat   | Assumed: ordered write, volatile read.
        getFloat putFloatRelease 62 Zen 5  | a float at 62, ordered / plain    | Assumed: access by Unsafe.
        JAVA_CHAR 3 Zen 5                  | char at 3, ordered / volatile, M  | Assumed: ordered write, volatile read.
        padding zen 4 58                   | a long at 58, ordered / volatile  | needs 6 bytes of padding
        Ryzen 7 9700X 60                   | 9700X · a long at 60              | 9700X is Zen 5. The measurements are f
        int inside a line Zen 4            | an int, ordered / volatile        | Assumed: ordered write, volatile read.
        POWER9 across a page               | a long at 65532 (124 in its line) | Assumed: a long, ordered write
        """)
    void shouldShowHowTypedTextWasUnderstood(String typed, String what, String notice) {
        ask(typed);
        assertThat(text(".card .what")).contains(what);
        assertThat(text("#notice")).contains(notice);
        assertThat(notice.isEmpty()).isEqualTo(text("#notice").isEmpty());
        reopen();
        ask(browser.findElement(By.id("search")).getDomProperty("value"));
        assertThat(text(".card .what")).contains(what);
    }

    /** Keys, in a page that shows something else, and a page that is loaded again. */
    @Test
    void shouldKeepNothingOfAnEarlierAnswer() {
        open("#cpu=zen-5&offset=33&write=cas&read=cas&width=4");
        type("Zen 4 · 8");
        assertThat(text(".card .what")).contains("a long at 8, ordered / volatile");
        browser.navigate().refresh();
        waitFor(".card");
        assertThat(text(".card .what")).contains("a long at 8, ordered / volatile");
        type("does padding help");
        browser.navigate().refresh();
        waitFor("#topic");
        assertThat(text("#topic")).contains("improves speed");
    }

    /** A question that is not understood gets no verdict, and neither does a link with an invalid field. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Zen 6 28              | NOT UNDERSTOOD | Not understood: zen 6.
        Zen 4 28.5            | NOT UNDERSTOOD | Not understood: 28.5.
        Zen 4 28 60 cas       | NOT UNDERSTOOD | Not understood: 28, 60.
        Zen 5 offset -1       | NOT UNDERSTOOD | An offset is not negative
        Intel Zen 4 28        | NOT UNDERSTOOD | Not understood: zen 4.
        Exynos 2200 28        | NOT UNDERSTOOD | exynos
        java 8 Zen 4 28       | NOT UNDERSTOOD | Not understood: 8.
        frobnicator           | NOT UNDERSTOOD | lists no CPU of this name
        Intel cpu family : 99, model : 1 | NOT UNDERSTOOD | with these numbers
        8 bytes at 60         | WHICH CPU?     | Understood: a long · offset 60.
        MemorySegment 60      | WHICH LAYOUT?  | ''
        vector Zen 4 at 0     | WHICH WIDTH?   | ''
        """)
    void shouldSayWhatIsMissing(String typed, String word, String text) {
        ask(typed);
        assertThat(text(".card .word")).isEqualTo(word);
        assertThat(text(".card")).contains(text);
        assertThat(browser.findElements(By.cssSelector(".card.torn, .card.promised, #ruler:not([hidden])"))).isEmpty();
        reopen();
        assertThat(text(".card .word")).isEqualTo(word);
    }

    @Test
    void shouldShowTwoCards() {
        ask("Zen 5 vs Zen 4 28");
        assertThat(browser.findElements(By.cssSelector(".card .cpu")).stream().map(WebElement::getText))
            .containsExactly("Zen 5", "Zen 4");
        assertThat(text("#card1 .word")).isEqualTo("YES, IT TEARS");
    }

    /** Questions that were written down before anybody saw how the page reads them, put to one page in turn. */
    @Test
    void shouldAnswerQuestions() throws IOException {
        List<String[]> questions = Files.readAllLines(QUESTIONS).stream().filter(line -> !line.startsWith("#"))
            .map(line -> line.split("\t")).toList();
        assertThat(questions).hasSizeGreaterThanOrEqualTo(250);
        List<String> answers = answers(questions.stream().map(parts -> parts[0]).toList());
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            String[] parts = questions.get(i);
            if (!found(parts[1], answers.get(i)) || parts.length > 2 && found(parts[2], answers.get(i))) {
                wrong.add(parts[0] + " -> " + answers.get(i));
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** Returns the visible text of the notice, the topic and the cards for each question. */
    private static List<String> answers(List<String> questions) {
        ask("");
        List<?> answers = (List<?>) browser.executeScript("""
            const field = document.getElementById('search');
            // Each change of the address takes 15 ms in the browser.
            history.replaceState = () => {};
            const answers = arguments[0].map((question) => {
              field.value = question;
              field.dispatchEvent(new Event('input'));
              const parts = [...document.querySelectorAll('#notice, #topic, .card')];
              return parts.filter((part) => part.offsetParent !== null).map((part) => part.innerText).join(' ');
            });
            delete history.replaceState;
            return answers;""", questions);
        return answers.stream().map(String.class::cast).toList();
    }

    private static boolean found(String pattern, String text) {
        return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE | Pattern.DOTALL).matcher(text).find();
    }

    @Test
    void shouldSuggestWhileTyping() {
        open("");
        WebElement field = browser.findElement(By.id("search"));
        field.sendKeys("60 emer");
        waitFor("#suggestions [role=option]");
        assertThat(field.getDomAttribute("aria-expanded")).isEqualTo("true");
        assertThat(text("#suggestions")).contains("Emerald Rapids");
        field.sendKeys(Keys.ARROW_DOWN);
        WebElement active = browser.findElement(By.id(field.getDomAttribute("aria-activedescendant")));
        assertThat(active.getText()).isEqualTo("Emerald Rapids");
        assertThat(active.getDomAttribute("aria-selected")).isEqualTo("true");
        field.sendKeys(Keys.ENTER);
        wait("Emerald Rapids");
        assertThat(field.getDomProperty("value")).isEqualTo("60 Emerald Rapids ");
        assertThat(field.getDomAttribute("aria-expanded")).isEqualTo("false");
        assertThat(text(".card .what")).contains("at 60");
        field.sendKeys("gran", Keys.ESCAPE);
        assertThat(browser.findElement(By.id("suggestions")).isDisplayed()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        128 bytes of padding | costs  | improves speed
        does padding help | costs     | improves speed
        shared counter    | costs     | AtomicLong
        not seen          | evidence  | is not a promise
        send              | send      | submit
        split lock Zen 5  | costs     | Measured on Zen 5
        GraalVM Zen 4 28  | questions | have not been measured
        """)
    void shouldAnswerATopic(String typed, String panel, String words) {
        follow("#cpu=zen-5&offset=28");
        paste(typed);
        assertThat(text("#topic")).contains(words);
        assertThat(browser.findElements(By.className("card"))).isEmpty();
        assertThat(browser.findElement(By.id(panel)).getDomAttribute("open")).isNotNull();
        browser.navigate().back();
        wait("Zen 5");
        assertThat(browser.findElement(By.id(panel)).getDomAttribute("open")).isNull();
        assertThat(text(".card .what")).contains("at 28");
        browser.navigate().forward();
        waitFor("#topic");
        assertThat(text("#topic")).contains(words);
    }

    /** The same explanation as by the command judge, for a line that is pasted into the field. */
    @Test
    void shouldExplainAPastedLine() {
        ask("siginfo: si_signo: 7 (SIGBUS), si_code: 1 (BUS_ADRALN), si_addr: 0x0000fffe9cce3097");
        assertThat(text("#topic")).contains("misaligned", "7 bytes after a multiple of 16");
        assertThat(browser.findElements(By.className("card"))).isEmpty();
    }
}
