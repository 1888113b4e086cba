// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.tearline.trial.Geometry.Alignment;
import org.tearline.verdict.Granules.Fate;
import org.tearline.verdict.Granules.Kind;

/**
 * One or more values that the same code accesses.
 *
 * @param sites  those with the most hits first
 * @param places the worst first
 */
public record JudgedValue(List<AgentReport.Site> sites, List<JudgedPlace> places) {
    /** By danger, then whether other processes see the value, then by worst place and hits. */
    static final Comparator<JudgedValue> WORST_FIRST = Comparator.comparing(JudgedValue::danger)
        .thenComparing(value -> !value.seenByProcesses())
        .thenComparing(value -> value.places.get(0).boundary(), Comparator.reverseOrder())
        .thenComparing(JudgedValue::hits, Comparator.reverseOrder());
    private static final String PLAIN = "plain";
    private static final int MOST_PADDINGS = 4;
    private static final Comparator<JudgedPlace> WORST_PLACE = Comparator.comparing(JudgedPlace::danger)
        .thenComparing(JudgedPlace::boundary, Comparator.reverseOrder()).thenComparing(JudgedPlace::offset);

    public JudgedValue {
        sites = sites.stream().sorted(Comparator.comparing(AgentReport.Site::hits).reversed()).toList();
        places = places.stream().sorted(WORST_PLACE).toList();
    }

    /**
     * Judges by the threads of this process. A mapped file alone does not show that another process accesses the value.
     * Ordered accesses by a single thread, however, suggest that another process does.
     */
    public Danger danger() {
        boolean ordered = sites.stream().anyMatch(site -> !site.access().mode().equals(PLAIN));
        return sites.stream().anyMatch(AgentReport.Site::contended) ? places.get(0).danger()
            : most(AgentReport.Values::locked) > 0 ? Danger.LOCKED
            : most(AgentReport.Values::handedOver) > 0 ? Danger.HANDED_OVER
            : most(AgentReport.Values::publishedOnce) > 0 ? Danger.PUBLISHED_ONCE
            : seenByProcesses() && ordered ? places.get(0).danger() : Danger.ONE_THREAD;
    }

    public long hits() {
        return sites.stream().mapToLong(AgentReport.Site::hits).sum();
    }

    public boolean seenByProcesses() {
        return sites.stream().anyMatch(AgentReport.Site::seenByProcesses);
    }

    /** Returns the number of values, or 0 if the agent lost count. */
    public long values() {
        return most(AgentReport.Values::known);
    }

    /** Returns the number of values that several threads touched. */
    public long shared() {
        return most(AgentReport.Values::shared);
    }

    /** Returns the largest count at any site, or 0 if the agent lost count. */
    public long most(ToLongFunction<AgentReport.Values> number) {
        return sites.stream().anyMatch(site -> site.values().known() == 0) ? 0
            : sites.stream().map(AgentReport.Site::values).mapToLong(number).max().orElse(0);
    }

    /** Returns the largest number of threads that touched one value. */
    public int mostThreads() {
        return sites.stream().mapToInt(site -> site.values().mostThreads()).max().orElse(0);
    }

    /** How dangerous a value is; the most dangerous first. */
    public enum Danger {
        TEARS("shared, and torn on a measured CPU"),
        MAY_TEAR("shared, and not guaranteed to be whole on every CPU"),
        LOCKED("shared, and whole on x86-64 as long as every access locks"),
        HANDED_OVER("handed over from thread to thread, as far as the agent could tell"),
        PUBLISHED_ONCE("published once: not written after a second thread touched it, as far as the agent could tell"),
        ONE_THREAD("touched by one thread, as far as the agent could tell");

        private final String words;

        Danger(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }

        /** Whether the program needs a fix. */
        public boolean isError() {
            return this == TEARS || this == MAY_TEAR;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * One offset of a value.
     *
     * @param offset   from the start of the line, or in an object from a multiple of 8
     * @param bytes    of the widest access
     * @param boundary the largest power of two with a multiple inside the value
     * @param certain  false if the garbage collector may move the object, in which case this is the worst case
     */
    public record JudgedPlace(int offset, int bytes, int boundary, Alignment placement, boolean certain, long hits,
                              Answer answer) {
        /** Returns the danger if the value is shared. */
        Danger danger() {
            return !answer.cpus(Fate.TORN).isEmpty() ? Danger.TEARS
                : answer.kind() == Kind.LOCKED ? Danger.LOCKED : Danger.MAY_TEAR;
        }
    }

    /** Returns what to do, without a full stop, the best first. */
    public List<String> remedies() {
        int bytes = sites.stream().mapToInt(site -> site.access().bytes()).max().orElseThrow();
        boolean heap = sites.get(0).object() != null;
        return List.of("put it at a multiple of " + bytes
            + (heap ? ", counted from the start of the object, header included" : "") + padding(bytes),
            "if it cannot be moved, lock every access to it, including reads: it is then whole on x86-64, but slow"
            + " across a line, and on Arm the access may raise SIGBUS");
    }

    private String padding(int bytes) {
        TreeMap<Integer, Integer> more = new TreeMap<>();
        places.forEach(place -> more.put(place.offset(), (bytes - place.offset() % bytes) % bytes));
        more.values().removeIf(padding -> padding == 0);
        return more.isEmpty() || more.size() > MOST_PADDINGS ? "" : ": " + more.entrySet().stream()
            .map(at -> at.getValue() + (at.getValue() == 1 ? " byte" : " bytes") + " of padding at " + at.getKey())
            .collect(Collectors.joining(", "));
    }
}
