// SPDX-License-Identifier: Apache-2.0
package org.tearline.symptom;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A pattern that is looked for in a line or matches a fact, and the names of its groups. Thread-safe. */
record Line(Pattern pattern, List<String> names) {
    private static final Pattern GROUP = Pattern.compile("\\(\\?<(\\w+)>");

    @JsonCreator
    static Line of(String pattern) {
        return new Line(Pattern.compile(pattern),
            GROUP.matcher(pattern).results().map(group -> group.group(1)).toList());
    }

    /** Returns the fact that a group stands for. A group named xHex has the digits of x without 0x. */
    private static String fact(String name) {
        return name.replaceFirst("Hex$", "");
    }

    List<String> facts() {
        return names.stream().map(Line::fact).toList();
    }

    boolean matches(String text) {
        return pattern.matcher(text).matches();
    }

    boolean isIn(String line) {
        return pattern.matcher(line).find();
    }

    /** Returns the facts of the named groups, if the pattern is found. */
    Optional<Map<String, String>> in(String line) {
        Matcher matcher = pattern.matcher(line);
        if (!matcher.find()) {
            return Optional.empty();
        }
        Map<String, String> facts = new LinkedHashMap<>();
        for (String name : names) {
            String fact = fact(name);
            String text = matcher.group(name);
            if (text != null) {
                facts.put(fact, fact.equals(name) ? text : "0x" + text);
            }
        }
        return Optional.of(facts);
    }
}
