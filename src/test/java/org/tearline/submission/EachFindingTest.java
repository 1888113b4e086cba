// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.submission.ValidatorTest.VALIDATOR;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds every text that a check can find to a bad file that brings it about, so that no rule is there which was never
 * seen to refuse.
 */
class EachFindingTest {
    private static final int FILES_A_FORGERY = 8;
    /** What no file that is forged here has been refused for yet; other findings of the same rules have been. */
    private static final Set<String> UNSEEN = Set.of("a neighbour on", "a setting of another question:",
        "its placement is not listed under placements", "seen is cut where a cut is not possible");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");
    /** Words with a blank between: neither a name nor a bare conjunction. */
    private static final Pattern PHRASE = Pattern.compile("[A-Za-z][a-z,]* [A-Za-z0-9 ,;:'-]{3,}");

    @Test
    void shouldBringAboutEveryFindingThatTheChecksCanWord() throws IOException {
        Set<String> worded = new TreeSet<>();
        try (Stream<Path> sources = Files.list(Path.of("src/main/java/org/tearline/submission"))) {
            sources.filter(source -> source.toString().endsWith("Check.java")).forEach(source ->
                LITERAL.matcher(COMMENT.matcher(text(source)).replaceAll("")).results().map(MatchResult::group)
                    .map(literal -> literal.substring(1, literal.length() - 1).strip())
                    .filter(PHRASE.asMatchPredicate()).forEach(worded::add));
        }
        assertThat(worded).hasSizeGreaterThan(100);

        // The first file of each forgery brings about nearly all; what is left is looked for until it is found.
        Stream.of(1, FILES_A_FORGERY).flatMap(BadFiles::all).anyMatch(bytes -> {
            VALIDATOR.examine("bad", bytes).findings().forEach(finding -> worded.removeIf(finding.what()::contains));
            return worded.equals(UNSEEN);
        });
        assertThat(worded).as("no bad file brings these about").isEqualTo(UNSEEN);
    }

    static Stream<BadFiles.Odd> odd() {
        return BadFiles.odd();
    }

    @ParameterizedTest
    @MethodSource("odd")
    void shouldRefuseTheOddForgery(BadFiles.Odd odd) {
        List<byte[]> files = odd.files(FILES_A_FORGERY).toList();
        Set<String> rules = new TreeSet<>();
        files.forEach(bytes -> VALIDATOR.examine("odd", bytes).findings().forEach(finding ->
            rules.add(finding.rule().toString())));
        assertThat(files).isNotEmpty();
        assertThat(rules).contains(odd.forgery().rule().toString());
    }

    private static String text(Path source) {
        try {
            return Files.readString(source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
