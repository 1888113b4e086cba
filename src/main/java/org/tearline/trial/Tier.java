// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/** How HotSpot executes the tested access. */
public enum Tier {
    /** The optimizing compiler. */
    C2(4),
    /** The client compiler without profiling. */
    C1(1),
    INTERPRETER(0);

    private final int level;

    Tier(int level) {
        this.level = level;
    }

    /** HotSpot's number of the compilation level. */
    public int level() {
        return level;
    }

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
