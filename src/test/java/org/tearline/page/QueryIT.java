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
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.tearline.Sample;
import org.tearline.ask.Questions;
import org.tearline.ask.Reply;

/** Tests in Chromium how the page understands what is typed, if it is installed. */
class QueryIT extends OnPage {
    private static final Path NAMES = Path.of("src/test/resources/search/names.txt");
    private static final Path QUESTIONS = Path.of("src/test/resources/search/questions.tsv");
    private static final int ASKED = 300;
    /** The other engine takes 0.1 s for each. */
    private static final int COMPARED = 5;
    private static final int AT_ONCE = 200;

    @Test
    void shouldFindCpusByNameNumberAndInstanceType() throws IOException {
        Map<String, String> wanted = new LinkedHashMap<>();
        Files.readAllLines(NAMES).stream().filter(line -> !line.startsWith("#"))
            .map(line -> line.split(" ?\\| ?", 2)).forEach(parts -> wanted.put(parts[0], parts[1].strip()));
        assertThat(wanted).hasSizeGreaterThanOrEqualTo(400);
        open("");
        String scripts = Page.QUESTION_SCRIPTS.stream().map(Resource::script).collect(Collectors.joining());
        List<?> found = (List<?>) browser.executeScript(scripts
            + "const data = restored(JSON.parse(document.getElementById('data').textContent));"
            + "const reader = new Reader(new Finder(data), data.names); return arguments[0].map((name) =>"
            + "reader.read(name).cpus.map((hit) => data.cpus[hit.cpu].id).join(' + '));", List.copyOf(wanted.keySet()));

        assertThat(found).asInstanceOf(InstanceOfAssertFactories.list(String.class))
            .containsExactlyElementsOf(wanted.values());
    }

    /** Instances of one type can have different CPUs, which /proc/cpuinfo must tell apart. */
    @Test
    void shouldDistinguishTheCpusOfAnInstanceType() {
        open("");
        String scripts = Page.QUESTION_SCRIPTS.stream().map(Resource::script).collect(Collectors.joining());
        List<?> types = (List<?>) browser.executeScript(scripts
            + "const finder = new Finder(restored(JSON.parse(document.getElementById('data').textContent)));"
            + "return finder.types.map(({cpus}) => finder.installed(cpus).map(({cpuinfo}) => cpuinfo));");

        assertThat(types).hasSizeGreaterThan(40).map(type -> (List<?>) type).allSatisfy(cpus -> {
            assertThat(cpus).isNotEmpty();
            if (cpus.size() > 1) {
                assertThat(cpus).asInstanceOf(InstanceOfAssertFactories.LIST).doesNotHaveDuplicates()
                    .doesNotContain("");
            }
        });
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
        Zen 4                           | Zen 4          | TEARS AT 14 OF 64 PLACES
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

    /** The chips say what was asked, with a star, and what was assumed; a link to the answer shows the same ones. */
    @ParameterizedTest
    @CsvFileSource(resources = "/search/chips.txt", delimiter = '|')
    void shouldShowTheQuestionAsChips(String typed, String chips) {
        ask(typed);
        assertThat(chips()).isEqualTo(chips);
        reopen();
        assertThat(chips()).isEqualTo(chips);
        ask(browser.findElement(By.id("search")).getDomProperty("value"));
        assertThat(chips()).isEqualTo(chips);
    }

    private static String chips() {
        return (String) browser.executeScript("return [...document.querySelectorAll('#chips [data-chip]')].map((chip)"
            + " => `${chip.dataset.chip}=${chip.dataset.value}${chip.classList.contains('asked') ? '*' : ''}`)"
            + ".join(' ');");
    }

    /** A text that only goes on changes the chips that stand. */
    @Test
    void shouldChangeTheChipsThatStand() {
        ask("Zen 4 28");
        paste("and with cas?");
        assertThat(chips()).contains("cpu=zen-4*", "write=cas*", "place=28*");
        paste("what about Zen 5?");
        assertThat(chips()).contains("cpu=zen-5*", "write=cas*", "place=28*");
        choose("place", "60");
        choose("read", "cas");
        assertThat(chips()).contains("cpu=zen-5*", "write=cas*", "read=cas*", "place=60*");
        assertThat(text(".card .word")).isEqualTo("PROMISED WHOLE");
    }

    /** Memory that an API allocates starts at a multiple of 16, so an index may lie at four places of a line. */
    @ParameterizedTest
    @CsvFileSource(resources = "/search/places.txt", delimiter = '|')
    void shouldAnswerForTheApiAndEveryPlaceOfAnIndex(String typed, String word, String text) {
        ask(typed);
        assertThat(text(".card .word")).isEqualTo(word);
        assertThat(text(".card")).contains(text);
    }

    /** Matching must not take time that grows with the square of the length: the build would end this test. */
    @Test
    void shouldReadALongText() {
        ask("zen 4 at 28 ".repeat(2_000));
        assertThat(text(".card .cpu")).isEqualTo("Zen 4");
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
        assertThat(text("#topic")).contains("affect speed only");
    }

    /** What the page does not know gets no verdict, and neither does a word of which it needs more. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Zen 6 28              | lists no CPU called “zen 6”
        Intel Zen 4 28        | lists no CPU called “intel zen 4”
        Exynos 2200 28        | lists no CPU called “exynos 2200”
        Cortex-M4 offset 28   | lists no CPU called “cortex-m4”
        Intel cpu family : 99, model : 1 | lists no CPU called
        MemorySegment 60 Zen 4 | WHICH LAYOUT?
        vector Zen 4 at 0     | WHICH WIDTH?
        buffer.putLong(28, v) Zen 4 | WHICH BUFFER?
        Zen 4 28 in the interpreter | code that C2 compiled
        Zen 4 28 under QEMU   | An emulator makes accesses
        frobnicator           | Not understood
        help                  | Not understood
        """)
    void shouldGiveNoVerdict(String typed, String text) {
        ask(typed);
        assertThat(text("#notice") + text("#topic") + text("#cards")).contains(text);
        assertThat(browser.findElements(By.cssSelector(".card.torn, .card.promised, #ruler:not([hidden])"))).isEmpty();
        reopen();
        assertThat(text("#notice") + text("#topic") + text("#cards")).contains(text);
    }

    /** Without a CPU, the lines of all CPUs are drawn one below another. */
    @Test
    void shouldDrawTheLinesOfAllCpus() {
        ask("8 bytes at 60");
        assertThat(text(".card .word")).isEqualTo("WHICH CPU?");
        assertThat(browser.findElements(By.cssSelector(".card .rows svg"))).hasSizeGreaterThan(15);
        assertThat(text(".card .rows")).contains("Zen 4", "yes, it tears", "POWER CPU of unknown design");
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
        List<String> lines = Files.readAllLines(QUESTIONS).stream().filter(line -> !line.startsWith("#")).toList();
        List<String[]> questions = Sample.of(ASKED, lines).map(line -> line.split("\t")).toList();
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

    /**
     * The command ask runs the page's scripts in another engine, which must give the same chips and verdicts. Only on
     * the page, a text that begins with "and" or the like changes the chips that stand.
     */
    @Test
    void shouldAnswerInTheTerminalAsOnThePage() throws IOException {
        List<String> questions = Sample.of(COMPARED, Files.readAllLines(QUESTIONS)).map(line -> line.split("\t")[0])
            .filter(question -> !question.matches("#.*|(?i)(?:and|but|or|then|what about|how about)\\b.*")).toList();
        List<String> here = Questions.answers(questions, Files.readString(page)).stream().map(QueryIT::summary)
            .toList();
        List<String> there = onPage(questions, """
            const chips = [...document.querySelectorAll('#chips [data-chip]')].map(({dataset, classList}) =>
              `${dataset.chip}=${dataset.value}${classList.contains('asked') ? '*' : ''}`);
            const words = [...document.querySelectorAll('.card .word')].map((word) => word.textContent);
            const hits = [...document.querySelectorAll('#topic [data-section]')].map(({dataset}) => dataset.section);
            return [...chips, ...words, ...hits].join(' ');""");
        assertThat(here).containsExactlyElementsOf(there);
    }

    private static String summary(Reply reply) {
        Stream<String> chips = reply.chips().stream()
            .map(chip -> chip.chip() + "=" + chip.value() + (chip.asked() ? "*" : ""));
        Stream<String> words = reply.cards().stream().map(Reply.Card::headline);
        Stream<String> hits = reply.sections().stream().map(Reply.Part::id);
        return Stream.of(chips, words, hits).flatMap(part -> part).collect(Collectors.joining(" "));
    }

    /** Returns the visible text of the notice, the topic and the cards for each question. */
    private static List<String> answers(List<String> questions) {
        return onPage(questions, """
            const parts = [...document.querySelectorAll('#notice, #topic, .card')];
            return parts.filter((part) => part.offsetParent !== null).map((part) => part.innerText).join(' ');""");
    }

    /** Asks questions on one page, and returns what the script reads from the document after each. */
    private static List<String> onPage(List<String> questions, String script) {
        ask("");
        List<String> answers = new ArrayList<>();
        // On a busy machine, Selenium does not wait for a script that asks all of them.
        for (int from = 0; from < questions.size(); from += AT_ONCE) {
            List<String> some = List.copyOf(questions.subList(from, Math.min(from + AT_ONCE, questions.size())));
            List<?> read = (List<?>) browser.executeScript("const read = () => {" + script + "};" + """
                const field = document.getElementById('search');
                // Each change of the address takes 15 ms in the browser.
                history.replaceState = history.pushState = () => {};
                const answers = arguments[0].map((question) => {
                  field.value = question;
                  field.dispatchEvent(new Event('change'));
                  return read();
                });
                delete history.replaceState;
                delete history.pushState;
                return answers;""", some);
            read.forEach(answer -> answers.add((String) answer));
        }
        return answers;
    }

    private static boolean found(String pattern, String text) {
        return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE | Pattern.DOTALL).matcher(text).find();
    }

    /** The browser shows them in a list of its own, which a test cannot see. */
    @Test
    void shouldSuggestWhileTyping() {
        open("");
        browser.findElement(By.id("search")).sendKeys("60 emer");
        assertThat(suggestions()).first().isEqualTo("60 Emerald Rapids ");
        type("zen4");
        assertThat(suggestions()).contains("Zen 4c ");
        ask("60 Emerald Rapids ");
        assertThat(text(".card .what")).contains("at 60");
    }

    private static List<String> suggestions() {
        String values = (String) browser.executeScript("return [...document.querySelectorAll('#suggestions option')]"
            + ".map((option) => option.value).join('|');");
        return List.of(values.split("[|]"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        128 bytes of padding                | padding
        does padding help                   | padding
        does volatile help                  | volatile
        what does NOT SEEN mean             | not-seen
        how do I send a result              | send
        GraalVM Zen 4 28                    | other-jvms
        split lock Zen 5                    | split-lock-amd
        how do I get aligned memory         | aligned-memory
        cache line aligned allocation       | aligned-memory
        what is malloc aligned to           | allocation
        how to switch split lock detection off | split-lock-off
        perf event for split locks          | split-lock-perf
        UUID read while another thread writes it | two-longs
        sun.misc.Unsafe will be removed     | unsafe-removal
        is movdqa atomic                    | movdqa
        how long must I run it              | how-long
        """)
    void shouldFindTheSection(String typed, String section) {
        follow("#cpu=zen-5&offset=28");
        paste(typed);
        List<WebElement> hits = browser.findElements(By.cssSelector("#topic [data-section]"));
        assertThat(hits).hasSizeBetween(1, 3);
        assertThat(hits.get(0).getDomAttribute("data-section")).isEqualTo(section);
        assertThat(hits.get(0).getDomAttribute("open")).isNotNull();
        assertThat(hits.subList(1, hits.size())).allMatch(hit -> hit.getDomAttribute("open") == null);
        assertThat(browser.findElements(By.className("card"))).isEmpty();
        browser.navigate().back();
        wait("Zen 5");
        assertThat(text(".card .what")).contains("at 28");
        browser.navigate().forward();
        waitFor("#topic");
    }

    /** The field suggests the titles, so each must lead to its own section. */
    @Test
    void shouldFindEverySectionByItsTitle() {
        List<Section> sections = Section.all();
        List<String> found = onPage(sections.stream().map(Section::title).toList(),
            "return document.querySelector('#topic [data-section]')?.dataset.section ?? '';");
        assertThat(found).containsExactlyElementsOf(sections.stream().map(Section::id).toList());
    }

    /** The same explanation as by the command judge, for a line that is pasted into the field. */
    @Test
    void shouldExplainAPastedLine() {
        ask("siginfo: si_signo: 7 (SIGBUS), si_code: 1 (BUS_ADRALN), si_addr: 0x0000fffe9cce3097");
        assertThat(text("#topic")).contains("misaligned", "7 bytes after a multiple of 16");
        assertThat(browser.findElements(By.className("card"))).isEmpty();
    }

    /** The field has one line, and a crash log is longer than a link may be. */
    @ParameterizedTest
    @CsvSource({
        "neoverse-n1, ~StubRoutines::atomic entry points, 12 bytes after a multiple of 16 and 12",
        "truncated-25, ~StubRoutines::updateBytesCRC32, could not supply the page at 0x0",
        "three-bus-locks, The log has 3 such lines, bus lock in remake"})
    void shouldExplainAPastedLog(String log, String frame, String cause) throws IOException {
        String lines = Files.readString(Path.of("src", "test", "resources", "symptoms", log + ".txt"));
        follow("");
        browser.executeScript("const field = document.getElementById('search'); const data = new DataTransfer();"
            + "data.setData('text', arguments[0]); field.focus(); field.select();"
            + "field.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, cancelable: true}));", lines);
        assertThat(text("#topic")).contains(frame, cause);
        reopen();
        assertThat(text("#topic")).contains(frame, cause);
    }

    /** Some programs put all lines into one. */
    @Test
    void shouldExplainJoinedLines() {
        ask("#  SIGBUS (0x7) at pc=0x00007f0c1, pid=1, tid=2# Java VM: OpenJDK 64-Bit Server VM (17, mixed mode,"
            + " linux-aarch64)# Problematic frame:# v  ~StubRoutines::atomic entry points#siginfo: si_signo: 7"
            + " (SIGBUS), si_code: 1 (BUS_ADRALN), si_addr: 0x0000ffff4404002c");
        assertThat(text("#topic")).contains("SIGBUS: a misaligned access", "~StubRoutines::atomic entry points.");
    }
}
