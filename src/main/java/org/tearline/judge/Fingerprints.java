// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Names sites so that a finding is recognized in a later run. The name holds what is accessed, how and in which method,
 * but no line number: it stays when code above it changes. Equal sites of one method are numbered by their lines. Pure
 * functions. Thread-safe.
 */
public final class Fingerprints {
    /** Names this way of naming; another way gets another name. */
    public static final String KEY = "tearlineSite/v1";

    private static final int BYTES = 16;

    private Fingerprints() {
    }

    /** Returns the name of each site, by identity. */
    public static Map<JudgedSite, String> of(List<JudgedSite> sites) {
        Map<String, Integer> counts = new HashMap<>();
        Map<JudgedSite, String> names = new IdentityHashMap<>();
        sites.stream().sorted(Comparator.comparing(Fingerprints::line)).forEach(judged -> {
            AgentReport.Site site = judged.site();
            AgentReport.Access access = site.access();
            String place = String.join("|", access.operation().toString(), access.mode(),
                String.valueOf(access.bytes()), String.valueOf(site.object()), site.frame().type(),
                site.frame().method());
            names.put(judged, digest(place + "|" + counts.merge(place, 1, Integer::sum)));
        });
        return names;
    }

    private static int line(JudgedSite judged) {
        Integer line = judged.site().frame().line();
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
