// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import org.tearline.loop.Stressor;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec;

/**
 * A trial, and how it is to be run.
 *
 * @param rules    what an access comes to on this machine; the worker puts in its own JVM's flag
 * @param stressor the name of a stressor, {@link Stressor#AUTO}, {@link Stressor#EACH} or {@link Stressor#MIX}
 * @param file     what mapped memory maps; null for every other
 * @param controls whether a negative result is followed by controls and calibration; a sweep runs them apart
 */
public record TrialRequest(TrialSpec trial, Budget budget, ThreadCpus threadCpus, AccessRules rules, String stressor,
                           SplitLocks splitLocks, String file, boolean controls) {
}
