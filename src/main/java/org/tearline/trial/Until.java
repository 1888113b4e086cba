// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/** When a trial with a tear ends. */
public enum Until {
    /** At the first tear. */
    FIRST,
    /** At the end of the slice with the first tear, which shows the seam and roughly the rate of tears. */
    SETTLED,
    /** When the trial reaches the number of changes or the time limit. */
    BUDGET;

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
