// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads folders that the user named, perhaps by a symbolic link, which a walk would not follow. Links inside a folder
 * are not followed.
 */
public final class FolderArgument {
    private FolderArgument() {
    }

    /** The target of a symbolic link, else the name as it was given. */
    public static Path itself(Path folder) throws IOException {
        return Files.isSymbolicLink(folder) ? folder.toRealPath() : folder;
    }

    /** All regular files at any depth, in the order of their paths, which begin as the folder was named. */
    public static List<Path> files(Path folder) throws IOException {
        Path start = itself(folder);
        try (Stream<Path> all = Files.walk(start)) {
            return all.filter(Files::isRegularFile).map(file -> start.equals(folder) ? file
                : folder.resolve(start.relativize(file))).sorted().toList();
        }
    }

    /** A file beside the folder, or if there is none, beside the folder that its name links to. */
    public static Path beside(Path folder, String name) throws IOException {
        Path beside = folder.toAbsolutePath().normalize().resolveSibling(name);
        return Files.exists(beside) || !Files.isSymbolicLink(folder) ? beside
            : itself(folder).resolveSibling(name);
    }
}
