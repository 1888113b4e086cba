// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.Locale;

/** Names how much a site has to be feared, the worst first. Immutable. */
public enum Danger {
    /** Others can see its values, and such an access was seen torn. */
    TEARS("shared, and torn where it was measured"),
    /** Others can see its values, and not every vendor promises that they are whole. */
    MAY_TEAR("shared, and not promised to be whole everywhere"),
    /** One thread in one process: nobody else was seen who could read half of a value. */
    ONE_THREAD("touched by one thread of one process");

    private final String words;

    Danger(String words) {
        this.words = words;
    }

    /** Returns the meaning in words. */
    public String words() {
        return words;
    }

    /** Returns the name of the rule that a site breaks, as in a SARIF file. */
    public String ruleId() {
        return "misaligned/" + this;
    }

    /** Returns the word in data. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
