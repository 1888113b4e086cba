// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A question that people ask, with its answer: a section of docs/questions.md.
 *
 * @param id    the page's name for it
 * @param also  more words by which it is found
 * @param title the question
 * @param see   the document with the details, relative to the docs folder, or a URL
 */
public record Section(String id, String also, String title, String text, String see) {
    private static final Pattern HEAD = Pattern.compile("(?ms)^### ([^\\n]+)\\n<!-- ([\\w-]+): ([^\\n]*?) -->\\n"
        + "\\n(.+?)(?=\\n##|\\z)");
    private static final Pattern LINK = Pattern.compile("(?s)(.*)\\s\\[[^]]+]\\(([^)]+)\\)\\s*");

    public static List<Section> all() {
        // The comments mark generated phrases.
        String document = Resource.text("/page/docs/questions.md").replaceAll("<!-- (?:fact: .+?|end) -->", "");
        return HEAD.matcher(document).results().map(match -> {
            String id = match.group(2);
            Matcher linked = LINK.matcher(match.group(4).strip());
            if (!linked.matches()) {
                throw new IllegalArgumentException("docs/questions.md: " + id + " does not end with a link");
            }
            return new Section(id, match.group(3), match.group(1), plain(linked.group(1)), linked.group(2));
        }).toList();
    }

    /** Removes what Markdown marks. */
    private static String plain(String markdown) {
        return markdown.replaceAll("\\[([^]]+)]\\([^)]+\\)", "$1").replaceAll("[`*]", "").replaceAll("\\s+", " ");
    }
}
