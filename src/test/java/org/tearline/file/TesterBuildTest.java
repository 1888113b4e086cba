// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.jar.Manifest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.file.ResultFile.TesterBuild;

class TesterBuildTest {
    /** Without Git history, the commit is missing, empty or an unresolved placeholder. */
    @ParameterizedTest
    @CsvSource({
        "'Implementation-Version: 0.1.0\nImplementation-Commit: d5a62cf', 0.1.0, d5a62cf",
        "'Implementation-Version: 0.1.0\nImplementation-Commit: ', 0.1.0, unknown",
        "'Implementation-Version: 0.1.0\nImplementation-Commit:   ', 0.1.0, unknown",
        "'Implementation-Version: 0.1.0\nImplementation-Commit: ${git.commit.id.abbrev}', 0.1.0, unknown",
        "'Implementation-Version: 0.1.0', 0.1.0, unknown", "'Implementation-Commit: d5a62cf', unknown, d5a62cf"})
    void shouldCallABuildWithoutHistoryUnknown(String lines, String version, String commit) throws IOException {
        Manifest manifest = new Manifest(new ByteArrayInputStream(("Manifest-Version: 1.0\n" + lines
            .replace("\\n", "\n") + "\n\n").getBytes(StandardCharsets.UTF_8)));

        assertThat(TesterBuild.of(manifest.getMainAttributes())).isEqualTo(new TesterBuild(version, commit));
    }
}
