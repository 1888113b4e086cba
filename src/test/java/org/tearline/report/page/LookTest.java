// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tearline.merge.Seen;
import org.tearline.report.text.Words;

class LookTest {
    private static final long CHANGES = 10_000_000;

    @Test
    void shouldGiveOneColourToOneDigitAndTheDigitThatIsWritten() {
        Map<String, String> colours = new HashMap<>();
        for (double rate = 1; rate > 1 / (double) CHANGES; rate /= 1.001) {
            long torn = Math.round(rate * CHANGES);
            Look look = Look.of(Seen.TORN, (double) torn / CHANGES, CHANGES);

            assertThat(colours.merge(look.sign(), look.style(), (a, b) -> a.equals(b) ? a : "two")).isNotEqualTo("two");
            assertThat(look.sign()).isEqualTo(String.valueOf(Words.digit((double) torn / CHANGES)));
            assertThat(written(Look.brief((double) torn / CHANGES)) * CHANGES / torn).isBetween(0.65, 1.5);
        }
        assertThat(colours).hasSize(8).containsEntry("0", "torn3").containsEntry("7", "torn1");
    }

    @Test
    void shouldGiveOneColourToTheChangesThatAreWrittenAlike() {
        Map<String, String> colours = new HashMap<>();
        for (long changes = 1; changes < CHANGES * CHANGES; changes += 1 + changes / 997) {
            String style = Look.of(Seen.NONE_STRONG, 0, changes).style();

            assertThat(colours.merge(Look.brief(changes), style, (a, b) -> a.equals(b) ? a : "two"))
                .isNotEqualTo("two");
        }
        assertThat(colours).containsEntry("999k", "none1").containsEntry("1M", "none2")
            .containsEntry("99M", "none2").containsEntry("100M", "none3");
    }

    private static double written(String brief) {
        return brief.endsWith("%") ? Double.parseDouble(brief.replace("%", "")) / 100
            : 1 / Double.parseDouble(brief.replace("1/", "").replace("k", "e3").replace("M", "e6"));
    }

    @ParameterizedTest
    @EnumSource(Seen.class)
    void shouldHaveALookWithANumberOfItsOwnForEveryState(Seen seen) {
        Look look = Look.of(seen, seen == Seen.TORN ? 0.1 : 0, 10);

        assertThat(look.seen()).isEqualTo(seen);
        assertThat(Look.ALL.get(look.number())).isEqualTo(look);
    }

    @Test
    void shouldPutTheGravestFirst() {
        assertThat(Look.ALL.get(0)).isEqualTo(Look.of(Seen.TORN, 1, 10));
        assertThat(Look.ALL.get(Look.ALL.size() - 1)).isEqualTo(Look.UNTESTED);
        assertThat(Look.ALL).doesNotHaveDuplicates();
    }
}
