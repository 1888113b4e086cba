// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One way out for a site. Immutable.
 *
 * @param kind  which
 * @param words what to do, as a sentence without its end
 */
public record Remedy(Kind kind, String words) {
    /** So many offsets are named one by one. */
    private static final int NAMED = 4;

    /** The ways out, the one that holds on every CPU first. */
    public enum Kind {
        MULTIPLE_OF_ITS_SIZE, PAD, LOCKED_READ, NO_LOCKED_READ;

        /** Returns the word in data. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    static List<Remedy> of(AgentReport.Site site) {
        List<Remedy> all = new ArrayList<>();
        int bytes = site.access().bytes();
        all.add(new Remedy(Kind.MULTIPLE_OF_ITS_SIZE, "put it at a multiple of " + bytes
            + (site.object() == null ? "" : ", counted from the start of the object, header included")
            + ": whole on every CPU, and never across a line"));
        all.add(new Remedy(Kind.PAD, padding(site.places(), bytes) + "; where records of odd lengths follow each other,"
            + " round each length up to a multiple of " + bytes));
        switch (site.access().operation()) {
            case READ -> all.add(new Remedy(Kind.LOCKED_READ, "if it cannot move and every write of it is locked, read"
                + " it by compareAndExchange or getAndAdd of 0: whole on x86, but across a line each such read delays"
                + " the cache misses of other cores, and on Arm it faults; of a write that is not locked it sees halves"
                + " all the same"));
            case WRITE -> all.add(new Remedy(Kind.NO_LOCKED_READ, "a locked read does not help: where the store tears,"
                + " memory itself holds half of it"));
            case UPDATE -> all.add(new Remedy(Kind.LOCKED_READ, "if it cannot move, every other access of it must be"
                + " locked too, reads included: on x86 then whole, on Arm a fault"));
        }
        return List.copyOf(all);
    }

    /** Returns how many bytes more move each value to the next place that is right. */
    private static String padding(List<AgentReport.Place> places, int bytes) {
        TreeMap<Integer, Integer> more = new TreeMap<>();
        places.forEach(place -> more.put(place.offset(), (bytes - place.offset() % bytes) % bytes));
        more.values().removeIf(padding -> padding == 0);
        if (more.isEmpty()) {
            return "pad before it";
        }
        return more.size() > NAMED
            ? "pad before it, by 1 to " + (bytes - 1) + " bytes"
            : "pad before it: " + more.entrySet().stream().map(one -> String.format(Locale.ROOT, "%d %s at %d",
                one.getValue(), one.getValue() == 1 ? "byte" : "bytes", one.getKey()))
                .collect(Collectors.joining(", "));
    }
}
