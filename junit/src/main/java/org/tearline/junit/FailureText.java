// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.tearline.agent.access.Lines.Position;

/** Formats the message of a failed test. Stateless. */
final class FailureText {
    private static final int SITES_SHOWN = 10;
    private static final int NAMES_SHOWN = 8;
    private static final Comparator<FoundSite> WORST_FIRST = Comparator.comparingInt(FoundSite::worst).reversed()
        .thenComparing(Comparator.comparingLong(FoundSite::hits).reversed());

    private FailureText() {
    }

    static String of(String test, List<Rule> rules, List<FoundSite> found) {
        long hits = found.stream().mapToLong(FoundSite::hits).sum();
        StringBuilder text = new StringBuilder(format("%s: %,d %s that %s forbids, from %,d %s", test, hits,
            hits == 1 ? "access" : "accesses", Rule.names(rules), found.size(),
            found.size() == 1 ? "place" : "places"));
        found.stream().sorted(WORST_FIRST).limit(SITES_SHOWN).forEach(site -> append(text, site));
        if (found.size() > SITES_SHOWN) {
            text.append(format("%n  and %,d more places", found.size() - SITES_SHOWN));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, FoundSite site) {
        Hit hit = site.first();
        List<Integer> offsets = site.worstOffsets();
        text.append(format("%n  %s, %s %s of %d bytes %s, at %s", hit.method(), hit.mode(), hit.operation(),
            hit.bytes(), Position.words(site.worst(), hit.object() != null), offsets(hit, offsets)));
        text.append(format("%n    at %s", hit.frames().get(hit.site())));
        for (int i = hit.site() - 1; i >= 0; i--) {
            text.append(format("%n    through %s", hit.frames().get(i)));
        }
        text.append(format("%n    %,d %s by %s %s to %,d %s%s", site.hits(), site.hits() == 1 ? "access" : "accesses",
            site.threads().size() == 1 ? "thread" : "threads", some(site.threads()), site.values(),
            site.values() == 1 ? "value" : "values", hit.object() == null ? "" : ", in a " + hit.object()));
        text.append(format("%n    remedy: put it at a multiple of %d%s", hit.bytes(), hit.object() == null ? ""
            : ", counted from the start of the object, header included"));
    }

    private static String offsets(Hit hit, List<Integer> offsets) {
        return (offsets.size() == 1 ? "offset " : "offsets ") + some(offsets)
            + (hit.object() != null ? " from a multiple of 8" : " in the line");
    }

    private static String some(List<?> all) {
        String shown = all.stream().limit(NAMES_SHOWN).map(String::valueOf).collect(Collectors.joining(", "));
        return all.size() > NAMES_SHOWN ? shown + " and " + (all.size() - NAMES_SHOWN) + " more" : shown;
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
