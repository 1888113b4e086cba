// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.Locale;

/** How dangerous a value is, the worst first. */
public enum Danger {
    TEARS("shared, and torn on a CPU that was measured"),
    MAY_TEAR("shared, and not promised to be whole everywhere"),
    LOCKED("shared, and whole on x86-64 while every access locks"),
    HANDED_OVER("handed over from thread to thread, as far as seen"),
    PUBLISHED_ONCE("published once: not written after a second thread touched it, as far as seen"),
    ONE_THREAD("touched by one thread of one process");

    private final String words;

    Danger(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /** Whether a program with such a value is to be changed. */
    public boolean isError() {
        return this == TEARS || this == MAY_TEAR;
    }

    public String ruleId() {
        return "misaligned/" + this;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
