// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import java.util.Locale;
import org.openjdk.jcstress.annotations.Result;
import org.openjdk.jcstress.infra.Copyable;

/**
 * Which halves each thread saw, such as {@code line, first, second}: the first thread saw only the first half new, and
 * the second thread only the second. A thread that loads nothing is left out. Each thread writes its own field, and
 * both write the same value to {@code place}.
 */
@Result
public final class HalvesSeen implements Copyable {

    /** What one thread saw. */
    enum Seen {
        /** The thread loaded nothing. Must be the first, because jcstress clears the fields to 0. */
        NOTHING,
        /** Both halves were old. */
        NONE,
        FIRST, SECOND, BOTH, ALIEN;

        /** @param first whether the half is new; null if it contains bytes that were never stored there */
        static Seen of(Boolean first, Boolean second) {
            if (first == null || second == null) {
                return ALIEN;
            }
            if (first) {
                return second ? BOTH : FIRST;
            }
            return second ? SECOND : NONE;
        }
    }

    public int place;
    public int one;
    public int two;

    /** Used by the generated runner to combine null checks. */
    public int jcstress_trap;

    void firstSaw(Slot slot, Seen seen) {
        place = slot.place.ordinal();
        one = seen.ordinal();
    }

    void secondSaw(Slot slot, Seen seen) {
        place = slot.place.ordinal();
        two = seen.ordinal();
    }

    @Override
    public HalvesSeen copy() {
        HalvesSeen copy = new HalvesSeen();
        copy.place = place;
        copy.one = one;
        copy.two = two;
        return copy;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HalvesSeen that && place == that.place && one == that.one && two == that.two;
    }

    @Override
    public int hashCode() {
        return (place * 31 + one) * 31 + two;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(Slot.Place.values()[place].toString());
        for (int seen : new int[] {one, two}) {
            if (seen != Seen.NOTHING.ordinal()) {
                text.append(", ").append(Seen.values()[seen]);
            }
        }
        return text.toString().toLowerCase(Locale.ROOT);
    }
}
