// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.Locale;
import org.tearline.result.Verdict;

/** Names what all reports together say of one cell, with the sign that stands beside its colour. Immutable. */
public enum Seen {
    TORN("\u25b2"),
    /**
     * Files disagree: some saw a tear, and others a strong negative result or a promise speaks against it; or some a
     * fault, and others none.
     */
    MIXED("\u25e9"),
    /**
     * A tear that a promise, both locks or strong negative results of more files speak against, and that no two
     * submitters with a handle saw.
     */
    UNCONFIRMED("\u25b3"),
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

    /** Returns what one file's state of a cell looks like; a negative result is weak where a reason is given. */
    public static Seen of(Verdict state) {
        return switch (state) {
            case TORN -> TORN;
            case NONE -> NONE_WEAK;
            case INCONCLUSIVE -> INCONCLUSIVE;
            case REFUSED -> REFUSED;
            case FAULT -> FAULT;
        };
    }

    /** Returns one character that nobody needs colours to tell from the others. */
    public String glyph() {
        return glyph;
    }

    /** Returns whether it was seen torn, and nothing speaks against it. */
    public boolean torn() {
        return this == TORN || this == JVM_SPLIT;
    }

    /** Returns whether no tear was seen, strongly or weakly. */
    public boolean none() {
        return this == NONE_STRONG || this == NONE_WEAK;
    }

    /** Returns the name for style sheets and data. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the words for people. */
    @Override
    public String toString() {
        return switch (this) {
            case JVM_SPLIT -> "jvm-split";
            case NONE_STRONG -> "none, strong";
            case NONE_WEAK -> "none, weak";
            default -> name().toLowerCase(Locale.ROOT);
        };
    }
}
