// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine.link;

import org.tearline.kernel.Stressor;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Budget;
import org.tearline.plan.SplitLocks;
import org.tearline.plan.ThreadCpus;
import org.tearline.plan.TrialSpec;

/**
 * A trial, and how it is to be run: the same for whoever asks for it and for the worker that runs it. Immutable.
 *
 * @param rules      what an access comes to on this machine; the worker puts in its own JVM's flag
 * @param stressor   the name of a stressor, {@link Stressor#AUTO} or {@link Stressor#EACH}
 * @param splitLocks whether locked accesses across a line may be made, and if not, why
 * @param file       what mapped memory maps; null for every other
 * @param controls   whether a negative result is followed by controls and calibration; a sweep runs them apart
 */
public record TrialRequest(TrialSpec trial, Budget budget, ThreadCpus threadCpus, AccessRules rules, String stressor,
                           SplitLocks splitLocks, String file, boolean controls) {
}
