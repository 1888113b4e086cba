// SPDX-License-Identifier: Apache-2.0
package org.tearline.published.jcstress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.published.UnreadableExport;

class JcstressExportTest {
    private static final String GOOD = """
        {"format":"tearline-jcstress","formatVersion":1,"jcstressVersion":"0.16","source":"results.bin.gz",
        "environment":{"java.vendor":"Debian","java.vm.version":"17.0.15+6","java.vm.name":"OpenJDK"},
        "results":[{"test":"T","status":"NORMAL","compilation":{},"scheduling":"free","samples":3,
        "outcomes":[{"id":"60 after","count":2},{"id":"60 before","count":1}]}]}""";

    @Test
    void shouldReadWhatItNeedsAndNoMore() throws Exception {
        JcstressExport export = parse(GOOD);

        assertThat(export.results()).singleElement().satisfies(result -> {
            assertThat(result.samples()).isEqualTo(3);
            assertThat(result.outcomes()).contains(new JcstressExport.Outcome("60 after", 2));
        });
        assertThat(export.jvm().version()).isEqualTo("17.0.15+6");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "tearline-jcstress|other|/format: must be the constant value 'tearline-jcstress'",
        "\"formatVersion\":1|\"formatVersion\":2|/formatVersion: must be the constant value '1'",
        "\"samples\":3|\"samples\":4|T: 4 samples, but the outcomes add up to 3",
        "\"count\":2|\"count\":-2|/results/0/outcomes/0/count: must have a minimum value of 0",
        "\"count\":2|\"count\":9007199254740991|/results/0/outcomes/0/count: must have a maximum value of",
        "\"count\":2|\"count\":null|/results/0/outcomes/0/count: null found, integer expected",
        "\"status\":\"NORMAL\",|``|/results/0: required property 'status' not found",
        "\"id\":\"60 after\"|\"id\":null|/results/0/outcomes/0/id: null found, string expected",
        "\"status\":|\"test\":\"twice\",\"status\":|line 3, column 30: a name for the second time",
        "]}]}|]}|line 4"})
    void shouldSayInOneLineWhatIsWrong(String original, String changed, String expected) {
        assertThat(GOOD).contains(original);
        assertThatThrownBy(() -> parse(GOOD.replace(original, changed))).isInstanceOf(UnreadableExport.class)
            .hasMessageStartingWith(expected).message().doesNotContain("\n", "DeserializationFeature");
    }

    @Test
    void shouldRefuseWhatIsNoObjectAtAll() {
        for (String text : new String[] {"", "null", "[]", "1", "\u0000\u0001", "{\"results\":[null]}"}) {
            assertThatThrownBy(() -> parse(text)).as(text).isInstanceOf(UnreadableExport.class);
        }
        assertThatThrownBy(() -> parse(GOOD.replaceFirst("\\[\\{", "[null,{"))).isInstanceOf(UnreadableExport.class);
    }

    @Test
    void shouldMissAnEnvironmentThatSaysTooLittle() {
        assertThatThrownBy(() -> parse(GOOD).property("os.arch")).isInstanceOf(UnreadableExport.class)
            .hasMessage("its environment does not say os.arch");
    }

    private static JcstressExport parse(String text) throws UnreadableExport {
        return JcstressExport.parse(text.getBytes(StandardCharsets.UTF_8));
    }
}
