// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What workflows and documents use from elsewhere must not change under its name. */
class PinnedVersionsTest {
    private static final Pattern USE = Pattern.compile("uses: (.*)");
    private static final String PINNED = "[\\w-]+(/[\\w-]+)+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+";

    @Test
    void shouldPinEveryActionByItsDigest() throws IOException {
        List<String> uses = workflows().flatMap(text -> USE.matcher(text).results())
            .map(use -> use.group(1))
            .distinct()
            .toList();

        assertThat(uses).isNotEmpty().allMatch(use -> use.matches(PINNED));
        assertThat(uses.stream().map(use -> use.substring(0, use.indexOf('@'))))
            .as("each action in one version")
            .doesNotHaveDuplicates();
    }

    /** Scripts of .ci call mvn, which .ci/bin replaces by the wrapper. */
    @Test
    void shouldUseTheMavenOfTheWrapper() throws IOException {
        assertThat(workflows()).noneMatch(text -> text.contains("run: mvn ") || text.contains("- mvn "));
        assertThat(workflows().filter(text -> Pattern.compile("\\.ci/(run|portable|release) ?").matcher(text).find()))
            .isNotEmpty()
            .allMatch(text -> text.contains("/.ci/bin\" >>\"$GITHUB_PATH\""));
    }

    @Test
    void shouldWaitBeforeItTakesANewVersion() throws IOException {
        String text = Files.readString(Path.of(".github/dependabot.yml"));
        assertThat(count(text, "cooldown:")).isEqualTo(count(text, "package-ecosystem:")).isPositive();
    }

    @Test
    void shouldNameTheVersionOfThisProject() throws IOException {
        String version = Pattern.compile("<version>(.*)</version>")
            .matcher(Files.readString(Path.of("parent/pom.xml")))
            .results()
            .map(found -> found.group(1))
            .findFirst()
            .orElseThrow();

        assertThat(Files.readString(Path.of("jbang-catalog.json"))).contains("\"org.tearline:tester:" + version + "\"");
        assertThat(Files.readString(Path.of("agent/README.md"))).contains("tearline/tearline@v" + version + "\n");
    }

    private static long count(String text, String word) {
        return Pattern.compile(word, Pattern.LITERAL).matcher(text).results().map(MatchResult::group).count();
    }

    private static Stream<String> workflows() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(".github/workflows"))) {
            return files.map(PinnedVersionsTest::read).toList().stream();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
