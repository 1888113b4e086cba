// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.report;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Place;
import org.tearline.agent.record.Recorder;
import org.tearline.agent.record.Site;

/** The findings in words. Stateless. Thread-safe. */
public final class TextReport {
    /** Begins every line that the agent prints, so that it can be told from the program's own. */
    public static final String PREFIX = "tearline: ";
    /** The file has all; more than this nobody reads on a terminal. */
    private static final int SITES_SHOWN = 20;
    private static final int OFFSETS_SHOWN = 8;

    private TextReport() {
    }

    /** One line for the first hit of a site. */
    public static String firstHit(Site site) {
        Access access = site.key().access();
        Place place = Findings.worst(site);
        return PREFIX + access.method() + " of " + access.bytes() + " bytes " + place.words() + at(site) + ", "
            + site.key().frames().get(site.key().outermost()) + ", by thread " + site.first().thread() + "\n";
    }

    private static String at(Site site) {
        return " at offset " + site.counts().get(0).offset();
    }

    /** Returns the summary for the end of the program. */
    public static String summary(Findings findings) {
        StringBuilder text = new StringBuilder();
        text.append(PREFIX).append(headline(findings)).append('\n');
        findings.sites().stream().limit(SITES_SHOWN).forEach(state -> append(text, state));
        if (findings.sites().size() > SITES_SHOWN) {
            text.append("  and ").append(plural(findings.sites().size() - SITES_SHOWN, "more site")).append('\n');
        }
        if (findings.unplaced() + findings.lost() > 0) {
            text.append(english("  and %,d without a site for want of room, %,d that could not be recorded\n",
                findings.unplaced(), findings.lost()));
        }
        if (findings.watched().failures() > 0) {
            text.append(english("  %,d classes are not watched, such as %s: %s\n", findings.watched().failures(),
                findings.watched().notRewritten().get(0).className(), findings.watched().notRewritten().get(0).why()));
        }
        if (findings.watched().handles() > 0) {
            text.append(english("  not watched: %s to watched methods\n",
                plural(findings.watched().handles(), "method handle")));
        }
        return text.toString();
    }

    /**
     * Says what became of the program's classes when the agent was detached, and what cannot be undone.
     *
     * @param failures classes that still call the hook, and why
     */
    public static String detached(int restored, Map<String, String> failures, String hook) {
        String still = failures.isEmpty() ? "" : ", " + classes(failures.size()) + " still with checks, such as "
            + failures.entrySet().iterator().next();
        return "detached; " + classes(restored) + " with their own code again" + still + ". Left in the JVM: the empty"
            + " class " + hook + ", java.lang and java.nio opened to a class loader that is no longer used, the"
            + " agent's jar on the class path, and methods that are running now, until they return";
    }

    /** Says what is watched of the classes that were loaded when the agent was attached. */
    public static String attached(Findings findings) {
        return "attached; " + watched(findings) + " so far";
    }

    private static String watched(Findings findings) {
        return plural(findings.instructions(), "instruction") + " in " + classes(findings.watched().classes())
            + " watched";
    }

    private static String headline(Findings findings) {
        String watched = watched(findings) + (findings.plain() ? " (plain ones too)" : "")
            + ", line " + findings.geometry().lineBytes() + " bytes";
        return findings.sites().isEmpty() ? "no misaligned access; " + watched
            : plural(findings.hits(), "misaligned access", "misaligned accesses") + " from "
                + plural(findings.sites().size(), "site") + "; " + watched;
    }

    private static void append(StringBuilder text, Recorder.SiteState state) {
        Site site = state.site();
        Access access = site.key().access();
        text.append(english("  %s, %s %s of %d bytes: %s\n", access.method(), access.mode(), access.operation(),
            access.bytes(), places(site)));
        List<StackTraceElement> frames = site.key().frames();
        int own = site.key().outermost();
        text.append("    at ").append(frames.get(own)).append('\n');
        frames.subList(own + 1, frames.size()).forEach(frame -> text.append("    from ").append(frame).append('\n'));
        for (int i = own - 1; i >= 0; i--) {
            text.append("    through ").append(frames.get(i)).append('\n');
        }
        text.append("    offsets ").append(offsets(site)).append("; ").append(threads(state)).append(memory(site))
            .append("; first at ").append(site.first().time()).append(" by ").append(site.first().thread())
            .append('\n');
    }

    /** Returns how often at which kind of place, the worst first. */
    private static String places(Site site) {
        Map<Place, Long> byPlace = new TreeMap<>(Comparator.reverseOrder());
        site.counts().forEach(count -> byPlace.merge(count.place(), count.count(), Long::sum));
        return byPlace.entrySet().stream().map(entry -> english("%,d %s", entry.getValue(), entry.getKey().words()))
            .collect(Collectors.joining("; "));
    }

    /** Returns the offsets, those of the worst places first. */
    private static String offsets(Site site) {
        List<Site.Count> counts = site.counts().stream()
            .sorted(Comparator.comparing(Site.Count::place).reversed().thenComparing(Site.Count::offset)).toList();
        String shown = counts.stream().limit(OFFSETS_SHOWN)
            .map(count -> english("%d", count.offset())).collect(Collectors.joining(", "));
        return counts.size() > OFFSETS_SHOWN ? shown + " and " + (counts.size() - OFFSETS_SHOWN) + " more" : shown;
    }

    private static String classes(long count) {
        return plural(count, "class", "classes");
    }

    private static String plural(long count, String noun) {
        return plural(count, noun, noun + "s");
    }

    private static String plural(long count, String noun, String nouns) {
        return english("%,d %s", count, count == 1 ? noun : nouns);
    }

    private static String threads(Recorder.SiteState state) {
        String most = switch (state.threads()) {
            case 0 -> "threads not known";
            case 1 -> "1 thread";
            default -> "up to " + state.threads() + " threads on one value";
        };
        return most + ", " + plural(state.values(), "value");
    }

    private static String memory(Site site) {
        if (site.key().object() != null) {
            return ", in a " + site.key().object();
        }
        if (site.first().mapping() == null) {
            return "";
        }
        String file = site.first().mapping().file();
        return (file == null ? "" : ", in " + file)
            + (site.first().mapping().shared() ? ", which other processes can see" : "");
    }

    private static String english(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
