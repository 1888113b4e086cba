// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Locale;
import org.tearline.trial.Tier;

/** Names what executed the loops of a series. */
public enum SeriesTier {
    C2,
    C1,
    INTERPRETER,
    /** Several, not told apart: how jcstress counts. */
    MIXED;

    /** Returns the tier of a plan. */
    public static SeriesTier of(Tier tier) {
        return switch (tier) {
            case C2 -> C2;
            case C1 -> C1;
            case INTERPRETER -> INTERPRETER;
        };
    }

    /** The slowest of those that it mixes. */
    public Tier slowest() {
        return switch (this) {
            case C2 -> Tier.C2;
            case C1 -> Tier.C1;
            case INTERPRETER, MIXED -> Tier.INTERPRETER;
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
