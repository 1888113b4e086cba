// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SubmissionTextTest {
    @Test
    void shouldQuoteForTheShellOfTheSystem() {
        assertThat(SubmissionText.quoted("/home/o'neil/x", false)).isEqualTo("'/home/o'\\''neil/x'");
        assertThat(SubmissionText.quoted("C:\\tearline", false)).isEqualTo("'C:\\tearline'");
    }

    /** Uses double quotes, for both PowerShell and cmd, unless one of them would expand the content. */
    @Test
    void shouldQuoteForBothShellsOfWindows() {
        assertThat(SubmissionText.quoted("C:\\tearline\\reports", true)).isEqualTo("C:\\tearline\\reports");
        assertThat(SubmissionText.quoted("C:\\Users\\O'Neil & Co\\x", true))
            .isEqualTo("\"C:\\Users\\O'Neil & Co\\x\"");
        assertThat(SubmissionText.quoted("0,28,60", true)).isEqualTo("\"0,28,60\"");
        assertThat(SubmissionText.quoted("-Doffset=60", true)).isEqualTo("\"-Doffset=60\"");
        assertThat(SubmissionText.quoted("-javaagent:a.jar", true)).isEqualTo("\"-javaagent:a.jar\"");
        assertThat(SubmissionText.quoted("--no-split-locks", true)).isEqualTo("--no-split-locks");
        assertThat(SubmissionText.quoted("$(whoami)", true)).isEqualTo("'$(whoami)'");
        assertThat(SubmissionText.quoted("%PATH%\u2019s", true)).isEqualTo("'%PATH%\u2019\u2019s'");
    }
}
