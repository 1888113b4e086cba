package org.tearline.platform;

import java.util.Locale;

/** Whether software executes the instructions, so that tears are its own. Not known is not no. Immutable. */
public enum Emulated {
    YES,
    NO,
    UNKNOWN;

    /** The word in probe, run and result files. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
