// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Makes untrusted text safe to print: one line of ASCII, without control or bidi characters. */
public final class Quoted {
    private static final int MAX_LENGTH = 120;
    /** Two colons, unless so near to the start of their word that they never start a line, as in names of C++. */
    private static final Pattern COLONS = Pattern.compile("(?<!(?:^| )[^ ]{1,60})::");
    private static final Pattern UNPRINTABLE = Pattern.compile("[^ -~]");

    private Quoted() {
    }

    /** Quotes text, and truncates long text. */
    public static String of(String text) {
        if (text.length() > MAX_LENGTH) {
            return full(text.substring(0, MAX_LENGTH)) + "...";
        }
        return full(text);
    }

    /**
     * Quotes text without truncating it, such as a name or a sentence: escapes everything but printable ASCII. CI
     * systems execute commands in log lines, after two colons at the start or after two number signs and a bracket
     * anywhere.
     */
    public static String full(String text) {
        return escaped(text).replace("::", ":\\u003a");
    }

    /**
     * Quotes a sentence of the project's own, in which two colons are escaped only where they may start a line.
     * Replaces typographic marks, which some terminals cannot show.
     */
    public static String sentence(String text) {
        String plain = text.replace('\u201c', '"').replace('\u201d', '"').replace("\u2026", "...")
            .replace(" \u00b7", ",");
        return COLONS.matcher(escaped(plain)).replaceAll(":\\\\u003a");
    }

    private static String escaped(String text) {
        return UNPRINTABLE.matcher(text)
            .replaceAll(found -> found.group().chars()
                .mapToObj(c -> String.format(Locale.ROOT, "\\\\u%04x", c))
                .collect(Collectors.joining()))
            .replace("##[", "#\\u0023[");
    }
}
