// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.tearline.cli.text.Screen;
import org.tearline.file.Quoted;
import org.tearline.judge.AgentReport.UnwatchedCalls;
import org.tearline.judge.Coverage.Blindness;
import org.tearline.judge.Coverage;
import org.tearline.words.Words;

/** Prints what the agents watched, and what they did not. */
record CoverageText(Coverage coverage) {
    private static final String INDENT = "   ";
    private static final int NAMES_SHOWN = 3;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT)
        .withZone(ZoneOffset.UTC);
    private static final Map<String, String> WORDS = Map.ofEntries(
        Map.entry("unsafe-ordered", "ordered, volatile and locked accesses through Unsafe"),
        Map.entry("unsafe-plain", "plain accesses through Unsafe"),
        Map.entry("jdk-memory", "buffers, views, memory segments and vectors"),
        Map.entry("bulk", "copies and fills"),
        Map.entry("copies", "System.arraycopy, and reads and writes of channels and streams"),
        Map.entry("jdk-itself", "accesses that the JDK makes for itself, such as String.getBytes"),
        Map.entry("parts", "values that the program puts together itself, such as a long read by getLong but"
            + " written by two putInt or byte by byte, which can be read half-written on any CPU, aligned or not"),
        Map.entry("masked-vectors", "vectors with masks or indexes"),
        Map.entry("hidden-classes", "Unsafe in hidden classes"),
        Map.entry("native-code", "native code, and writes to files that are mapped"),
        Map.entry("other-processes", "other processes"));

    void print(Screen screen) {
        String limits = "";
        if (coverage.granuleBytes() != null) {
            limits = "; only accesses across a multiple of " + coverage.granuleBytes() + " bytes";
        }
        screen.say("watched: ", INDENT, words(coverage.watched()) + "; in "
            + Words.count(coverage.classes(), "class") + " with "
            + Words.count(coverage.instructions(), "call") + " of Unsafe, from "
            + TIME.format(coverage.since()) + " to " + TIME.format(coverage.until()) + " UTC" + limits);
        screen.say("not watched: ", INDENT, words(coverage.notWatched()));
        coverage.missing().forEach(blindness -> screen.say("missing: ", INDENT, missing(blindness)));
    }

    /** Says that nothing was found only if something was looked for. */
    String none() {
        if (coverage.missing().contains(Blindness.NOTHING_WATCHED)) {
            return "nothing was watched";
        }
        if (coverage.missing().contains(Blindness.ONLY_ORDERED)) {
            return "no answer: plain accesses were not watched";
        }
        return "no misaligned value was found among the accesses that were watched";
    }

    private String missing(Blindness blindness) {
        return switch (blindness) {
            case NOTHING_WATCHED -> "everything: " + nothing();
            case ONLY_ORDERED -> "plain accesses in " + Words.count(coverage.ordered()) + " of "
                + Words.count(coverage.reports(), "report") + ", which the agent made with the option ordered";
            case PLAIN_NOT_WATCHED -> "plain accesses, which were to be watched but were not";
            case NOT_REWRITTEN -> Words.count(coverage.failures(), "class") + " could not be rewritten: "
                + names(coverage.notRewritten().stream().map(type -> type.type() + " (" + type.why() + ")").toList());
            case UNWATCHED_CALLS -> "calls of Unsafe that the agent cannot see: "
                + names(coverage.unwatchedCalls().stream().map(CoverageText::unwatched).toList());
            case ATTACHED -> "what the program did before the agent was attached"
                + Words.enclosed(", and the calls that were running then, of methods that are watched from their next"
                    + " call on: ", names(coverage.running()), "");
            case NOT_ENDED -> "what a program did after its report was written: it was still running, or was killed";
            case UNPLACED -> Words.count(coverage.unplaced(), "access")
                + " without a line of code, because there were too many sites";
            case LOST -> Words.count(coverage.lost(), "access") + " that could not be recorded";
        };
    }

    private static String unwatched(UnwatchedCalls calls) {
        String what = "methods called through method handles, references or reflection";
        if (calls.kind().equals("hidden-class")) {
            what = "hidden classes";
        }
        if (calls.first() != null) {
            what += ", first " + calls.first();
        }
        return Words.count(calls.count()) + " " + what;
    }

    private String nothing() {
        if (coverage.loaded() == 0) {
            return "no class of the program was loaded";
        }
        return "the program calls no method of Unsafe that was watched";
    }

    /** Returns the first names, and the number of the others if there are more. */
    private static String names(List<String> all) {
        String shown = all.stream()
            .limit(NAMES_SHOWN)
            .map(Quoted::full)
            .collect(Collectors.joining("; "));
        if (all.size() > NAMES_SHOWN) {
            return shown + " and " + Words.count(all.size() - NAMES_SHOWN) + " more";
        }
        return shown;
    }

    private static String words(Collection<String> kinds) {
        if (kinds.isEmpty()) {
            return "nothing";
        }
        return kinds.stream()
            .map(kind -> WORDS.getOrDefault(kind, kind))
            .collect(Collectors.joining("; "));
    }
}
