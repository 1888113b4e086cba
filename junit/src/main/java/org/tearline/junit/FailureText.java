// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats the message of a failed test. Stateless. */
final class FailureText {
    private static final int SITES_SHOWN = 10;
    private static final int NAMES_SHOWN = 8;

    private FailureText() {
    }

    /** @param found the worst site first */
    static String of(String test, List<Rule> rules, List<FoundSite> found) {
        String hits = counted(found.stream().mapToLong(FoundSite::hits).sum(), "access", "accesses");
        String places = counted(found.size(), "place", "places");
        StringBuilder text = new StringBuilder(format("%s: %s that %s forbids, from %s", test, hits,
            Rule.names(rules), places));
        found.stream().limit(SITES_SHOWN).forEach(site -> append(text, site));
        if (found.size() > SITES_SHOWN) {
            text.append(format("%n  and %,d more places", found.size() - SITES_SHOWN));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, FoundSite site) {
        Hit hit = site.first();
        List<Integer> offsets = site.worstOffsets();
        text.append(format("%n  %s, %s %s of %d bytes %s, at %s", hit.method(), hit.mode(), hit.operation(),
            hit.bytes(), where(site), offsets(hit, offsets)));
        text.append(format("%n    at %s", hit.frames().get(hit.site())));
        for (int i = hit.site() - 1; i >= 0; i--) {
            text.append(format("%n    through %s", hit.frames().get(i)));
        }
        String threads = site.threads().size() == 1 ? "thread" : "threads";
        // In the heap, it is unknown which objects of the class were accessed, so only offsets can be counted.
        String values = hit.object() == null ? counted(site.values(), "value", "values")
            : counted(site.values(), "offset", "offsets") + " in a " + hit.object();
        String from = hit.object() == null ? "" : ", counted from the start of the object, header included";
        text.append(format("%n    %s by %s %s to %s", counted(site.hits(), "access", "accesses"), threads,
            some(site.threads()), values));
        text.append(format("%n    remedy: put it at a multiple of %d%s", hit.bytes(), from));
    }

    private static String where(FoundSite site) {
        return switch (site.worstSeverity()) {
            case 0 -> site.first().object() == null ? "inside a line" : "misaligned inside its object";
            case 1 -> "across a line";
            default -> "across a page";
        };
    }

    private static String counted(long number, String one, String several) {
        return format("%,d %s", number, number == 1 ? one : several);
    }

    private static String offsets(Hit hit, List<Integer> offsets) {
        String noun = offsets.size() == 1 ? "offset " : "offsets ";
        return noun + some(offsets) + (hit.object() != null ? " from a multiple of 8" : " in the line");
    }

    private static String some(List<?> all) {
        String shown = all.stream().limit(NAMES_SHOWN).map(String::valueOf).collect(Collectors.joining(", "));
        return all.size() > NAMES_SHOWN ? shown + " and " + (all.size() - NAMES_SHOWN) + " more" : shown;
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
