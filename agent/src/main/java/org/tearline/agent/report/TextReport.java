// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.report;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Lines.Position;
import org.tearline.agent.record.Sharing;
import org.tearline.agent.record.Site;
import org.tearline.agent.record.SiteState;
import org.tearline.agent.report.JsonReport.Findings;
import org.tearline.agent.rewrite.Rewriter;

/** Renders the findings as text. Stateless. Thread-safe. */
public final class TextReport {
    /** Distinguishes the agent's messages from the program's output. */
    public static final String PREFIX = "tearline: ";
    /** Limits for the printed text. The report file contains everything. */
    private static final int SITES_SHOWN = 20;
    private static final int ITEMS_SHOWN = 8;

    private TextReport() {
    }

    public static String firstHit(Site site) {
        Access access = site.key().access();
        return english("%s%s of %d bytes %s at offset %d, %s, by thread %s%n", PREFIX, access.method(),
            access.bytes(), Position.words(site.worst(), site.key().heap()),
            site.counts().get(0).position().offset(), site.key().frame(),
            site.first().thread());
    }

    public static String summary(Findings findings) {
        StringBuilder text = new StringBuilder();
        text.append(PREFIX).append(headline(findings)).append('\n');
        findings.sites().stream().limit(SITES_SHOWN).forEach(state -> append(text, state));
        if (findings.sites().size() > SITES_SHOWN) {
            text.append("  and ").append(plural(findings.sites().size() - SITES_SHOWN, "more site")).append('\n');
        }
        text.append(coverage(findings));
        if (findings.unplaced() + findings.lost() > 0) {
            text.append(english("  %,d more hits without a site, as there are too many sites; %,d could not be"
                + " recorded\n", findings.unplaced(), findings.lost()));
        }
        if (findings.watched().failures() > 0) {
            Rewriter.NotRewritten first = findings.watched().notRewritten().get(0);
            text.append(english("  %s not fully watched, for example %s: %s\n",
                plural(findings.watched().failures(), "class", "classes"), first.className(), first.why()));
        }
        if (!findings.running().isEmpty()) {
            text.append("  ").append(running(findings)).append('\n');
        }
        if (findings.watched().handles() > 0) {
            text.append(english("  not watched: %s to watched methods\n",
                plural(findings.watched().handles(), "method handle")));
        }
        if (!findings.copies().isEmpty()) {
            text.append("  memory that threads copy into and out of, in no known order: ")
                .append(String.join(", ", findings.copies())).append('\n');
        }
        return text.toString();
    }

    public static String attached(Findings findings) {
        return "attached; " + watched(findings) + " watched so far"
            + (findings.running().isEmpty() ? "" : "; " + running(findings));
    }

    private static String watched(Findings findings) {
        return plural(findings.instructions(), "instruction") + " in "
            + plural(findings.watched().classes(), "class", "classes");
    }

    private static String running(Findings findings) {
        return "running when the agent was attached, and watched from the next call on: "
            + findings.running().stream().limit(ITEMS_SHOWN).collect(Collectors.joining(", "))
            + (findings.running().size() > ITEMS_SHOWN ? " and other methods" : "");
    }

    private static String headline(Findings findings) {
        if (findings.sites().isEmpty()) {
            int granule = findings.lines().granuleBytes();
            String across = granule == 1 ? "" : " across a multiple of " + granule + " bytes";
            return "no misaligned access" + across + " among those watched";
        }
        return plural(findings.hits(), "misaligned access", "misaligned accesses") + " from "
            + plural(findings.sites().size(), "site");
    }

    private static String coverage(Findings findings) {
        return "  watched since " + findings.started().truncatedTo(ChronoUnit.SECONDS) + ": "
            + words(Kind.watched(findings.plain())) + "; " + watched(findings) + ", line "
            + findings.lines().lineBytes() + " bytes\n  not watched: " + words(Kind.notWatched(findings.plain()))
            + (findings.plain() ? "" : " (see option plain)") + "\n";
    }

    private static String words(List<Kind> kinds) {
        return kinds.stream().map(Kind::words).collect(Collectors.joining(", "));
    }

    private static void append(StringBuilder text, SiteState state) {
        Site site = state.site();
        Access access = site.key().access();
        text.append(english("  %s, %s %s of %d bytes: %s\n", access.method(), access.mode(), access.operation(),
            access.bytes(), places(site)));
        List<StackTraceElement> frames = site.key().frames();
        int own = site.key().site();
        text.append("    at ").append(frames.get(own)).append('\n');
        for (int i = own + 1; i < frames.size(); i++) {
            text.append("    from ").append(frames.get(i)).append('\n');
        }
        // The frames between the site and the access, in the order of their calls.
        for (int i = own - 1; i >= 0; i--) {
            text.append("    through ").append(frames.get(i)).append('\n');
        }
        text.append("    ").append(threads(state)).append(memory(site)).append('\n');
    }

    private static String places(Site site) {
        List<String> places = new ArrayList<>();
        for (int severity = site.worst(); severity >= 0; severity--) {
            int wanted = severity;
            List<Site.Count> counts = site.counts().stream()
                .filter(count -> count.position().severity() == wanted).toList();
            if (!counts.isEmpty()) {
                places.add(english("%,d %s at %s", counts.stream().mapToLong(Site.Count::count).sum(),
                    Position.words(severity, site.key().heap()), offsets(counts)));
            }
        }
        return String.join("; ", places) + (site.estimated() ? " (hits estimated)" : "");
    }

    private static String offsets(List<Site.Count> counts) {
        String shown = counts.stream().limit(ITEMS_SHOWN).map(count -> "" + count.position().offset())
            .collect(Collectors.joining(", "));
        return counts.size() > ITEMS_SHOWN ? shown + " and " + (counts.size() - ITEMS_SHOWN) + " more" : shown;
    }

    private static String plural(long count, String noun) {
        return plural(count, noun, noun + "s");
    }

    private static String plural(long count, String noun, String nouns) {
        return english("%,d %s", count, count == 1 ? noun : nouns);
    }

    private static String threads(SiteState state) {
        String most = switch (state.threads()) {
            case 0 -> "threads unknown";
            case 1 -> "1 watched thread";
            default -> "up to " + state.threads() + " threads on one value";
        };
        List<String> ways = new ArrayList<>(List.of(most, plural(state.values(), "value")));
        Arrays.stream(Sharing.values()).filter(way -> !way.toString().isEmpty() && state.count(way) > 0)
            .forEach(way -> ways.add(english("%,d %s", state.count(way), way)));
        return String.join(", ", ways);
    }

    private static String memory(Site site) {
        if (site.key().heap()) {
            return ", in a " + site.key().object();
        }
        if (site.first().mapping() == null) {
            return "";
        }
        String file = site.first().mapping().file();
        String where = file == null ? "" : ", in " + file;
        return site.first().mapping().shared() ? where + ", which other processes may map" : where;
    }

    private static String english(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
