// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.Locale;
import org.tearline.verdict.Grading.Silence;

/** Which side of a pair tears, with the evidence for each side. */
public record WhoTore(Side write, Side read) {
    public static final WhoTore NOT_ASKED = new WhoTore(Side.NOT_ASKED, Side.NOT_ASKED);

    /** Names one side alone only if the other is promised or strongly shown to be atomic. */
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

    /** The conclusion of {@link WhoTore#who()}. */
    public enum Attribution {
        /** The write tore, and the read is promised or strongly shown to be atomic. */
        WRITE,
        /** The read tore, and the write is promised or strongly shown to be atomic. */
        READ,
        /** Each side tore while the other could not. */
        BOTH,
        /** The write tore; for the read there is at most a bound. */
        WRITE_AT_LEAST,
        /** The read tore; for the write there is at most a bound. */
        READ_AT_LEAST,
        /** Neither side tore while the other could not, or the JVM splits the access. */
        UNKNOWN,
        /** Neither side was tested. */
        NOT_ASKED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * Whether one side of a pair tears while the other cannot.
     *
     * @param changes changes seen while only this side could tear; 0 if it was not tested
     * @param torn    tears among them
     * @param fewest  the fewest changes at any one place, which determine the bound
     * @param strong  whether a negative result is strong
     * @param nanos   counting time; 0 if the counts are from other trials
     */
    public record Side(State state, long changes, long torn, long fewest, boolean strong, long nanos) {
        public static final Side PROMISED = new Side(State.PROMISED, 0, 0, 0, false, 0);

        public static final Side NOT_ASKED = new Side(State.NOT_ASKED, 0, 0, 0, false, 0);

        /** What is known about a side. */
        public enum State {
            /** It tore while the other side could not, which is proof. */
            TEARS,
            /** It did not tear while the other side could not, which gives a bound. */
            NOT_SEEN,
            /** It is a locked instruction, or the vendor promises that it is atomic at this place. */
            PROMISED,
            /**
             * It was not tested, because the test would need a split lock, or an access that may fault or that the API
             * lacks.
             */
            NOT_ASKED;

            @Override
            public String toString() {
                return name().toLowerCase(Locale.ROOT).replace('_', '-');
            }
        }

        /** The counts for one place. */
        public static Side counted(long changes, long torn, long nanos) {
            return counted(changes, torn, changes, false, nanos);
        }

        /** The counts for several places. */
        public static Side counted(long changes, long torn, long fewest, boolean strong, long nanos) {
            return torn > 0 ? new Side(State.TEARS, changes, torn, fewest, false, nanos)
                : new Side(State.NOT_SEEN, changes, 0, fewest, strong, nanos);
        }

        public boolean tears() {
            return state == State.TEARS;
        }

        boolean whole() {
            return state == State.PROMISED || strong;
        }

        /** The rate of tears per change that a negative result excludes at 95 %, or null in every other state. */
        public Double upperBound95() {
            return state == State.NOT_SEEN && fewest > 0 ? Silence.RULE_OF_THREE / fewest : null;
        }
    }
}
