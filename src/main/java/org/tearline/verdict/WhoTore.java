// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import org.tearline.trial.LowerCase;

/** Which side of a pair tears, with the evidence for each side. */
public record WhoTore(SideResult write, SideResult read) {
    public static final WhoTore NOT_ASKED = new WhoTore(SideResult.NOT_ASKED, SideResult.NOT_ASKED);

    /** Returns the conclusion from the evidence for both sides. */
    public Attribution who() {
        if (write.tears()) {
            if (read.tears()) {
                return Attribution.BOTH;
            }
            if (read.whole()) {
                return Attribution.WRITE;
            }
            return Attribution.WRITE_AT_LEAST;
        }
        if (read.tears()) {
            if (write.whole()) {
                return Attribution.READ;
            }
            return Attribution.READ_AT_LEAST;
        }
        if (equals(NOT_ASKED)) {
            return Attribution.NOT_ASKED;
        }
        return Attribution.UNKNOWN;
    }

    /** The conclusion of {@link WhoTore#who()}. */
    public enum Attribution {
        /** The write tore; the read is locked or promised to be atomic. */
        WRITE,
        /** The read tore; the write is locked or promised to be atomic. */
        READ,
        /** Each side tore while the other could not. */
        BOTH,
        /** The write tore; for the read there is at most a bound. */
        WRITE_AT_LEAST,
        /** The read tore; for the write there is at most a bound. */
        READ_AT_LEAST,
        /** Neither side was seen to tear while the other could not, but at least one was tested or is promised. */
        UNKNOWN,
        /** Neither side was tested, and neither is promised. */
        NOT_ASKED;

        @Override
        public String toString() {
            return LowerCase.of(this);
        }
    }

    /**
     * Whether one side of a pair tears while the other cannot.
     *
     * @param seen  what was seen while only this side could tear; nothing if it was not tested
     * @param nanos counting time; 0 if the side was not tested
     */
    public record SideResult(State state, Seen seen, long nanos) {
        public static final SideResult PROMISED = new SideResult(State.PROMISED, Seen.NOTHING, 0);

        public static final SideResult NOT_ASKED = new SideResult(State.NOT_ASKED, Seen.NOTHING, 0);

        /** What is known about a side. */
        public enum State {
            /** The side tore while the other one could not, which is proof. */
            TEARS,
            /** The side did not tear while the other one could not, which gives a bound. */
            NOT_SEEN,
            /** The side is a locked instruction, or the vendor promises that it is atomic at this place. */
            PROMISED,
            /** The test was not possible, not allowed or not needed, or its counts were not usable. */
            NOT_ASKED;

            @Override
            public String toString() {
                return LowerCase.of(this);
            }
        }

        /** Returns the result for a side that was tested; without a change, the test says nothing. */
        public static SideResult counted(Seen seen, long nanos) {
            if (seen.changes() == 0) {
                return NOT_ASKED;
            }
            return new SideResult(seen.torn() > 0 ? State.TEARS : State.NOT_SEEN, seen, nanos);
        }

        public boolean tears() {
            return state == State.TEARS;
        }

        boolean whole() {
            return state == State.PROMISED;
        }

        /**
         * Returns the rate of tears that a negative result rules out at 95 %; null in any other state, or if there were
         * too few changes to rule out any rate.
         */
        public Double upperBound95() {
            if (state == State.NOT_SEEN && seen.changes() > Silence.RULE_OF_THREE) {
                return Silence.RULE_OF_THREE / seen.changes();
            }
            return null;
        }
    }
}
