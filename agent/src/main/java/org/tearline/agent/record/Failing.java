// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.Locale;
import org.tearline.agent.access.Place;

/** At which accesses an error is thrown. Immutable. */
public enum Failing {
    NEVER,
    /** Says where the bytes lie in two lines. */
    LINE,
    /** At every misaligned one. */
    MISALIGNED;

    boolean at(Place place) {
        return switch (this) {
            case NEVER -> false;
            case LINE -> place.inTwoLines();
            case MISALIGNED -> true;
        };
    }

    /** Returns the name as the user types it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
