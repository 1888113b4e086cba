// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.tearline.agent.access.Access;

/** The watched instructions by number. Any thread; a lookup is one array load. */
public final class Locations {
    /**
     * Programs that make classes as they go would grow it without end. 2^16 is twenty times what a program with Aeron,
     * Chronicle and Netty together has.
     */
    public static final int LIMIT = 1 << 16;

    private final AtomicReferenceArray<Location> byId = new AtomicReferenceArray<>(LIMIT);
    private final ConcurrentHashMap<Key, Integer> numbers = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger();

    private record Key(Access access, String place, int ordinal) {
    }

    /**
     * Returns the number of an instruction. A class that is transformed again, or by another loader, gets the same
     * ones.
     *
     * @param place   class, method and line
     * @param ordinal tells instructions of one line apart
     * @return -1 where the table is full, and the instruction is to be left alone
     */
    public int register(Access access, String place, int ordinal) {
        Integer number = numbers.computeIfAbsent(new Key(access, place, ordinal), key -> add(access, place));
        return number == null ? -1 : number;
    }

    private Integer add(Access access, String place) {
        int id = next.getAndUpdate(n -> Math.min(n + 1, LIMIT));
        if (id == LIMIT) {
            return null;
        }
        byId.set(id, new Location(id, access, place));
        return id;
    }

    /** Returns the instruction with this number. */
    public Location get(int id) {
        return byId.get(id);
    }

    /** Returns how many instructions are watched. */
    public int size() {
        return next.get();
    }
}
