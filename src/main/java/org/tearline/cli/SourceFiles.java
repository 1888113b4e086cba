// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.tearline.judge.AgentReport.Frame;

/** The files below a folder, to find the source of a stack frame. Thread-safe. */
final class SourceFiles {
    /** Folders of builds and dependencies, which hold copies of sources. */
    private static final Set<String> OMITTED = Set.of("target", "build", "out", "node_modules");

    private final Map<String, List<String>> byName = new HashMap<>();

    /** Lists the files below the folder, except in hidden folders and in {@link #OMITTED} ones. */
    SourceFiles(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes) {
                String name = String.valueOf(inner.getFileName());
                if (!inner.equals(folder) && (OMITTED.contains(name) || name.charAt(0) == '.')) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                byName.computeIfAbsent(file.getFileName().toString(), name -> new ArrayList<>())
                    .add(folder.relativize(file).toString().replace(File.separatorChar, '/'));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Returns the path of the only file with the frame's name in a folder that fits the package, if there is one. */
    Optional<String> find(Frame frame) {
        String folders = frame.type().substring(0, frame.type().lastIndexOf('.') + 1).replace('.', '/');
        Pattern packaged = Pattern.compile("(.*/)?" + Pattern.quote(folders + frame.file()));
        List<String> files = byName.getOrDefault(frame.file(), List.of())
            .stream()
            .filter(file -> packaged.matcher(file).matches())
            .toList();
        if (files.size() == 1) {
            return Optional.of(files.get(0));
        }
        return Optional.empty();
    }
}
