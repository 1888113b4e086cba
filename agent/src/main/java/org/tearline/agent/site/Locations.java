// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.site;

import static java.util.stream.Collectors.toSet;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.tearline.agent.access.Access;
import org.tearline.agent.order.Fields;
import org.tearline.agent.order.Numbered;
import org.tearline.agent.order.Table;

/** The watched instructions, by number. Thread-safe. */
public final class Locations {
    /**
     * Bounds the table, since a program can generate any number of classes. Even large programs use only a twentieth of
     * it.
     */
    public static final int LIMIT = 1 << 16;

    private final Numbered<Key, Location> all = new Numbered<>(LIMIT);
    /** The instructions that are calls of Unsafe in the program's classes. */
    private final Table<Integer, Integer> watched = new Table<>();
    /** Methods of Unsafe to which there are method handles, or which are called through reflection. */
    private final Table<String, String> linked = new Table<>();
    private final Fields fields = new Fields();

    private record Key(Access access, String place, int ordinal) {
    }

    /**
     * A watched instruction.
     *
     * @param place   class, method and, if known, line
     * @param wrapper whether the method only passes its address on, so that the caller is the site
     * @param hits    hits of replaced entries that have no slot in the {@link PairTable}, see the slots of an entry
     * @param latest  site found by the last stack walk for each {@link org.tearline.agent.access.Lines#place place},
     *                since a site may never access the places of another
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
        Key key = new Key(access, place, ordinal);
        Location location = all.get(key, number -> new Location(number, access, place, wrapper, new AtomicLong(),
            new Table<>(), new AtomicInteger()));
        return location == null ? -1 : location.id;
    }

    /** Returns the fields that instructions access with a memory order. */
    public Fields fields() {
        return fields;
    }

    public Location get(int id) {
        return all.get(id);
    }

    public void watched(Set<Integer> ids) {
        ids.forEach(id -> watched.put(id, id));
    }

    /**
     * Called when a method handle to Unsafe is made or found, or a method of Unsafe is first called through reflection.
     *
     * @param member a field, or a method such as getInt or sun.misc.Unsafe.getInt(long)int/invokeVirtual
     */
    public void linked(Object member) {
        String method = member.toString().split("\\(")[0];
        String name = method.substring(method.lastIndexOf('.') + 1);
        linked.put(name, name);
    }

    public List<String> linked() {
        return linked.keys();
    }

    /** Returns the number of watched calls of Unsafe in the program's classes. */
    public int size() {
        return watched.keys().size();
    }

    /** Returns the class and method of each watched call of Unsafe in the program, joined by a dot. */
    public Set<String> methods() {
        return watched.keys().stream()
            .map(id -> get(id).place().replaceFirst(":\\d+$", ""))
            .collect(toSet());
    }
}
