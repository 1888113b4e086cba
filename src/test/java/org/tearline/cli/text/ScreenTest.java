// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScreenTest {
    private static final String LONG = "before " + "0f".repeat(64) + "  after " + "1e".repeat(64);

    @Test
    void shouldWrapToItsWidth() {
        assertThat(printed(40, LONG).lines()).hasSizeGreaterThan(6).allMatch(line -> line.length() <= 40);
        assertThat(printed(40, LONG).replaceAll("\\s", "")).isEqualTo((LONG + LONG).replaceAll("\\s", ""));
    }

    @Test
    void shouldNotSplitUrlsOrLinesOfFiles() {
        String url = "https://docs.example/" + "x".repeat(60);
        assertThat(printed(40, url).lines()).allMatch(line -> line.strip().equals(url));
        assertThat(printed(Screen.ENDLESS, LONG).lines()).containsExactly(LONG, LONG);
    }

    private static String printed(int columns, String text) {
        return Output.printed(columns, screen -> {
            screen.line(text);
            screen.say("", "  ", text);
        });
    }
}
