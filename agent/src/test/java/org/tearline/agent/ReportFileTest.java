// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFileTest {
    @TempDir
    private Path folder;

    @Test
    void shouldReplaceAFileAndLeaveNothingBesideIt() throws IOException {
        Path file = Files.writeString(folder.resolve("report.json"), "old");
        Path victim = Files.writeString(folder.resolve("victim"), "somebody else's");
        Files.createSymbolicLink(folder.resolve("report.json.part"), victim);

        ReportFile.write("new", file);

        assertThat(file).hasContent("new");
        assertThat(victim).as("a link of a name that could be foreseen").hasContent("somebody else's");
        assertThat(folder).isDirectoryContaining("glob:**/report.json.part").isDirectoryNotContaining("glob:**/*.tmp");
    }

    @Test
    void shouldLeaveAFolderThatIsInItsPlace() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("report.json"));

        assertThatThrownBy(() -> ReportFile.write("new", empty)).isInstanceOf(IOException.class)
            .hasMessage("is a folder, not a file");
        assertThat(empty).isEmptyDirectory();
        assertThat(folder).isDirectoryNotContaining("glob:**/*.tmp");
    }

    @Test
    void shouldSayWhyInAFewWords() {
        assertThatThrownBy(() -> ReportFile.write("new", folder.resolve("none/report.json")))
            .isInstanceOfSatisfying(IOException.class, e ->
                assertThat(ReportFile.why(e)).isEqualTo("no such folder"));
    }
}
