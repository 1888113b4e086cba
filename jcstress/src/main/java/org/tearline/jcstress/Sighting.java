// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import java.util.Locale;
import org.openjdk.jcstress.annotations.Result;
import org.openjdk.jcstress.infra.Copyable;

/**
 * The result of a read, named by its fields, as in jcstress' own tests: {@code unsafe, line, torn B1B2B3B4 A5A6A7A8}.
 * Written only by the reader's thread. jcstress clears all fields except the trap between samples.
 */
@Result
public final class Sighting implements Copyable {

    public int memory;
    public int place;
    public long seen;

    /** Used by the generated runner to combine null checks. */
    public int jcstress_trap;

    void saw(Slot slot, long value) {
        memory = slot.memory.ordinal();
        place = slot.place.ordinal();
        seen = value;
    }

    @Override
    public Sighting copy() {
        Sighting copy = new Sighting();
        copy.memory = memory;
        copy.place = place;
        copy.seen = seen;
        return copy;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sighting that && memory == that.memory && place == that.place && seen == that.seen;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(seen * 31 + memory * 4 + place);
    }

    @Override
    public String toString() {
        String where = Slot.Memory.values()[memory] + ", " + Slot.Place.values()[place];
        return where.toLowerCase(Locale.ROOT) + ", " + Value.describe(seen);
    }
}
