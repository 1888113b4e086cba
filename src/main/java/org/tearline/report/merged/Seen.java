package org.tearline.report.merged;

import java.util.Locale;

/** What all reports together say of one cell, with the sign that stands beside its colour. Immutable. */
public enum Seen {
    TORN("\u25b2"),
    /** Reports of different people disagree. */
    MIXED("\u25e9"),
    /** A tear of an access that the JVM makes of several instructions. */
    JVM_SPLIT("\u2702"),
    NONE_STRONG("\u25cf"),
    NONE_WEAK("\u25cb"),
    FAULT("!"),
    REFUSED("\u2013"),
    INCONCLUSIVE("?"),
    UNTESTED("\u00b7");

    private final String glyph;

    Seen(String glyph) {
        this.glyph = glyph;
    }

    /** One character that nobody needs colours to tell from the others. */
    public String glyph() {
        return glyph;
    }

    /** Whether no tear was seen, strongly or weakly. */
    public boolean none() {
        return this == NONE_STRONG || this == NONE_WEAK;
    }

    /** The name for style sheets and data. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The words for people. */
    @Override
    public String toString() {
        return this == JVM_SPLIT ? "jvm-split" : name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
