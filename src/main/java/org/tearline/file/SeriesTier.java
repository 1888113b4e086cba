// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Locale;
import org.tearline.trial.Tier;

/** What executed the loops of a series. */
public enum SeriesTier {
    C2, C1, INTERPRETER,
    /** Several, not told apart: how jcstress counts. */
    MIXED;

    public static SeriesTier of(Tier tier) {
        return valueOf(tier.name());
    }

    /** The slowest of those that it mixes. */
    public Tier slowest() {
        return this == MIXED ? Tier.INTERPRETER : Tier.valueOf(name());
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
