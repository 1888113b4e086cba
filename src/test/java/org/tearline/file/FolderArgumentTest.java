// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderArgumentTest {
    @TempDir
    private Path root;

    @Test
    void shouldFollowALinkToTheFolderButNoneInsideIt() throws IOException {
        Path outside = Files.createDirectory(root.resolve("outside"));
        Path foreign = Files.createFile(outside.resolve("foreign.json"));
        Path folder = Files.createDirectory(root.resolve("folder"));
        Files.createFile(folder.resolve("own.json"));
        Files.createSymbolicLink(folder.resolve("linked.json"), foreign);
        Files.createSymbolicLink(folder.resolve("linked"), outside);
        Path link = Files.createSymbolicLink(root.resolve("link"), folder);

        assertThat(FolderArgument.files(link)).containsExactly(link.resolve("own.json"));
    }
}
