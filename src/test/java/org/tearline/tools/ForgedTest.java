// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.published.Resealed;
import org.tearline.published.SyntheticResults;
import tools.jackson.databind.node.ObjectNode;

class ForgedTest {
    @Test
    void shouldSealWhatIsForgedAndTellWhichRuleRefusesIt(@TempDir Path forged, @TempDir Path repository,
                                                         @TempDir Path work) throws IOException {
        Files.createDirectories(repository.resolve("reports/results"));
        ObjectNode honest = Resealed.tree(new SyntheticResults(5).next());
        honest.put("runId", "00000000000000000000000000000001");
        Files.writeString(forged.resolve("a.json"), honest.toPrettyString());
        honest.withObjectProperty("environment").withObjectProperty("jvm").put("version", "11");
        Files.writeString(forged.resolve("b.json"), honest.toPrettyString());
        Files.writeString(forged.resolve("c.json"), "[]");
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        int accepted = Forged.examine(forged, repository, work, new PrintStream(out, true,
            StandardCharsets.UTF_8));

        assertThat(accepted).isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8).lines()).satisfiesExactly(
            line -> assertThat(line).startsWith("ACCEPTED a.json"),
            line -> assertThat(line).startsWith("refused  b.json jvm: "),
            line -> assertThat(line).startsWith("refused  c.json json: "),
            line -> assertThat(line).isEqualTo("1 of 3 accepted"));
    }
}
