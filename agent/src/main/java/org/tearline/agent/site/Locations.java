// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.site;

import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
import org.tearline.agent.access.Access;
import org.tearline.agent.order.Fields;
import org.tearline.agent.order.Table;

/** The watched instructions, by number. A lookup is a single array load. Thread-safe. */
public final class Locations {
    /**
     * Bounds the table, since a program can generate any number of classes. Even large programs use only a twentieth of
     * it.
     */
    public static final int LIMIT = 1 << 16;

    private final AtomicReferenceArray<Location> byId = new AtomicReferenceArray<>(LIMIT);
    private final Table<Key, Integer> numbers = new Table<>();
    private final AtomicInteger next = new AtomicInteger();
    /** The instructions that are calls of Unsafe in the program's classes. */
    private final Table<Integer, Integer> watched = new Table<>();
    /** Methods of Unsafe to which there are method handles, or which are called through reflection. */
    private final Table<String, String> linked = new Table<>();
    private final Fields fields = new Fields();
    private Runnable onFences;

    private record Key(Access access, String place, int ordinal) {
    }

    /**
     * A watched instruction.
     *
     * @param place   class, method and, if known, line
     * @param wrapper whether the method only passes its address on, so that the caller is the site
     * @param hits    hits of replaced entries that have no slot in the {@link PairTable}, see the slots of an entry
     * @param latest  site found by the last stack walk for each place, see {@link PlaceKeys}, since a site may never
     *                access the places of another
     * @param walks   stack walks so far
     */
    public record Location(int id, Access access, String place, boolean wrapper, AtomicLong hits,
                    Table<Integer, Site> latest, AtomicInteger walks) {
    }

    /**
     * Returns the number of an instruction, which stays the same if its class is transformed again; -1 if the table is
     * full.
     *
     * @param ordinal distinguishes the instructions of a method
     */
    public int register(Access access, String place, int ordinal, boolean wrapper) {
        Integer number = numbers.computeIfAbsent(new Key(access, place, ordinal), key -> add(access, place, wrapper));
        return number == null ? -1 : number;
    }

    private Integer add(Access access, String place, boolean wrapper) {
        int id = next.getAndUpdate(n -> Math.min(n + 1, LIMIT));
        if (id == LIMIT) {
            return null;
        }
        byId.set(id, new Location(id, access, place, wrapper, new AtomicLong(), new Table<>(),
            new AtomicInteger()));
        return id;
    }

    /** Returns the fields that instructions access with a memory order. */
    public Fields fields() {
        return fields;
    }

    public void onFences(Runnable run) {
        onFences = run;
    }

    /** Called when there is code that may throw reads away after a fence. */
    public void fences() {
        onFences.run();
    }

    public Location get(int id) {
        return byId.get(id);
    }

    public void watched(Set<Integer> ids) {
        ids.forEach(id -> watched.put(id, id));
    }

    /** @param member a field, or a method such as getInt or sun.misc.Unsafe.getInt(long)int/invokeVirtual */
    public void linked(String member) {
        String method = member.split("\\(")[0];
        String name = method.substring(method.lastIndexOf('.') + 1);
        linked.put(name, name);
    }

    public Set<String> linked() {
        return Set.copyOf(linked.keys());
    }

    /** Returns the number of watched calls of Unsafe in the program's classes. */
    public int size() {
        return watched.size();
    }

    /** Returns the class and method of each watched call of Unsafe in the program, joined by a dot. */
    public Set<String> methods() {
        return watched.keys().stream()
            .map(id -> get(id).place().replaceFirst(":\\d+$", ""))
            .collect(Collectors.toSet());
    }
}
