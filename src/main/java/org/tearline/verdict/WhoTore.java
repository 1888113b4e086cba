// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import org.tearline.trial.LowerCase;
import org.tearline.verdict.Grading.Silence;

/** Which side of a pair tears, with the evidence for each side. */
public record WhoTore(SideResult write, SideResult read) {
    public static final WhoTore NOT_ASKED = new WhoTore(SideResult.NOT_ASKED, SideResult.NOT_ASKED);

    /** Returns the conclusion from the evidence for both sides. */
    public Attribution who() {
        if (write.tears() && read.tears()) {
            return Attribution.BOTH;
        }
        if (write.tears() && read.whole()) {
            return Attribution.WRITE;
        }
        if (write.tears()) {
            return Attribution.WRITE_AT_LEAST;
        }
        if (read.tears() && write.whole()) {
            return Attribution.READ;
        }
        if (read.tears()) {
            return Attribution.READ_AT_LEAST;
        }
        if (equals(NOT_ASKED)) {
            return Attribution.NOT_ASKED;
        }
        return Attribution.UNKNOWN;
    }

    /** The conclusion of {@link WhoTore#who()}. */
    public enum Attribution {
        /** The write tore; the read is promised to be atomic or has a strong negative result. */
        WRITE,
        /** The read tore; the write is promised to be atomic or has a strong negative result. */
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
            return LowerCase.of(this);
        }
    }

    /**
     * Whether one side of a pair tears while the other cannot.
     *
     * @param changes changes seen while only this side could tear; 0 if it was not tested
     * @param torn    tears among them
     * @param fewest  the smallest number of changes at any place, which determines the bound
     * @param strong  whether a negative result is strong
     * @param nanos   counting time; 0 if the counts are from other trials
     */
    public record SideResult(State state, long changes, long torn, long fewest, boolean strong, long nanos) {
        public static final SideResult PROMISED = new SideResult(State.PROMISED, 0, 0, 0, false, 0);

        public static final SideResult NOT_ASKED = new SideResult(State.NOT_ASKED, 0, 0, 0, false, 0);

        /** What is known about a side. */
        public enum State {
            /** It tore while the other side could not, which is proof. */
            TEARS,
            /** It did not tear while the other side could not, which gives a bound. */
            NOT_SEEN,
            /** It is a locked instruction, or the vendor promises that it is atomic at this place. */
            PROMISED,
            /** It was not tested: that would take a split lock, or an access that may fault or that the API lacks. */
            NOT_ASKED;

            @Override
            public String toString() {
                return LowerCase.of(this);
            }
        }

        /** Returns a side that was tested at one place. */
        public static SideResult counted(long changes, long torn, long nanos) {
            return counted(changes, torn, changes, false, nanos);
        }

        /** Returns a side that was tested at several places. */
        public static SideResult counted(long changes, long torn, long fewest, boolean strong, long nanos) {
            if (torn > 0) {
                return new SideResult(State.TEARS, changes, torn, fewest, false, nanos);
            }
            return new SideResult(State.NOT_SEEN, changes, 0, fewest, strong, nanos);
        }

        public boolean tears() {
            return state == State.TEARS;
        }

        boolean whole() {
            return state == State.PROMISED || strong;
        }

        /**
         * Returns the rate of tears that a negative result rules out at 95 %, or null in any other state or if there
         * were too few changes to rule out any rate.
         */
        public Double upperBound95() {
            if (state != State.NOT_SEEN || fewest <= Silence.RULE_OF_THREE) {
                return null;
            }
            return Silence.RULE_OF_THREE / fewest;
        }
    }
}
