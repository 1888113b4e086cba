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
 * A value of a program, or several that the same lines of code access.
 *
 * @param sites    the lines of code, the most hits first
 * @param places   the worst first
 * @param remedies the best first
 */
public record JudgedValue(List<AgentReport.Site> sites, Danger danger, List<JudgedPlace> places,
                          List<Remedy> remedies) {
    /** The worst first; among equals those that other processes see, then the worst place, then more hits. */
    static final Comparator<JudgedValue> WORST_FIRST = Comparator.comparing(JudgedValue::danger)
        .thenComparing(value -> !value.seenByProcesses())
        .thenComparing(value -> value.places.get(0).boundary(), Comparator.reverseOrder())
        .thenComparing(JudgedValue::hits, Comparator.reverseOrder());
    private static final Comparator<JudgedPlace> WORST_PLACE = Comparator.comparing(JudgedPlace::danger)
        .thenComparing(JudgedPlace::boundary, Comparator.reverseOrder()).thenComparing(JudgedPlace::offset);

    static JudgedValue of(List<AgentReport.Site> sites, List<JudgedPlace> places) {
        List<AgentReport.Site> most = sites.stream()
            .sorted(Comparator.comparing(AgentReport.Site::hits, Comparator.reverseOrder())).toList();
        List<JudgedPlace> worst = places.stream().sorted(WORST_PLACE).toList();
        JudgedValue value = new JudgedValue(most, Danger.ONE_THREAD, worst, Remedy.of(most, worst));
        return new JudgedValue(most, value.seen(), worst, value.remedies);
    }

    /**
     * Judges by the threads of this process. Other processes count only if one thread alone orders its accesses: that a
     * file is mapped does not show that another process accesses the value, but the order of a single thread does.
     */
    private Danger seen() {
        boolean ordered = sites.stream().anyMatch(site -> !site.access().mode().equals(AgentReport.PLAIN));
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

    /** How many values it stands for; 0 where the agent lost count. */
    public long values() {
        return most(AgentReport.Values::known);
    }

    /** How many of them several threads touched. */
    public long shared() {
        return most(AgentReport.Values::shared);
    }

    /** The largest of these numbers of a site; 0 where the agent lost count. */
    public long most(ToLongFunction<AgentReport.Values> number) {
        return sites.stream().anyMatch(site -> site.values().known() == 0) ? 0
            : sites.stream().map(AgentReport.Site::values).mapToLong(number).max().orElse(0);
    }

    /** The largest number of threads that touched one of them. */
    public int mostThreads() {
        return sites.stream().mapToInt(site -> site.values().mostThreads()).max().orElse(0);
    }

    /** How dangerous a value is, the worst first. */
    public enum Danger {
        TEARS("shared, and torn on a CPU that was measured"),
        MAY_TEAR("shared, and not promised to be whole everywhere"),
        LOCKED("shared, and whole on x86-64 while every access locks"),
        HANDED_OVER("handed over from thread to thread, as far as seen"),
        PUBLISHED_ONCE("published once: not written after a second thread touched it, as far as seen"),
        ONE_THREAD("touched by one thread, as far as seen");

        private final String words;

        Danger(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }

        /** Whether a program with such a value is to be changed. */
        public boolean isError() {
            return this == TEARS || this == MAY_TEAR;
        }

        public String ruleId() {
            return "misaligned/" + this;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * One offset of a value, judged.
     *
     * @param offset   from the start of the line; in an object of the heap from a multiple of 8
     * @param bytes    of the widest access there
     * @param boundary the largest power of two of which a multiple lies inside the value
     * @param certain  false where the collector decides where the object lies, so that this is the worst that may come
     */
    public record JudgedPlace(int offset, int bytes, int boundary, Alignment placement, boolean certain, long hits,
                              Answer answer) {
        /** How dangerous it is once others can see it. */
        Danger danger() {
            return !answer.cpus(Fate.TORN).isEmpty() ? Danger.TEARS
                : answer.kind() == Kind.LOCKED ? Danger.LOCKED : Danger.MAY_TEAR;
        }
    }

    /**
     * One way out for a value.
     *
     * @param kind  which
     * @param words what to do, as a sentence without its end
     */
    public record Remedy(Kind kind, String words) {
        /** So many offsets are named one by one. */
        private static final int NAMED = 4;

        /** The ways out; the first holds on every CPU. */
        public enum Kind {
            MULTIPLE_OF_ITS_SIZE, LOCK;

            @Override
            public String toString() {
                return name().toLowerCase(Locale.ROOT).replace('_', '-');
            }
        }

        static List<Remedy> of(List<AgentReport.Site> sites, List<JudgedPlace> places) {
            int bytes = sites.stream().mapToInt(site -> site.access().bytes()).max().orElseThrow();
            boolean heap = sites.get(0).object() != null;
            return List.of(new Remedy(Kind.MULTIPLE_OF_ITS_SIZE, "put it at a multiple of " + bytes
                    + (heap ? ", counted from the start of the object, header included" : "") + padding(places, bytes)),
                new Remedy(Kind.LOCK, "if it cannot move, lock every access of it, reads included: whole on x86-64, but"
                    + " slow across a line, and SIGBUS on Arm"));
        }

        /** The padding that moves each value to the next right place. */
        private static String padding(List<JudgedPlace> places, int bytes) {
            TreeMap<Integer, Integer> more = new TreeMap<>();
            places.forEach(place -> more.put(place.offset(), (bytes - place.offset() % bytes) % bytes));
            more.values().removeIf(padding -> padding == 0);
            return more.isEmpty() || more.size() > NAMED ? "" : ": " + more.entrySet().stream()
                .map(one -> one.getValue() + (one.getValue() == 1 ? " byte" : " bytes") + " more at " + one.getKey())
                .collect(Collectors.joining(", "));
        }
    }
}
