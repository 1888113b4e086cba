// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tearline.file.ResultFile.TesterBuild;

class TesterBuildTest {
    /** A build without Git history, such as one from a source archive, has no commit. */
    @Test
    void shouldNameVersionAndCommit() {
        TesterBuild build = TesterBuild.running();

        assertThat(build.version()).matches("\\d+\\.\\d+(\\.\\d+)?(-SNAPSHOT)?");
        assertThat(build.commit()).matches("[0-9a-f]{7,40}|unknown");
    }
}
