// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.tearline.file.Digest;

/**
 * Names values so that a finding is recognized in a later run. The name holds what is accessed, how and in which
 * method, but no line number: it stays when code above it changes. Equal ones of one method are numbered by their
 * lines.
 */
public final class Fingerprints {
    /** The version of these names. */
    public static final String KEY = "tearlineValue/v1";
    private static final int DIGITS = 32;
    private static final Comparator<AgentReport.Site> ORDER = Comparator.comparing(Fingerprints::place)
        .thenComparing(Fingerprints::line);

    private Fingerprints() {
    }

    /** The name of each value, by identity, after its first line of code. */
    public static Map<JudgedValue, String> of(List<JudgedValue> values) {
        Map<String, Integer> counts = new HashMap<>();
        Map<JudgedValue, String> names = new IdentityHashMap<>();
        Map<JudgedValue, AgentReport.Site> firsts = new IdentityHashMap<>();
        values.forEach(value -> firsts.put(value, Collections.min(value.sites(), ORDER)));
        values.stream().sorted(Comparator.comparing(firsts::get, ORDER)).forEach(value -> {
            String place = place(firsts.get(value));
            names.put(value, Digest.sha256((place + "|" + counts.merge(place, 1,
                Integer::sum)).getBytes(StandardCharsets.UTF_8)).substring(0, DIGITS));
        });
        return names;
    }

    private static String place(AgentReport.Site site) {
        return String.join("|", site.frame().type(), site.frame().method(), site.access().operation().toString(),
            site.access().mode(), String.valueOf(site.access().bytes()), String.valueOf(site.object()));
    }

    private static int line(AgentReport.Site site) {
        Integer line = site.frame().line();
        return line == null ? 0 : line;
    }
}
