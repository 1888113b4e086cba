// SPDX-License-Identifier: Apache-2.0
package org.tearline.plan;

import java.util.Locale;

/** In pages of which size a trial's bytes lie. Immutable. */
public enum PageSize {
    /** The system's usual one. */
    BASE,
    /** One huge page for all of them, which the kernel makes of a block that it is asked to. */
    HUGE;

    /** Returns the name as the user types it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
