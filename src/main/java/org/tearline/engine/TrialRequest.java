package org.tearline.engine;

import org.tearline.kernel.Stressor;
import org.tearline.plan.Budget;
import org.tearline.plan.Geometry;
import org.tearline.plan.SplitLocks;
import org.tearline.plan.ThreadCpus;
import org.tearline.plan.TrialSpec;
import org.tearline.result.Promised;

/**
 * A trial, and how it is to be run. Immutable.
 *
 * @param stressor   the name of a stressor, or {@link Stressor#AUTO}
 * @param x86        whether the instruction set is x86-64
 * @param splitLocks whether locked accesses across a line may be made, and if not, why
 * @param controls   whether a silence is followed by controls; a sweep runs them apart
 * @param promised   what the vendor of this CPU promises; asked once something is to be judged
 */
public record TrialRequest(TrialSpec trial, Budget budget, ThreadCpus threadCpus, Geometry geometry, String stressor,
                           boolean x86, SplitLocks splitLocks, boolean controls, Promised promised) {
}
