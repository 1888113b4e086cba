// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A kind of access that the agent watches always, on request, or never. */
enum Kind {
    UNSAFE_ORDERED(Watched.ALWAYS, "Unsafe with a memory order"),
    BULK(Watched.ALWAYS, "copies and fills"),
    UNSAFE_PLAIN(Watched.ON_REQUEST, "plain accesses through Unsafe"),
    JDK_MEMORY(Watched.ON_REQUEST, "buffers, views, segments and vectors"),
    COPIES(Watched.ON_REQUEST, "copies of arrays and buffers"),
    JDK_ITSELF(Watched.NEVER, "accesses that the JDK makes for itself"),
    PARTS(Watched.NEVER, "single bytes and aligned parts of values"),
    MASKED_VECTORS(Watched.NEVER, "vectors with masks or indexes"),
    COPIED_ARRAYS(Watched.NEVER, "small arrays that are only copied"),
    HIDDEN_CLASSES(Watched.NEVER, "Unsafe in hidden classes"),
    NATIVE_CODE(Watched.NEVER, "native code"),
    OTHER_PROCESSES(Watched.NEVER, "other processes");

    private final Watched watched;
    private final String words;

    private enum Watched {
        ALWAYS, ON_REQUEST, NEVER
    }

    Kind(Watched watched, String words) {
        this.watched = watched;
        this.words = words;
    }

    /** @param plain whether plain accesses are watched */
    static List<Kind> watched(boolean plain) {
        return of(plain, true);
    }

    static List<Kind> notWatched(boolean plain) {
        return of(plain, false);
    }

    private static List<Kind> of(boolean plain, boolean wanted) {
        return Arrays.stream(values()).filter(kind -> kind.isWatched(plain) == wanted).toList();
    }

    private boolean isWatched(boolean plain) {
        return watched == Watched.ALWAYS || plain && watched == Watched.ON_REQUEST;
    }

    String words() {
        return words;
    }

    /** Returns the name in the report. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
