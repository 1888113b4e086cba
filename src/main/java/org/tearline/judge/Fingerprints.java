// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Names values so that a finding is recognized in a later run. The name holds what is accessed, how and in which
 * method, but no line number: it stays when code above it changes. Equal ones of one method are numbered by their
 * lines.
 */
public final class Fingerprints {
    /** Names this way of naming; another way gets another name. */
    public static final String KEY = "tearlineValue/v1";
    private static final int BYTES = 16;
    private static final Comparator<AgentReport.Site> ORDER = Comparator.comparing(Fingerprints::place)
        .thenComparing(Fingerprints::line);

    private Fingerprints() {
    }

    /** Returns the name of each value, by identity: that of its first line of code. */
    public static Map<JudgedValue, String> of(List<JudgedValue> values) {
        Map<String, Integer> counts = new HashMap<>();
        Map<JudgedValue, String> names = new IdentityHashMap<>();
        Map<JudgedValue, AgentReport.Site> firsts = new IdentityHashMap<>();
        values.forEach(value -> firsts.put(value, Collections.min(value.sites(), ORDER)));
        values.stream().sorted(Comparator.comparing(firsts::get, ORDER)).forEach(value -> {
            String place = place(firsts.get(value));
            names.put(value, digest(place + "|" + counts.merge(place, 1, Integer::sum)));
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

    private static String digest(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                .digest(text.getBytes(StandardCharsets.UTF_8)), 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JVM has SHA-256", e);
        }
    }
}
