// SPDX-License-Identifier: Apache-2.0
package org.tearline.ask;

import io.roastedroot.quickjs4j.core.Runner;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tearline.page.Page;
import org.tearline.page.Resource;
import org.tearline.page.Section;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers questions as the published results page does: its own scripts run here, without a document, on the data of
 * the page in the jar. So names, chips and answers exist once. Not thread-safe.
 */
public final class Questions {
    private static final Pattern DATA = Pattern.compile(
        "(?s)<script type=\"application/json\" id=\"data\">(.*?)</script>");
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private Questions() {
    }

    /** Whether a text is a results page. */
    public static boolean isPage(String text) {
        return DATA.matcher(text).find();
    }

    /** Returns the answer of a page to each question, as ask.schema.json describes it. */
    public static List<Reply> answers(List<String> questions, String page) {
        Matcher data = DATA.matcher(page);
        if (!data.find()) {
            throw new IllegalArgumentException("the page has no data");
        }
        String scripts = Page.QUESTION_SCRIPTS.stream().map(Resource::script).collect(Collectors.joining("\n"));
        String told = Resource.text("/ask/told.js");
        // Parsing JSON is faster than compiling it as a part of the script.
        String main = "\nconst view = new View(JSON.parse(" + literal(data.group(1)) + "), " + literal(Section.all())
            + ");\nfor (const question of " + literal(questions)
            + ") console.log(JSON.stringify(told(view, question)));\n";
        try (Runner runner = Runner.builder().build()) {
            runner.compileAndExec(scripts + told + main);
            return runner.stdout().lines().map(line -> MAPPER.readValue(line, Reply.class)).toList();
        }
    }

    private static String literal(Object value) {
        return MAPPER.writeValueAsString(value);
    }
}
