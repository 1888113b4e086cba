// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SubmissionTextTest {
    @Test
    void shouldQuoteForTheShellOfTheSystem() {
        assertThat(SubmissionText.quoted("/home/o'neil/x", false)).isEqualTo("'/home/o'\\''neil/x'");
        assertThat(SubmissionText.quoted("C:\\Users\\O'Neil\\x", true)).isEqualTo("'C:\\Users\\O''Neil\\x'");
        assertThat(SubmissionText.quoted("C:\\tearline\\reports", true)).isEqualTo("C:\\tearline\\reports");
        assertThat(SubmissionText.quoted("C:\\tearline", false)).isEqualTo("'C:\\tearline'");
        assertThat(SubmissionText.quoted("$(whoami)", true)).isEqualTo("'$(whoami)'");
    }
}
