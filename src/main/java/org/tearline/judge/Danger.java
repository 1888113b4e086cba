// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.Locale;

/** How dangerous a value is, the worst first. */
public enum Danger {
    /** Others can see it, and it tears on a CPU that was measured. */
    TEARS("shared, and torn on a CPU that was measured"),
    /** Others can see it, and not every vendor promises that it is whole. */
    MAY_TEAR("shared, and not promised to be whole everywhere"),
    /** Others can see it, and every access that was seen locks it. */
    LOCKED("shared, and whole on x86-64 while every access locks"),
    /** Threads were seen to touch it one after the other, none of them again. */
    HANDED_OVER("handed over from thread to thread, as far as seen"),
    /** It was written, as far as seen, before a second thread touched it. */
    PUBLISHED_ONCE("published once: not written after a second thread touched it, as far as seen"),
    /** One thread of one process: nobody else was seen who could read half of it. */
    ONE_THREAD("touched by one thread of one process");

    private final String words;

    Danger(String words) {
        this.words = words;
    }

    /** Returns the meaning in words. */
    public String words() {
        return words;
    }

    /** Whether a program with such a value is to be changed. */
    public boolean isError() {
        return this == TEARS || this == MAY_TEAR;
    }

    /** Returns the name of the rule that a value breaks, as in a SARIF file. */
    public String ruleId() {
        return "misaligned/" + this;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
