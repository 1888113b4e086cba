// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that everything that a workflow runs can be run before: by the gate, or by the script for releases. */
class WorkflowsTest {
    private static final Path WORKFLOWS = Path.of(".github/workflows");
    private static final Pattern SCRIPT = Pattern.compile("(?<![\\w.-])(?:\\.ci|scripts|fleet)/[a-z][\\w-]*");

    @Test
    void shouldCallOnlyScriptsThatSomebodyRunsBefore() throws IOException {
        Set<String> before = new TreeSet<>();
        for (String script : List.of(".ci/run", ".ci/steps", ".ci/before-release")) {
            before.add(script);
            before.addAll(scripts(commands(Path.of(script))));
        }
        Set<String> called = new TreeSet<>();
        try (Stream<Path> workflows = Files.list(WORKFLOWS)) {
            for (Path workflow : workflows.toList()) {
                called.addAll(scripts(commands(workflow)));
            }
        }
        assertThat(called).contains(".ci/run", ".ci/site", "scripts/result-form");
        assertThat(before).containsAll(called);
    }

    /** Returns the lines without comments and without the lists of paths that start a workflow. */
    private static String commands(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> !line.matches("\\s*(#|- \").*")).collect(Collectors.joining("\n"));
        }
    }

    private static Set<String> scripts(String text) {
        return SCRIPT.matcher(text).results().map(MatchResult::group).filter(name -> Files.isRegularFile(Path.of(name)))
            .collect(Collectors.toSet());
    }
}
