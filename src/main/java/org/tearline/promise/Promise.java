// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.Locale;

/** What somebody promises of an access, from the strongest to the weakest. Immutable. */
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

    /** Of two sides the one that decides over the pair. */
    public static Promise weaker(Promise a, Promise b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    /** The name in the registry and in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
