// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads folders given by the user, which may be symbolic links. Links inside a folder are not followed. */
public final class FolderArgument {
    private FolderArgument() {
    }

    /** Returns the target of a symbolic link, or else the folder. */
    public static Path itself(Path folder) throws IOException {
        if (Files.isSymbolicLink(folder)) {
            return folder.toRealPath();
        }
        return folder;
    }

    /** Returns all regular files at any depth, sorted. Their paths start with the given path. */
    public static List<Path> files(Path folder) throws IOException {
        Path start = itself(folder);
        return all(start).stream()
            .filter(FolderArgument::isRegular)
            .map(file -> folder.resolve(start.relativize(file)))
            .toList();
    }

    /**
     * Returns every file and link at any depth, whatever its name, and every empty folder, which is what a checkout
     * shows of a submodule; sorted.
     */
    public static List<Path> all(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> !Files.isDirectory(file, NOFOLLOW_LINKS)
                || !file.equals(folder) && file.toFile().list().length == 0).sorted().toList();
        }
    }

    public static boolean isRegular(Path file) {
        return Files.isRegularFile(file, NOFOLLOW_LINKS);
    }

    /**
     * Returns the lines of a list, or none if there is no such file.
     *
     * @throws IllegalArgumentException if it is a folder
     */
    public static List<String> lines(Path list) throws IOException {
        if (!Files.exists(list)) {
            return List.of();
        }
        if (!Files.isRegularFile(list)) {
            throw new IllegalArgumentException(list + ": not a regular file");
        }
        // Unlike Files.readString, this replaces malformed UTF-8.
        return new String(Files.readAllBytes(list), UTF_8).lines().toList();
    }

    /** Returns the file beside the folder, or, if that does not exist, beside the link's target. */
    public static Path beside(Path folder, String name) throws IOException {
        Path beside = folder.toAbsolutePath().normalize().resolveSibling(name);
        if (Files.exists(beside) || !Files.isSymbolicLink(folder)) {
            return beside;
        }
        return itself(folder).resolveSibling(name);
    }
}
