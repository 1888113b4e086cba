// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.link;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;
import org.tearline.loop.Region;
import org.tearline.loop.Stressor;
import org.tearline.machine.Jvm;
import org.tearline.machine.MappedFile;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
import org.tearline.trial.Memory;
import org.tearline.trial.SplitLocks;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec;

/**
 * A trial to run, with the means to run it.
 *
 * @param rules    the rules for this machine; the worker adds its JVM's version, kind and unaligned-access flag
 * @param stressor the name of a stressor, {@link Stressor#AUTO}, {@link Stressor#EACH} or {@link Stressor#MIX}
 * @param file     the file that mapped memory uses, or null for a temporary one; ignored for other memory
 * @param controls whether to calibrate and run controls if nothing tears; a sweep runs its controls separately
 * @param without  stressors to leave out, because they or similar ones have killed a worker
 */
public record TrialRequest(TrialSpec trial, Budget budget, ThreadCpus threadCpus, AccessRules rules, String stressor,
                           SplitLocks splitLocks, MappedFile.Name file, boolean controls, List<Stressor> without) {

    /** Enough for an access without a stressor to kill the worker; the kernel may delay a split lock by 10 ms. */
    private static final long ALONE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    public TrialRequest without(Collection<Stressor> stressors) {
        return new TrialRequest(trial, budget, threadCpus, rules, stressor, splitLocks, file, controls,
            List.copyOf(stressors));
    }

    /** Whether the mapped file became too short, so that accesses beyond its end fault, or cannot be opened again. */
    public boolean fileSpoiled() {
        return trial.memory() == Memory.MAPPED && file != null
            && !file.holds(Region.bytes(rules.geometry().pageBytes()));
    }

    /** Returns a request to make only the access, without a stressor. */
    public TrialRequest alone() {
        return with(trial, new Budget(ALONE_NANOS, 1), Stressor.NONE.toString());
    }

    /** The rules for this machine and this JVM. */
    public AccessRules rulesHere() {
        return new AccessRules(rules.architecture(), rules.geometry(), UnsafeApi.unalignedAccess())
            .in(Jvm.here().kind());
    }

    /**
     * Returns a request for another trial with the same CPUs, rules and file. It asks for no controls and leaves
     * out no stressor.
     */
    public TrialRequest with(TrialSpec newTrial, Budget newBudget, String newStressor) {
        return new TrialRequest(newTrial, newBudget, threadCpus, rules, newStressor, splitLocks, file, false,
        List.of());
    }
}
