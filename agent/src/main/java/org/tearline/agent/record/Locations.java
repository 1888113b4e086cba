// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
import org.tearline.agent.access.Access;

/** The watched instructions by number. Any thread; a lookup is one array load. */
public final class Locations {
    /** Programs that make classes as they go would grow it without end; this is twenty times what large ones have. */
    public static final int LIMIT = 1 << 16;

    private final AtomicReferenceArray<Location> byId = new AtomicReferenceArray<>(LIMIT);
    private final ConcurrentHashMap<Key, Integer> numbers = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger();
    private final Set<Integer> watched = ConcurrentHashMap.newKeySet();

    private record Key(Access access, String place, int ordinal) {
    }

    /** A class that is transformed again gets the same numbers; -1 where the table is full. */
    public int register(Access access, String place, int ordinal, boolean wrapper) {
        Integer number = numbers.computeIfAbsent(new Key(access, place, ordinal), key -> add(access, place, wrapper));
        return number == null ? -1 : number;
    }

    private Integer add(Access access, String place, boolean wrapper) {
        int id = next.getAndUpdate(n -> Math.min(n + 1, LIMIT));
        if (id == LIMIT) {
            return null;
        }
        byId.set(id, new Location(id, access, place, wrapper, new AtomicLong(), new ConcurrentHashMap<>()));
        return id;
    }

    Location get(int id) {
        return byId.get(id);
    }

    public void watched(Set<Integer> ids) {
        watched.addAll(ids);
    }

    public int size() {
        return watched.size();
    }

    /** Class and method of each watched instruction. */
    public Set<String> methods() {
        return watched.stream().map(id -> get(id).place().replaceFirst(":\\d+$", "")).collect(Collectors.toSet());
    }

    /**
     * One watched instruction of the program. Thread-safe.
     *
     * @param place   class, method and line
     * @param wrapper whether its method only passes an address on, so that its callers are what matters
     * @param hits    those of values that are not told apart
     * @param latest  where the last walked stack led to, by slot of a site's counts, those in the heap negative: no site
     *                gets an offset that it was never seen at
     */
    record Location(int id, Access access, String place, boolean wrapper, AtomicLong hits,
                    ConcurrentHashMap<Integer, Site> latest) {
    }
}
