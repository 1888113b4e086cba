// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.Locale;

/** A promise about an access, from the strongest to the weakest. */
public enum Promise {
    /** No reader ever sees half of it. */
    ATOMIC,
    /** No document says anything. */
    NO_RULE,
    /** It may tear; it need not. */
    NOT_GUARANTEED,
    /** It may tear, or the machine may refuse it. */
    NOT_GUARANTEED_OR_TRAPS,
    /** The machine refuses it: a signal, or an exception of the JVM. */
    FAULTS;

    /** Whether a document says that it may tear or be refused. */
    public boolean denies() {
        return compareTo(NO_RULE) > 0;
    }

    public static Promise weaker(Promise a, Promise b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
