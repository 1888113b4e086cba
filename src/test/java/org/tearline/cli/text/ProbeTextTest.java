// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tearline.trial.Geometry.Alignment;
import org.tearline.trial.Width;
import org.tearline.verdict.Samples;

class ProbeTextTest {
    @Test
    void shouldBeginWithWhatIsPromisedAndPublished() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ProbeText.printAnswer(Samples.MACHINE, null, Width.LONG, List.of(Alignment.ALIGNED, Alignment.ACROSS_8,
            Alignment.ACROSS_LINE), Screen.of(new PrintStream(bytes, true, StandardCharsets.UTF_8), 80));

        assertThat(bytes.toString(StandardCharsets.UTF_8)).startsWith("promised: a long, ordinary write and read:")
            .contains("across a line not guaranteed (I9)", "published: no result of this CPU");
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines()).allMatch(line -> line.length() <= 80);
    }
}
