// SPDX-License-Identifier: Apache-2.0
package org.tearline.symptom;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A pattern that is looked for in a line, and its named groups. Thread-safe. */
record Line(Pattern pattern, List<Group> groups) {
    private static final Pattern GROUP = Pattern.compile("\\(\\?<(?<name>(?<fact>\\w+?)(?<digits>Hex)?)>");

    /** A group and the fact that it stands for. A group named xHex has the digits of x without 0x. */
    private record Group(String name, String fact, String prefix) {
    }

    static Line of(String pattern) {
        return new Line(Pattern.compile(pattern), GROUP.matcher(pattern).results().map(Line::group).toList());
    }

    private static Group group(MatchResult named) {
        String prefix = "";
        if (named.group(3) != null) {
            prefix = "0x";
        }
        return new Group(named.group(1), named.group(2), prefix);
    }

    List<String> facts() {
        return groups.stream().map(Group::fact).toList();
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
        for (Group group : groups) {
            String text = matcher.group(group.name);
            if (text != null) {
                facts.put(group.fact, group.prefix + text);
            }
        }
        return Optional.of(facts);
    }
}
