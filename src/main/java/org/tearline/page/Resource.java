// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.regex.Pattern;
import org.tearline.machine.Bundled;
import org.tearline.promise.Facts;
import tools.jackson.databind.json.JsonMapper;

/** Reads the files in the jar from which the page is made. Thread-safe. */
public final class Resource {
    /** Matches the first line of scripts and styles, which is left out of the page. */
    private static final Pattern LICENCE_LINE = Pattern.compile("\\A[^\\n]*SPDX-License-Identifier[^\\n]*\\n");

    /** Matches what only whoever reads a script needs: lines with a comment or nothing, and indentation. */
    private static final Pattern FOR_READERS = Pattern.compile("(?m)^ *(?://.*|/\\*\\*(?s:.*?)\\*/)?\\n|^ +");

    /** Matches strings, templates and regular expressions, which stay, and space around an operator, which goes. */
    private static final Pattern SPACED = Pattern.compile("""
        ("(?:\\\\.|[^"\\\\])*"|'(?:\\\\.|[^'\\\\])*'|`(?:\\\\.|\\$\\{(?:[^`}]|`[^`]*`)*}|[^`\\\\])*`\
        |(?<=[(,=:\\[!&|?>] ?)/(?:\\\\.|\\[(?:\\\\.|[^]\\\\])*]|[^/\\\\\\[])+/|/\\*(?s:.*?)\\*/)\
        |[ \n]?(=>|[!=]==|&&|\\|\\||\\?\\?|[=?:,;{}()])[ \n]?""");

    private Resource() {
    }

    public static String text(String path) {
        return LICENCE_LINE.matcher(Bundled.text(path)).replaceFirst("");
    }

    /** Returns a script without what only its readers need. */
    public static String script(String name) {
        String code = FOR_READERS.matcher(text("/page/" + name)).replaceAll("");
        return SPACED.matcher(code).replaceAll("$1$2");
    }

    /** Reads JSON, in which facts are filled in. */
    static <T> T json(String path, Class<T> type) {
        return JsonMapper.shared().readValue(Facts.filled(text(path)), type);
    }
}
