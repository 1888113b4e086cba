// SPDX-License-Identifier: Apache-2.0
package org.tearline.published.jcstress;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tests that the jcstress project has, as its sources say: ours may not depend on its classes, and the gate builds
 * it later. Thread-safe.
 */
final class JcstressSources {
    static final String PACKAGE = "org.tearline.jcstress.";

    private static final Path FOLDER = Path.of("jcstress", "src", "main", "java", "org", "tearline", "jcstress");
    private static final Pattern ANNOTATION = Pattern.compile("@JCStressTest\\b");
    private static final Pattern CLASS = Pattern.compile(
        "(?m)^(?:    public static class (?<placement>\\w+) \\{|        public static class (?<test>\\w+)"
            + " extends (?<base>[\\w.]+) \\{)");

    private JcstressSources() {
    }

    /**
     * One test.
     *
     * @param name its class as jcstress prints it
     * @param base the state that it extends
     */
    record Test(String name, String base) {
    }

    /** All of them. */
    static List<Test> tests() {
        return sources().flatMap(source -> {
            String[] placement = new String[1];
            return CLASS.matcher(text(source)).results().flatMap(match -> {
                if (match.group(1) != null) {
                    placement[0] = match.group(1);
                    return Stream.empty();
                }
                return Stream.of(test(source, placement[0], match));
            });
        }).toList();
    }

    /** How many classes are marked as tests: as many as were found, or the pattern above misses some. */
    static long marked() {
        return sources().mapToLong(source -> ANNOTATION.matcher(text(source)).results().count()).sum();
    }

    private static Test test(Path source, String placement, MatchResult match) {
        String outer = source.getFileName().toString().replace(".java", "");
        return new Test(PACKAGE + outer + "." + placement + "." + match.group(2), match.group(3));
    }

    private static Stream<Path> sources() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> text(file).contains("@JCStressTest")).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
