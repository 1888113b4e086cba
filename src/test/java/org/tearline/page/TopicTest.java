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

/** Tests the paragraphs that answer questions without a CPU. */
class TopicTest {
    /** Counts, which must be in the document that the paragraph links to. */
    private static final Pattern COUNT = Pattern.compile("\\d+,\\d{3}");

    @Test
    void shouldLinkToADocument() {
        assertThat(Topic.all(List.of())).hasSizeGreaterThan(15).allSatisfy(topic ->
            assertThat(Path.of(topic.see().replaceFirst("#.*", ""))).as(topic.title()).exists());
    }

    @Test
    void shouldTakeNumbersFromTheDocument() throws IOException {
        for (Topic topic : Topic.all(List.of())) {
            String document = Files.readString(Path.of(topic.see().replaceFirst("#.*", "")));
            COUNT.matcher(topic.text()).results().map(MatchResult::group)
                .forEach(count -> assertThat(document).as(topic.title()).contains(count));
            assertThat(topic.text()).as(topic.title()).doesNotContain("{");
        }
    }

    @Test
    void shouldGiveTheCostOfASplitLock() {
        assertThat(Topic.all(List.of())).filteredOn(topic -> topic.title().equals("Split lock")).singleElement()
            .satisfies(topic -> {
                assertThat(topic.text()).containsPattern("takes 1 to \\d{2} us");
                assertThat(topic.numbers()).contains("\"Zen 5\":\"1.3 us\"").contains("\"Emerald Rapids\":");
            });
    }

    @Test
    void shouldCompileInJavaToo() {
        assertThat(Topic.all(List.of())).allSatisfy(topic -> assertThat(Pattern.compile(topic.words())).isNotNull());
    }
}
