// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Forbidden accesses from one code location during one test. Thread-safe. */
final class FoundSite {
    static final Comparator<FoundSite> WORST_FIRST = Comparator.comparingInt(FoundSite::worstSeverity)
        .thenComparingLong(FoundSite::hits)
        .reversed();

    /** Maximum number of distinct threads, and of distinct values. */
    private static final int MOST_DISTINCT = 1_000;

    private final Hit first;
    /** Offsets by severity. */
    private final NavigableMap<Integer, SortedSet<Integer>> offsets = new TreeMap<>();
    private final SortedSet<String> threads = new TreeSet<>();
    /** Addresses in native memory, or offsets in objects. */
    private final SortedSet<Long> values = new TreeSet<>();
    private long hits;

    /** Identifies a code location. */
    record Key(String method, String object, List<StackTraceElement> frames, int site) {
        static Key of(Hit hit) {
            return new Key(hit.method(), hit.object(), hit.frames(), hit.site());
        }
    }

    FoundSite(Hit first) {
        this.first = first;
    }

    synchronized void add(Hit hit, String thread) {
        hits++;
        offsets.computeIfAbsent(hit.position().severity(), severity -> new TreeSet<>()).add(hit.position().offset());
        if (threads.size() < MOST_DISTINCT) {
            threads.add(thread);
        }
        if (values.size() < MOST_DISTINCT) {
            values.add(hit.address());
        }
    }

    Hit first() {
        return first;
    }

    synchronized long hits() {
        return hits;
    }

    synchronized int worstSeverity() {
        return offsets.lastKey();
    }

    synchronized List<Integer> worstOffsets() {
        return List.copyOf(offsets.lastEntry().getValue());
    }

    synchronized List<String> threads() {
        return List.copyOf(threads);
    }

    /** The number of values in native memory, or of offsets in objects. */
    synchronized int values() {
        return values.size();
    }
}
