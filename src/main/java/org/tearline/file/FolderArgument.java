// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads folders that somebody named, also by a symbolic link: a walk that follows no links would find that one only.
 * Links inside a folder are not followed. Thread-safe.
 */
public final class FolderArgument {
    private FolderArgument() {
    }

    /** Returns the folder itself where the name is a symbolic link, else the name as it was given. */
    public static Path itself(Path folder) throws IOException {
        return Files.isSymbolicLink(folder) ? folder.toRealPath() : folder;
    }

    /** Returns all regular files at any depth, in the order of their paths, which begin as the folder was named. */
    public static List<Path> files(Path folder) throws IOException {
        Path start = itself(folder);
        try (Stream<Path> all = Files.walk(start)) {
            return all.filter(Files::isRegularFile).map(file -> start.equals(folder) ? file
                : folder.resolve(start.relativize(file))).sorted().toList();
        }
    }

    /** Returns a neighbour of a folder: that of its name, or if there is none, of the folder that the name links to. */
    public static Path beside(Path folder, String name) throws IOException {
        Path beside = folder.toAbsolutePath().normalize().resolveSibling(name);
        return Files.exists(beside) || !Files.isSymbolicLink(folder) ? beside
            : itself(folder).resolveSibling(name);
    }
}
