// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Holds simple names apart within a project: a class of its own file has a name that no other such class has, and a
 * nested one that has this name, too, is written with its owner, as in {@code Costs.Line}.
 */
class NamesTest {
    /** One loop of a trial, in plan, and what is known of it, in result. */
    private static final Set<String> TWICE = Set.of("Side");
    private static final Pattern NESTED =
        Pattern.compile("(?m)^import org\\.tearline[\\w.]*\\.[A-Z]\\w*\\.([A-Z]\\w*);");

    @ParameterizedTest
    @ValueSource(strings = {"", "agent", "bench", "jcstress", "junit"})
    void shouldGiveEachNameToOneClassAlone(String project) throws IOException {
        List<Path> sources = sources(project);
        TreeMap<String, Long> names = sources.stream().collect(Collectors.groupingBy(NamesTest::name, TreeMap::new,
            Collectors.counting()));
        assertThat(names).isNotEmpty();
        assertThat(names.entrySet().stream().filter(name -> name.getValue() > 1 && !TWICE.contains(name.getKey())))
            .as("simple names of more than one class").isEmpty();

        List<String> bare = new ArrayList<>();
        for (Path source : sources) {
            NESTED.matcher(Files.readString(source)).results().filter(found -> names.containsKey(found.group(1)))
                .forEach(found -> bare.add(source + ": " + found.group()));
        }
        assertThat(bare).as("nested classes with the name of another class; import their owner").isEmpty();
    }

    private static List<Path> sources(String project) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(project, "src", "main", "java"))) {
            return files.filter(file -> file.toString().endsWith(".java")
                && !file.endsWith("package-info.java")).sorted().toList();
        }
    }

    private static String name(Path source) {
        return source.getFileName().toString().replace(".java", "");
    }
}
