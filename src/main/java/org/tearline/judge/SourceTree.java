// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.tearline.file.FolderArgument;

/** Finds the source files of stack frames in a folder. Thread-safe. */
public final class SourceTree {
    private static final Pattern FILE = Pattern.compile(".+\\.(java|kt|scala|groovy|clj)");
    /** Folders with build output and dependencies. */
    private static final Set<String> SKIPPED = Set.of("target", "build", "out", "node_modules");

    private final Map<String, List<String>> byName;

    private SourceTree(Map<String, List<String>> byName) {
        this.byName = byName;
    }

    /** Lists the sources below a folder, without hidden folders and build output. */
    public static SourceTree below(Path folder) throws IOException {
        Path root = FolderArgument.itself(folder);
        try (Stream<Path> files = Files.walk(root)) {
            return new SourceTree(files.filter(file -> FILE.matcher(file.getFileName().toString()).matches())
                .map(file -> StreamSupport.stream(root.relativize(file).spliterator(), false).map(Path::toString)
                    .toList())
                .filter(names -> names.stream().noneMatch(name -> name.startsWith(".") || SKIPPED.contains(name)))
                .collect(Collectors.groupingBy(names -> names.get(names.size() - 1),
                    Collectors.mapping(names -> String.join("/", names), Collectors.toList()))));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * Returns the file of a frame, relative to the root, with slashes: the only file in a folder for its package, or
     * else the only file of that name, since Kotlin does not require such folders.
     */
    public Optional<String> find(AgentReport.Frame frame) {
        List<String> named = frame.file() == null ? List.of() : byName.getOrDefault(frame.file(), List.of());
        int end = frame.type().lastIndexOf('.');
        String inPackage = (end < 0 ? "" : frame.type().substring(0, end).replace('.', '/') + "/") + frame.file();
        List<String> exact = named.stream().filter(file -> file.equals(inPackage) || file.endsWith("/" + inPackage))
            .toList();
        return exact.size() == 1 ? Optional.of(exact.get(0))
            : exact.isEmpty() && named.size() == 1 ? Optional.of(named.get(0)) : Optional.empty();
    }
}
