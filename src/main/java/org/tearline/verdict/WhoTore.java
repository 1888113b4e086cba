// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.Locale;
import org.tearline.verdict.Grading.Silence;

/** Says which side of a pair tears, by what is known of each: the same from the worker to the page. Immutable. */
public record WhoTore(Side write, Side read) {
    /** Neither side was asked. */
    public static final WhoTore NOT_ASKED = new WhoTore(Side.NOT_ASKED, Side.NOT_ASKED);

    /**
     * The conclusion. One side alone is the culprit only if the other is promised whole, or strongly shown to
     * be.
     */
    public Attribution who() {
        if (write.tears() && read.tears()) {
            return Attribution.BOTH;
        }
        if (write.tears()) {
            return read.whole() ? Attribution.WRITE : Attribution.WRITE_AT_LEAST;
        }
        if (read.tears()) {
            return write.whole() ? Attribution.READ : Attribution.READ_AT_LEAST;
        }
        return equals(NOT_ASKED) ? Attribution.NOT_ASKED : Attribution.UNKNOWN;
    }

    /** Names which side of a pair tears, as far as the evidence for each goes: see {@link WhoTore#who()}. Immutable. */
    public enum Attribution {
        /** The write alone: it was seen to tear, and the read is promised whole or strongly shown to be. */
        WRITE,
        /** The read alone: it was seen to tear, and the write is promised whole or strongly shown to be. */
        READ,
        /** Each was seen to tear while the other could not. */
        BOTH,
        /** The write was seen to tear; of the read there is a bound, or nothing. */
        WRITE_AT_LEAST,
        /** The read was seen to tear; of the write there is a bound, or nothing. */
        READ_AT_LEAST,
        /** Neither was seen to tear by itself, or the access is of pieces. */
        UNKNOWN,
        /** The accesses that could tell were not made. */
        NOT_ASKED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * Holds what is known about whether one side of a pair tears by itself at a place. Immutable.
     *
     * @param changes changes in which the side could have been seen to tear; 0 unless it was asked
     * @param torn    tears among them that only this side can have made
     * @param fewest  the fewest changes at any one place, which set the bound; equals {@code changes} for a single
     *   place
     * @param strong  whether a negative result is strong
     * @param nanos   time spent counting; 0 if the counts were taken from other trials
     */
    public record Side(State state, long changes, long torn, long fewest, boolean strong, long nanos) {
        /** Locked, or promised by the vendor. */
        public static final Side PROMISED = new Side(State.PROMISED, 0, 0, 0, false, 0);

        /** Nobody asked. */
        public static final Side NOT_ASKED = new Side(State.NOT_ASKED, 0, 0, 0, false, 0);

        /** The four things that can be known. */
        public enum State {
            /** It was seen to tear while the other side could not: a fact. */
            TEARS,
            /** It was not seen to tear while the other side could not: a bound. */
            NOT_SEEN,
            /** A locked instruction, or one that the vendor promises to be whole at this place. */
            PROMISED,
            /** The access that could tell was not made: it locks across a line, the API has none, or it may fault. */
            NOT_ASKED;

            @Override
            public String toString() {
                return name().toLowerCase(Locale.ROOT).replace('_', '-');
            }
        }

        /** What was counted at one place, with the other side whole. */
        public static Side counted(long changes, long torn, long nanos) {
            return counted(changes, torn, changes, false, nanos);
        }

        /** The same of several places, of which one may have had few changes. */
        public static Side counted(long changes, long torn, long fewest, boolean strong, long nanos) {
            return torn > 0 ? new Side(State.TEARS, changes, torn, fewest, false, nanos)
                : new Side(State.NOT_SEEN, changes, 0, fewest, strong, nanos);
        }

        /** Whether it is known to tear. */
        public boolean tears() {
            return state == State.TEARS;
        }

        /** Whether it may be called innocent: promised, or a strong negative result. */
        boolean whole() {
            return state == State.PROMISED || strong;
        }

        /** The rate of tears per change that a negative result excludes at 95 %; null of every other state. */
        public Double upperBound95() {
            return state == State.NOT_SEEN && fewest > 0 ? Silence.RULE_OF_THREE / fewest : null;
        }
    }
}
