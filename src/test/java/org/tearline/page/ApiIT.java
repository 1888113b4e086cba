// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.chrome.ChromeDriver;
import org.tearline.promise.Guarantees;

/** Tests in Chromium what the page says of each API. The data are the page's; the answer of the CPU is made up. */
class ApiIT {
    @TempDir
    static Path folder;

    private static ChromeDriver browser;

    @BeforeAll
    static void startBrowser() throws IOException {
        Path page = folder.resolve("index.html");
        Files.writeString(page, HtmlPage.text(ReportTest.published(), Guarantees.load(), false, null, List.of()));
        browser = Browser.start(folder.resolve("user"));
        browser.get(page.toUri().toString());
    }

    @AfterAll
    static void closeBrowser() {
        if (browser != null) {
            browser.quit();
        }
    }

    /** The CPU's answer is PROMISED WHOLE, or on Arm FAULTS until the call is compiled. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        x86 |bytebuffer |plain |plain |8 |44 |TEARS UNTIL COMPILED |buffer.putLong(base + 48,
        x86 |bytebuffer |plain |plain |8 |48 |PROMISED WHOLE |buffer.putLong(base + 48,
        x86 |bytebuffer |volatile |volatile |8 |48 |REFUSED |longs.setVolatile(buffer, base + 48,
        x86 |buffer-view |ordered |volatile |8 |28 |REFUSED |longs.setRelease(buffer, base + 32,
        x86 |buffer-view |ordered |volatile |8 |32 |PROMISED WHOLE |longs.setRelease(buffer, base + 32,
        x86 |buffer-view |cas |volatile |2 |32 |REFUSED |shorts.compareAndSet(buffer, base + 32, last,
        x86 |array-view |cas |cas |8 |8 |REFUSED |longs.compareAndSet(buffer, base + 8, last,
        x86 |segment |plain |plain |8 |28 |REFUSED |segment.set(JAVA_LONG, base + 32,
        x86 |segment-unaligned |plain |plain |4 |30 |TEARS UNTIL COMPILED |segment.set(JAVA_INT_UNALIGNED, base + 32,
        x86 |segment-unaligned |volatile |volatile |8 |32 |REFUSED |longs.setVolatile(segment, base + 32,
        x86 |unsafe |ordered |volatile |8 |28 |PROMISED WHOLE |UnsafeApi.putLongRelease(null, base + 32,
        arm |unsafe |ordered |plain |8 |28 |FAULTS UNTIL COMPILED |UnsafeApi.putLongRelease(null, base + 32,
        x86 |unsafe |plain |plain |32 |32 |TEARS UNTIL COMPILED |vector.intoMemorySegment(segment, base + 32,
        """)
    void shouldSayWhatTheApiDoes(String cpu, String api, String write, String read, int width, int offset,
                                 String words, String java) {
        Map<String, Object> place = Map.of("api", api, "write", write, "read", read, "width", width, "offset", offset);
        List<?> answer = (List<?>) browser.executeScript("""
            const data = JSON.parse(document.getElementById('data').textContent);
            const USUAL = {api: 'unsafe'};
            const JAVA = {2: 'short', 4: 'int', 8: 'long'};
            const isVector = (width) => width > 8;
            const cpu = {arch: 0};
            const lookUp = (_, {offset, width}, classes) => ({why: '', next: Math.ceil(offset / width) * width,
              ...(arguments[1] === 'arm' && classes === data.interpreted[0]
                ? {style: 'faults', words: 'FAULTS'} : {style: 'promised', words: 'PROMISED WHOLE'})});
            """ + Resource.text("/page/api.js") + """
            const answer = answerOf(cpu, arguments[0]);
            return [answer.words, javaOf(arguments[0], answer.next)];
            """, place, cpu);

        assertThat(answer.get(0)).isEqualTo(words);
        assertThat(answer.get(1)).asString().startsWith(java);
    }
}
