// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.Locale;

/**
 * The answer for one write and read of a value across one boundary. The texts have placeholders: {cpu} is the CPU's
 * name, {nearest} that of its nearest relative, {from} and {to} are the first and last byte, {edge} is the offset of
 * the boundary, and {next} the first multiple of the width from the offset on.
 *
 * @param origin measured, reported, promised, predicted or unmeasured
 * @param sure   how certain the answer is; may be empty
 */
public record Answer(Verdict verdict, String origin, String why, String sure, String fix) {
    static final String MEASURED = "measured";
    static final String REPORTED = "reported";
    static final String PROMISED = "promised";
    static final String PREDICTED = "predicted";
    static final String UNMEASURED = "unmeasured";

    /** The headline of an answer, worst first. */
    public enum Verdict {
        TORN("▲", "YES, IT TEARS"),
        FAULTS("×", "FAULTS"),
        /** The JDK throws an exception or has no such method. Only the page's script gives this answer. */
        REFUSED("⊘", "REFUSED"),
        /** The access faults or is whole, as the CPU chooses. */
        MAY_FAULT("÷", "MAY FAULT"),
        OPEN("?", "NOT PROMISED"),
        NOT_SEEN("●", "NOT SEEN"),
        PROMISED("✓", "PROMISED WHOLE");

        private final String glyph;
        private final String words;

        Verdict(String glyph, String words) {
            this.glyph = glyph;
            this.words = words;
        }

        /** Returns a symbol for readers who cannot tell the colours apart. */
        public String glyph() {
            return glyph;
        }

        public String words() {
            return words;
        }

        /** Returns the name in CSS classes, links and file names. */
        public String style() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
