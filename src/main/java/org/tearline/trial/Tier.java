// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/** How HotSpot executes the tested access. */
public enum Tier {
    /** The optimizing compiler, level 4. */
    C2,
    /** The client compiler without profiling, level 1. */
    C1,
    INTERPRETER;

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
