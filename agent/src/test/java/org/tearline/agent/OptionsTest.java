// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
    private static final String[] NAMES =
        {"ordered", "quiet", "frames", "lineBytes", "granuleBytes", "libraries", "report", "everySeconds", "help"};

    @Test
    void shouldHaveDefaults() throws Exception {
        for (String none : new String[] {null, "", " "}) {
            Options options = Options.parse(none);
            assertThat(options.file()).isEqualTo(
                Path.of("tearline-agent-" + ProcessHandle.current().pid() + ".json").toAbsolutePath());
            assertThat(options).extracting(NAMES).containsExactly(false, false, 1, 0, 1, List.of(), true, 0, false);
        }
    }

    @Test
    void shouldReadAllOptions() throws Exception {
        Options options = Options.parse("ordered=true, quiet,frames=32,line=128,granule=32,library=a.,library=b.,"
            + "report=false,every=60s,out=/x/%p-%p.json,help");
        assertThat(options).extracting(NAMES).containsExactly(true, true, 32, 128, 32, List.of("a.", "b."), false, 60,
            true);
        long pid = ProcessHandle.current().pid();
        assertThat(options.file()).isEqualTo(Path.of("/x/" + pid + "-" + pid + ".json"));
    }

    @Test
    void shouldReplaceNoReportOfTheSameProcessId(@TempDir Path folder) throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(Options.parse("out=" + folder + "/%p").create()).isTrue();
        }
        assertThat(folder.toFile().list()).hasSize(3);
        assertThat(Options.parse("out=" + folder).create()).isFalse();
    }

    @Test
    void shouldSayWhatWasGivenAndWhatIsAllowed() {
        assertThatThrownBy(() -> Options.parse("quiet,lines=64"))
            .hasMessage("unknown option 'lines=64'; known: ordered,"
            + " quiet, frames=1..32, out=FILE, line=BYTES, granule=8|16|32|64, library=PREFIX,"
            + " report=false, every=SECONDSs, help");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"line=48|a power of two from 16 to 512",
        "every=60|1s to 86400s", "every=0s|1s to 86400s", "every=x|1s to 86400s", "every=|1s to 86400s",
        "granule=0|8, 16, 32 or 64", "granule=4|8, 16, 32 or 64", "granule=24|8, 16, 32 or 64",
        "granule=128|8, 16, 32 or 64", "granule=x|8, 16, 32 or 64", "granule=|8, 16, 32 or 64"})
    void shouldSayWhatAnOptionExpects(String option, String expected) {
        assertThatThrownBy(() -> Options.parse(option)).hasMessage("option '" + option + "': expected " + expected);
    }
}
