// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.Locale;
import org.tearline.agent.access.Position;

/** At which accesses an error is thrown. Immutable. */
public enum Failing {
    NEVER,
    LINE,
    MISALIGNED;

    boolean at(Position position) {
        return switch (this) {
            case NEVER -> false;
            case LINE -> position.crossesLine();
            case MISALIGNED -> true;
        };
    }

    /** Returns the name as the user types it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
