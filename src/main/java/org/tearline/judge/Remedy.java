// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

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
