// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests the sections of docs/questions.md. */
class SectionTest {
    private static final Path DOCS = Path.of("docs");
    /** Counts, which must be in the document that the section links to. */
    private static final Pattern COUNT = Pattern.compile("\\d+,\\d{3}");
    private static final int MOST_SENTENCES = 4;

    private final List<Section> sections = Section.all();

    @Test
    void shouldReadEverySectionOnce() throws IOException {
        long heads = Files.readString(DOCS.resolve("questions.md")).lines().filter(line -> line.startsWith("### "))
            .count();
        assertThat(sections).hasSize((int) heads).hasSizeGreaterThan(60);
        assertThat(sections).extracting(Section::id).doesNotHaveDuplicates();
        assertThat(sections).extracting(Section::title).doesNotHaveDuplicates();
    }

    @Test
    void shouldBeShortAndLinkToADocument() {
        assertThat(sections).allSatisfy(section -> {
            // Generated rules are sentences of their own.
            assertThat(section.text().split("[.?] (?=[A-Z])")).as(section.text())
                .hasSizeLessThanOrEqualTo(MOST_SENTENCES);
            assertThat(section.text()).as(section.id()).doesNotContain("<!--", "`", "](");
            if (!section.see().startsWith("https:")) {
                assertThat(DOCS.resolve(section.see().replaceFirst("#.*", ""))).as(section.id()).exists();
            }
        });
    }

    @Test
    void shouldTakeNumbersFromTheDocument() throws IOException {
        for (Section section : sections) {
            List<String> counts = COUNT.matcher(section.text()).results().map(MatchResult::group).toList();
            if (!counts.isEmpty() && !section.id().startsWith("split-lock")) {
                String document = Files.readString(DOCS.resolve(section.see().replaceFirst("#.*", "")));
                assertThat(counts).as(section.id()).allMatch(document::contains);
            }
        }
    }

    /** The page must find the section that answers in place of a card. */
    @Test
    void shouldHaveEverySectionThatTheNamesLeadTo() {
        JsonNode names = Resource.json("/page/names.json", JsonNode.class);
        assertThat(sections).extracting(Section::id).containsAll(names.path("sections").propertyNames());
    }
}
