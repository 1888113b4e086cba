// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import org.tearline.trial.TrialSpec;

/** Says for the CPU at hand whether its vendor promises that a pair of accesses does not tear. Thread-safe. */
@FunctionalInterface
public interface Promised {
    /** Whether neither the write nor the read of this trial may tear, by the vendor's word. */
    boolean atomic(TrialSpec trial);
}
