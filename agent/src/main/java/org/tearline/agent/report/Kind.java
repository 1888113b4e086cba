// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.report;

import java.util.Locale;

/** A kind of access that the agent watches always, unless only ordered ones are asked for, or never. */
enum Kind {
    UNSAFE_ORDERED(Watched.ALWAYS),
    BULK(Watched.ALWAYS),
    UNSAFE_PLAIN(Watched.BY_DEFAULT),
    JDK_MEMORY(Watched.BY_DEFAULT),
    COPIES(Watched.BY_DEFAULT),
    JDK_ITSELF(Watched.NEVER),
    PARTS(Watched.NEVER),
    MASKED_VECTORS(Watched.NEVER),
    NATIVE_CODE(Watched.NEVER),
    OTHER_PROCESSES(Watched.NEVER);

    private final Watched watched;

    private enum Watched {
        ALWAYS, BY_DEFAULT, NEVER
    }

    Kind(Watched watched) {
        this.watched = watched;
    }

    /** @param ordered whether only accesses with a memory order are watched */
    boolean isWatched(boolean ordered) {
        return watched == Watched.ALWAYS || !ordered && watched == Watched.BY_DEFAULT;
    }

    /** Returns the name in the report. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
