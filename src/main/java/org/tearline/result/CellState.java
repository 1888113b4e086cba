package org.tearline.result;

import java.util.Locale;

/** What one offset of a series came to. Immutable. */
public enum CellState {
    /** At least one torn value. Follows from the counts. */
    TORN,
    /** No tear in the changes that the profile asks for. Follows from the counts. */
    NONE,
    /** Nothing can be said. */
    INCONCLUSIVE,
    /** The API or the user does not allow the access. */
    REFUSED,
    /** The access killed or broke the JVM that made it. */
    FAULT;

    /** The word as the file has it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
