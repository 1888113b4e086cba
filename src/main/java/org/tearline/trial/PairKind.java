// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/** Which of a pair's two accesses can tear. */
public enum PairKind {
    /** An ordinary store, read by an instruction that cannot tear. */
    STORE,
    /** An ordinary load of a value that was written by an instruction that cannot tear. */
    LOAD,
    /** An ordinary store and an ordinary load. The granule is the smaller of the two. */
    PAIR,
    /** Two locked instructions, or two that fault instead of tearing. */
    LOCKED;

    /** Returns the kind of a pair, given whether its write and its read can tear. */
    public static PairKind of(boolean writeTears, boolean readTears) {
        if (writeTears) {
            if (readTears) {
                return PAIR;
            }
            return STORE;
        }
        if (readTears) {
            return LOAD;
        }
        return LOCKED;
    }

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
