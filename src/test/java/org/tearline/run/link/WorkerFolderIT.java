// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that folders of dead processes are deleted, but not those of living or unknown processes. */
class WorkerFolderIT {
    /** Part of a folder's name, with a process ID above Linux's maximum of 2^22. */
    private static final String NO_PROCESS = "-" + ((1 << 22) + 1) + "-";

    @TempDir
    private Path temporary;

    /** In a container, the user may have no name. Java then reports a question mark. */
    @Test
    void shouldRemoveOnlyTheFoldersOfDeadProcesses() throws Exception {
        String before = System.setProperty("java.io.tmpdir", temporary.toString());
        String user = System.setProperty("user.name", "?");
        Process process = new ProcessBuilder("sleep", "60").start();
        Path mine = Files.createDirectory(temporary.resolve("x"));
        try {
            Path made = Files.move(WorkerFolder.create(null).path(), temporary.resolve("made"));
            assertThat(made).as("the file that tested for free space is gone").isDirectoryNotContaining(
                file -> !file.endsWith("stderr"));
            Path living = WorkerFolder.create(null).path();
            String name = living.getFileName().toString();
            String self = "-" + ProcessHandle.current().pid() + "-";
            Path gone = other(name.replace(self, NO_PROCESS));
            Path alive = other(name.replace(self, "-" + process.pid() + "-"));
            Path elsewhere = other(name.replaceFirst("-\\d+-[0-9a-f]+-", NO_PROCESS + "0-"));
            Path foreign = other("tearline-worker-of-mine");
            Path linked = temporary.resolve(name.replace(self, NO_PROCESS) + "0");
            Files.createSymbolicLink(linked, mine);
            Files.writeString(mine.resolve("precious"), "x");

            WorkerFolder.removeAbandoned();

            assertThat(List.of(living, alive, elsewhere, foreign)).allMatch(Files::exists);
            assertThat(gone).doesNotExist();
            assertThat(mine.resolve("precious")).exists();
        } finally {
            process.destroyForcibly();
            System.setProperty("java.io.tmpdir", before);
            System.setProperty("user.name", user);
        }
    }

    private Path other(String name) throws Exception {
        Path folder = Files.createDirectory(temporary.resolve(name));
        Files.writeString(folder.resolve("crash"), "x");
        return folder;
    }
}
