// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.archive.KnownCpu;
import org.tearline.judge.AgentReport.Access;
import org.tearline.judge.AgentReport.Operation;
import org.tearline.judge.AgentReport.Place;
import org.tearline.judge.AgentReport.Site;
import org.tearline.judge.AgentReport.Values;
import org.tearline.promise.Guarantees;
import org.tearline.trial.Geometry;
import org.tearline.trial.Geometry.Alignment;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules.Fate;
import org.tearline.verdict.Granules.Kind;

/**
 * One or more values that the same code accesses.
 *
 * @param sites  most hits first
 * @param places worst first
 */
public record JudgedValue(List<Site> sites, List<JudgedPlace> places) {
    /** By danger, then whether other processes see the value, then by worst place and hits. */
    static final Comparator<JudgedValue> WORST_FIRST = Comparator.comparing(JudgedValue::danger)
        .thenComparing(value -> !value.seenByProcesses())
        .thenComparing(value -> value.places.get(0).boundary(), Comparator.reverseOrder())
        .thenComparing(JudgedValue::hits, Comparator.reverseOrder());
    private static final String PLAIN = "plain";
    private static final int MOST_PADDINGS = 4;
    /** Alignment of heap objects. */
    private static final int OBJECT_ALIGNMENT = 8;
    private static final Comparator<JudgedPlace> WORST_PLACE = Comparator.comparing(JudgedPlace::danger)
        .thenComparing(JudgedPlace::boundary, Comparator.reverseOrder()).thenComparing(JudgedPlace::offset);

    static JudgedValue of(List<Site> sites, Geometry geometry, List<KnownCpu> cpus, Guarantees guarantees) {
        Map<Place, Set<Access>> accesses = new LinkedHashMap<>();
        sites.forEach(site -> site.places().forEach(place -> accesses
            .computeIfAbsent(place, key -> new LinkedHashSet<>()).add(site.access())));
        boolean heap = sites.get(0).object() != null;
        boolean locked = sites.stream().allMatch(site -> site.values().shared() > 0
            && site.values().shared() == site.values().locked());
        return new JudgedValue(sites.stream().sorted(Comparator.comparing(Site::hits).reversed()).toList(),
            accesses.entrySet().stream().map(at -> place(at.getKey(), heap, relevant(at.getValue(), locked), geometry,
                cpus, guarantees)).sorted(WORST_PLACE).toList());
    }

    private static JudgedPlace place(Place seen, boolean heap, Set<Access> accesses, Geometry geometry,
                                     List<KnownCpu> cpus, Guarantees guarantees) {
        int bytes = widest(accesses.stream());
        boolean certain = !heap || seen.offset() + bytes <= OBJECT_ALIGNMENT;
        // The garbage collector may move the first byte to the end of a line.
        int offsetInPage = !certain ? geometry.lineBytes() - 1
            : seen.crossesPage() ? geometry.pageBytes() - geometry.lineBytes() + seen.offset() : seen.offset();
        int boundary = geometry.boundary(offsetInPage, Width.of(bytes));
        Alignment placement = Alignment.of(offsetInPage, bytes, geometry);
        return new JudgedPlace(seen.offset(), bytes, boundary, placement, certain,
            Answer.of(accesses, boundary, placement, cpus, guarantees));
    }

    /**
     * Omits accesses that do not lock if the value is always locked while shared: they may have initialized it earlier.
     * Adds a plain access for a side that was not seen.
     */
    private static Set<Access> relevant(Set<Access> seen, boolean locked) {
        Set<Access> updates = seen.stream().filter(access -> access.operation() == Operation.UPDATE)
            .collect(Collectors.toSet());
        if (!updates.isEmpty()) {
            return locked ? updates : seen;
        }
        Set<Access> both = new LinkedHashSet<>(seen);
        for (Operation side : List.of(Operation.READ, Operation.WRITE)) {
            if (seen.stream().noneMatch(access -> access.operation() == side)) {
                both.add(new Access("unseen", "unseen", side, PLAIN, widest(seen.stream())));
            }
        }
        return both;
    }

    /**
     * Judges by the threads of this process. A mapped file alone does not show that another process accesses the value.
     * However, ordered accesses by a single thread suggest that another process does.
     */
    public Danger danger() {
        boolean ordered = sites.stream().anyMatch(site -> !site.access().mode().equals(PLAIN));
        return sites.stream().anyMatch(Site::contended) ? places.get(0).danger()
            : most(Values::locked) > 0 ? Danger.LOCKED
            : most(Values::handedOver) > 0 ? Danger.HANDED_OVER
            : most(Values::publishedOnce) > 0 ? Danger.PUBLISHED_ONCE
            : seenByProcesses() && ordered ? places.get(0).danger() : Danger.ONE_THREAD;
    }

    public long hits() {
        return sites.stream().mapToLong(Site::hits).sum();
    }

    /** Whether other processes may map the memory. */
    public boolean seenByProcesses() {
        return sites.stream().anyMatch(site -> site.mapping() != null && site.mapping().shared());
    }

    /** Returns the largest count at any site, or 0 if the agent lost count. */
    public long most(ToLongFunction<Values> number) {
        return sites.stream().anyMatch(site -> site.values().known() == 0) ? 0
            : sites.stream().map(Site::values).mapToLong(number).max().orElse(0);
    }

    private static int widest(Stream<Access> accesses) {
        return accesses.mapToInt(Access::bytes).max().orElseThrow();
    }

    /** How dangerous a value is, most dangerous first. */
    public enum Danger {
        TEARS("shared, and torn on a measured CPU or by the JVM"),
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
     * @param offset   from the start of the line; in an object, from a multiple of 8
     * @param bytes    of the widest access
     * @param boundary the largest power of two with a multiple inside the value
     * @param certain  false if the garbage collector may move the object; the worst case is then assumed
     */
    public record JudgedPlace(int offset, int bytes, int boundary, Alignment placement, boolean certain,
                              Answer answer) {
        /** Returns the danger of a shared value at this offset. */
        Danger danger() {
            return answer.inPieces() || !answer.cpus(Fate.TORN).isEmpty() ? Danger.TEARS
                : answer.kind() == Kind.LOCKED ? Danger.LOCKED : Danger.MAY_TEAR;
        }
    }

    /** Returns the possible fixes, best first, each without a full stop. */
    public List<String> remedies() {
        int bytes = widest(sites.stream().map(Site::access));
        List<String> paddings = places.stream().filter(place -> place.offset % bytes != 0)
            .sorted(Comparator.comparing(JudgedPlace::offset)).map(place -> padding(bytes - place.offset % bytes)
                + " at " + place.offset).distinct().toList();
        return List.of("put it at a multiple of " + bytes
            + (sites.get(0).object() != null ? ", counted from the start of the object, header included" : "")
            + (paddings.isEmpty() || paddings.size() > MOST_PADDINGS ? "" : ": " + String.join(", ", paddings)),
            "if it cannot be moved, lock every access to it through Unsafe, including reads: it is then whole on"
            + " x86-64, but slow across a line, and on Arm the access may raise SIGBUS");
    }

    private static String padding(int bytes) {
        return bytes + (bytes == 1 ? " byte" : " bytes") + " of padding";
    }
}
