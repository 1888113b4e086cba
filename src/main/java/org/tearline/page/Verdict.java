// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.Locale;

/** What a card says in its largest type, the worst first. */
public enum Verdict {
    TORN("▲", "YES, IT TEARS"),
    FAULTS("×", "FAULTS"),
    OPEN("?", "NOT PROMISED"),
    NOT_SEEN("●", "NOT SEEN"),
    PROMISED("✓", "PROMISED WHOLE");

    private final String glyph;
    private final String words;

    Verdict(String glyph, String words) {
        this.glyph = glyph;
        this.words = words;
    }

    /** A sign that says it without a colour. */
    public String glyph() {
        return glyph;
    }

    /** The words of the headline. */
    public String words() {
        return words;
    }

    /** The class of its colour. */
    public String style() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
