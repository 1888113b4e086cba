// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tearline.merge.Seen;

class LookTest {
    private static final long CHANGES = 10_000_000;

    @Test
    void shouldGiveOneColourToOneDigitAndTheDigitThatIsWritten() {
        Map<String, String> colours = new HashMap<>();
        for (double rate = 1; rate > 1 / (double) CHANGES; rate /= 1.001) {
            long torn = Math.round(rate * CHANGES);
            Look look = Look.of(Seen.TORN, (double) torn / CHANGES, CHANGES);
            String written = Look.oneDigit((double) torn / CHANGES);

            assertThat(colours.merge(look.sign(), look.style(), (a, b) -> a.equals(b) ? a : "two")).isNotEqualTo("two");
            assertThat(written.contains("e") ? written.replaceFirst(".*e-", "") : "0").isEqualTo(look.sign());
        }
        assertThat(colours).hasSize(8).containsEntry("0", "torn3").containsEntry("7", "torn1");
    }

    @Test
    void shouldGiveOneColourToTheChangesThatAreWrittenAlike() {
        Map<String, String> colours = new HashMap<>();
        for (long changes = 1; changes < CHANGES * CHANGES; changes += 1 + changes / 997) {
            String style = Look.of(Seen.NONE_STRONG, 0, changes).style();

            assertThat(colours.merge(Look.oneDigit(changes), style, (a, b) -> a.equals(b) ? a : "two"))
                .isNotEqualTo("two");
        }
        assertThat(colours).containsEntry("9e5", "none1").containsEntry("1e6", "none2").containsEntry("1e8", "none3");
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
