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

    @Test
    void shouldNameEveryImageByItsDigest() throws IOException {
        List<String> images = Files.readAllLines(Path.of("Containerfile")).stream()
            .filter(line -> line.startsWith("FROM ")).toList();

        assertThat(images).isNotEmpty().allMatch(line -> line.matches("FROM \\S+@sha256:[0-9a-f]{64}( AS \\w+)?"));
    }

    /** A digest does not move by itself: without a bot it keeps the holes that the image had on that day. */
    @Test
    void shouldHaveABotForWhateverIsPinned() throws IOException {
        assertThat(Files.readString(Path.of(".github", "dependabot.yml"))).contains("package-ecosystem: github-actions",
            "package-ecosystem: docker", "package-ecosystem: maven");
    }

    @Test
    void shouldBuildAReleaseWithoutATokenThatCanWrite() throws IOException {
        String release = Files.readString(Path.of(".github", "workflows", "release.yml"));
        String build = release.substring(release.indexOf("\n  build:"), release.indexOf("\n  publish:"));
        String publish = release.substring(release.indexOf("\n  publish:"));

        assertThat(build).contains(".ci/run").doesNotContain("permissions:", "github.token", "secrets.");
        assertThat(publish).contains("contents: write", "needs: build").doesNotContain("mvn", ".ci/run", "checkout",
            "setup-java", "java ");
    }

    @Test
    void shouldPassNamesFromOutsideByEnvironment() throws IOException {
        assertThat(Files.readString(Path.of(".github", "workflows", "results.yml"))).contains(
            "AUTHOR: ${{ github.event.pull_request.user.login }}",
            "validate --pr request --base base --author \"$AUTHOR\"");
        assertThat(texts()).noneMatch(text -> Pattern.compile("(?m)run: .*\\$\\{\\{").matcher(text).find());
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
