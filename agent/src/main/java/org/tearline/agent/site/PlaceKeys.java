// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.site;

import org.tearline.agent.access.Lines;

/** Numbers for the positions in a line or an object, smaller than any address. Pure. */
public record PlaceKeys(Lines lines) {
    /** Added to a position in the heap. Positions in a line are smaller. */
    private static final int HEAP = 1 << 11;

    /** Returns the key of the entry that all untracked values at a position share. */
    public int of(Object base, long offset, int bytes) {
        boolean heap = base != null;
        return of(heap, Site.slot(heap, offset, bytes, lines));
    }

    public static int of(boolean heap, int position) {
        return heap ? HEAP + position : position;
    }

    /** Returns the position of a key. */
    public static int position(int key) {
        return key & HEAP - 1;
    }
}
