// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The examples of output in README.md, whose parts are compared with those of real output. */
public final class Readme {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\n(.*?)^```");
    private static final Pattern FIRST_WORD = Pattern.compile("(?m)^ *(\\w+)");

    private Readme() {
    }

    /** Returns the first word of each line that {@code run} prints. */
    static List<String> firstWords(String run) {
        return all(FIRST_WORD, run);
    }

    /** Returns the example that contains a text. */
    public static String example(String text) throws IOException {
        return all(BLOCK, Files.readString(Path.of("README.md"))).stream()
            .filter(block -> block.contains(text))
            .findFirst()
            .orElseThrow();
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }
}
