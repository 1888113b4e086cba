// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documents, messages and comments use the field's words; CONTRIBUTING.md describes the style. */
class WordsTest {
    /** Each with a usual word in its place, which a failure names. */
    private static final List<Word> WORDS = List.of(new Word("to and fro", "back and forth, bounce"),
        new Word("how many-th", "the index of"), new Word("in great distress", "overloaded"),
        new Word("(?:made|begins?|read|sealed) anew", "again"), new Word("has them from", "loaded them from"),
        new Word("another byte than", "a different byte from"), new Word("as far as seen", "in every run so far"),
        new Word("silences? (?:is|are) worth", "how strong each negative result is"),
        new Word("out of use", "invalidated"), new Word("runs? in until", "warms up until"),
        new Word("planted found", "detection rate"), new Word("(?<=[.;,] )[Aa]ny thread\\.", "Thread-safe."),
        new Word("a (?:strong |weak )?silence (?:is|needs|of)", "negative result"));
    private static final Pattern QUESTION = Pattern.compile("/\\*\\*\\s+(?:\\* )?(?:What|Whether|Where) [^\\n]*");
    /** The projects, each with sources of its own; tests describe a fact, and may begin as they like. */
    private static final List<Path> SOURCES = Stream.of("", "agent", "bench", "jcstress", "junit")
        .map(project -> Path.of(project, "src/main")).toList();
    /** Dated, or in the words of their sources. */
    private static final List<Path> QUOTED = List.of(Path.of("docs/measurements"), Path.of("docs/promises.md"));

    private record Word(Pattern pattern, String instead) {
        Word(String expression, String instead) {
            this(Pattern.compile("\\b" + expression), instead);
        }
    }

    @Test
    void shouldUseTheUsualWordsInDocuments() throws IOException {
        List<Path> documents = new ArrayList<>(files(Path.of("docs"), ".md"));
        for (Path folder : List.of(Path.of(""), Path.of("agent"), Path.of("bench"), Path.of("jcstress"),
            Path.of("junit"), Path.of("scripts"), Path.of("fleet"))) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
            }
        }
        documents.removeIf(document -> QUOTED.stream().anyMatch(document::startsWith));
        assertThat(documents).hasSizeGreaterThan(20);
        assertThat(unusual(documents)).isEmpty();
    }

    @Test
    void shouldUseTheUsualWordsInMessagesAndComments() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path folder : SOURCES) {
            sources.addAll(files(folder, ".java"));
            sources.addAll(files(folder, ".jte"));
        }
        assertThat(sources).hasSizeGreaterThan(400);
        assertThat(unusual(sources)).isEmpty();
    }

    @Test
    void shouldBeginNoJavadocWithAQuestion() throws IOException {
        List<String> questions = new ArrayList<>();
        for (Path folder : SOURCES) {
            for (Path file : files(folder, ".java").stream().toList()) {
                QUESTION.matcher(Files.readString(file)).results().forEach(found ->
                    questions.add(file + ": " + found.group().replaceAll("\\s+", " ")));
            }
        }
        assertThat(questions).as("begin with a verb in the third person: Returns, Holds, Parses").isEmpty();
    }

    private static List<String> unusual(List<Path> files) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files) {
            String text = Files.readString(file).replaceAll("\\s+(?:\\*|//)?\\s*", " ");
            for (Word word : WORDS) {
                Matcher matcher = word.pattern.matcher(text);
                while (matcher.find()) {
                    found.add(file + ": '" + matcher.group() + "'; usual is: " + word.instead);
                }
            }
        }
        return found;
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        }
    }
}
