// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.util.List;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The forbidden accesses from one place in the code during one test. Thread-safe. */
final class FoundSite {
    /** Threads and values that are told apart: what matters is one or more. */
    private static final int TOLD_APART = 1_000;

    private final Hit first;
    /** By severity. */
    private final NavigableMap<Integer, SortedSet<Integer>> offsets = new TreeMap<>();
    private final SortedSet<String> threads = new TreeSet<>();
    private final SortedSet<Long> values = new TreeSet<>();
    private long hits;

    /** Holds what makes a place in the code. */
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
        if (threads.size() < TOLD_APART) {
            threads.add(thread);
        }
        if (values.size() < TOLD_APART) {
            values.add(hit.address());
        }
    }

    /** The first access; all others are of the same kind. */
    Hit first() {
        return first;
    }

    synchronized long hits() {
        return hits;
    }

    /** The severity of the worst position. */
    synchronized int worst() {
        return offsets.lastKey();
    }

    /** The offsets of the worst positions. */
    synchronized List<Integer> worstOffsets() {
        return List.copyOf(offsets.lastEntry().getValue());
    }

    synchronized List<String> threads() {
        return List.copyOf(threads);
    }

    synchronized int values() {
        return values.size();
    }
}
