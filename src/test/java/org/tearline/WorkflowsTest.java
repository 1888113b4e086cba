// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the workflows to actions that nobody can exchange under their name, and to as few rights as they need. */
class WorkflowsTest {
    private static final Pattern PINNED = Pattern.compile("\\S+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+");
    private static final Pattern USES = Pattern.compile("(?m)^ *(?:- )?uses: *(.*)$");

    private static final Pattern READ_ONLY = Pattern.compile("(?m)^permissions:( \\{}|\n  contents: read)\n(?! )");

    @Test
    void shouldPinEveryActionByItsCommitAndNameItsVersion() throws IOException {
        List<String> uses = texts().flatMap(text -> USES.matcher(text).results()).map(match -> match.group(1)).toList();

        assertThat(uses).hasSizeGreaterThan(5).allMatch(PINNED.asMatchPredicate(), "owner/action@commit # version");
        assertThat(uses.stream().distinct().map(use -> use.replaceFirst("@.*", "")).toList())
            .as("one version of each action").doesNotHaveDuplicates();
    }

    @Test
    void shouldGiveNoRightsToAWholeWorkflowButReading() throws IOException {
        assertThat(texts()).isNotEmpty().allMatch(text -> READ_ONLY.matcher(text).find());
    }

    private static Stream<String> texts() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(".github", "workflows"))) {
            return files.sorted().map(WorkflowsTest::text).toList().stream();
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
