// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests mapped files in the folder that all testers share. */
class MappedFileTest {
    /** Linux assigns no process id above 2^22. */
    private static final int NO_PROCESS = (1 << 22) + 1;
    private static final int BYTES = 10_000;
    private static final int NOBODY = 65_534;

    private final List<Path> created = new ArrayList<>();

    @AfterEach
    void removeFiles() throws IOException {
        for (int i = created.size() - 1; i >= 0; i--) {
            Files.deleteIfExists(created.get(i));
        }
    }

    @Test
    void shouldRemoveFilesOfDeadProcesses() throws IOException {
        Path left;
        try (MappedFile own = MappedFile.temporary(BYTES)) {
            left = beside(own);
            assertThat(Files.size(path(own))).isEqualTo(BYTES);
            try (MappedFile other = MappedFile.temporary(BYTES)) {
                assertThat(left).as("file of a dead process").doesNotExist();
                assertThat(path(own)).as("file of a live process").exists();
                assertThat(path(other)).exists();
            }
        }
    }

    /** A sweep that is resumed maps the same file. */
    @Test
    void shouldLeaveAnExistingFileFullOfZeros(@TempDir Path folder) throws IOException {
        byte[] zeros = new byte[BYTES];
        Path file = Files.write(folder.resolve("mapped"), zeros);
        try (MappedFile mapped = MappedFile.at(file, BYTES)) {
            Files.writeString(path(mapped), "data");
            Files.write(path(mapped), new byte[BYTES - 4], StandardOpenOption.APPEND);
        }
        assertThat(file).hasBinaryContent(zeros);
    }

    /** Else each tester counts the other one's writes. */
    @Test
    void shouldRefuseAFileInUse(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("mapped"), new byte[BYTES]);
        for (Path one : List.of(file, folder.resolve("new"))) {
            try (MappedFile mapped = MappedFile.at(one, BYTES)) {
                assertThatThrownBy(() -> MappedFile.at(one, BYTES)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("is in use by another tester");
                assertThat(path(mapped)).exists();
            }
        }
        MappedFile.at(file, BYTES).close();
        assertThat(folder.toFile().list()).containsExactly("mapped");
    }

    @Test
    void shouldKeepAFileThatTookItsName(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("new");
        Path moved = folder.resolve("moved");
        try (MappedFile mapped = MappedFile.at(file, BYTES)) {
            assertThat(MappedFile.nameOf(mapped).holds(BYTES)).isTrue();
            Files.move(path(mapped), moved);
            Files.writeString(file, "mine");
            assertThat(MappedFile.nameOf(mapped).holds(0)).isFalse();
            assertThatThrownBy(() -> MappedFile.nameOf(mapped).open()).isInstanceOf(IOException.class)
                .hasMessage(file.toRealPath() + " is another file now");
        }
        assertThat(file).hasContent("mine");
        assertThat(moved).hasSize(BYTES);
    }

    @Test
    void shouldNotExtendAFileThatWasTruncated(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("mapped"), new byte[BYTES]);
        try (MappedFile mapped = MappedFile.at(file, BYTES)) {
            Files.writeString(path(mapped), "data");
        }
        assertThat(file).hasBinaryContent(new byte[4]);
    }

    @Test
    void shouldKeepFilesOfOtherPidNamespaces() throws IOException {
        try (MappedFile own = MappedFile.temporary(BYTES)) {
            String name = path(own).getFileName().toString();
            Path elsewhere = keep(path(own).resolveSibling(name.replaceFirst("-\\d+-[0-9a-f]+-",
                "-" + NO_PROCESS + "-0-")));
            MappedFile.temporary(BYTES).close();
            assertThat(elsewhere).exists();
        }
    }

    @Test
    void shouldNotFailIfALeftoverCannotBeRemoved() throws IOException {
        try (MappedFile own = MappedFile.temporary(BYTES)) {
            Path folder = beside(own);
            Files.delete(folder);
            Files.createDirectory(folder);
            keep(folder.resolve("file"));
            MappedFile.temporary(BYTES).close();
            assertThat(folder).exists();
        }
    }

    @Test
    void shouldKeepFilesOfOtherUsers() throws IOException {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root can change the owner of a file");
        try (MappedFile own = MappedFile.temporary(BYTES)) {
            Path others = beside(own);
            Files.setAttribute(others, "unix:uid", NOBODY);
            MappedFile.temporary(BYTES).close();
            assertThat(others).exists();
        }
    }

    @Test
    void shouldUseTheNextFolderIfThereIsNoRoom(@TempDir Path temporary) throws IOException {
        Path none = temporary.resolve("none");
        try (MappedFile file = MappedFile.temporary(List.of(none, temporary), BYTES)) {
            assertThat(path(file)).hasParent(temporary).hasSize(BYTES);
        }
        assertThatThrownBy(() -> MappedFile.temporary(List.of(none), BYTES)).isInstanceOf(IOException.class)
            .hasMessageContainingAll(none.toString(), "-Djava.io.tmpdir");
    }

    /** Creates a file whose name contains the id of a dead process. */
    private Path beside(MappedFile own) throws IOException {
        return keep(path(own).resolveSibling(path(own).getFileName().toString()
            .replaceFirst("-\\d+-", "-" + NO_PROCESS + "-")));
    }

    private Path keep(Path file) throws IOException {
        created.add(Files.createFile(file));
        return file;
    }

    private static Path path(MappedFile file) {
        return Path.of(MappedFile.nameOf(file).path());
    }
}
