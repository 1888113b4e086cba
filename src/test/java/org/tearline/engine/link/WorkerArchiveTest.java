// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerArchiveTest {
    @TempDir
    private Path folder;

    @Test
    void shouldLinkTheArchiveWhereItCan() throws IOException {
        Path archive = Files.writeString(folder.resolve("worker.jsa"), "classes");
        Path name = folder.resolve("classes.jsa");

        WorkerArchive.place(archive, name);

        assertThat(Files.readSymbolicLink(name)).isEqualTo(archive);
    }

    /** A zip has no links, as Windows has none for most users. */
    @Test
    void shouldCopyTheArchiveWhereThereAreNoLinks() throws IOException {
        Path archive = Files.writeString(folder.resolve("worker.jsa"), "classes");
        try (FileSystem zip = FileSystems.newFileSystem(folder.resolve("folder.zip"), Map.of("create", "true"))) {
            WorkerArchive.place(archive, zip.getPath("classes.jsa"));

            assertThat(zip.getPath("classes.jsa")).hasContent("classes");
        }
    }
}
