// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.io.IOException;
import org.tearline.trial.Tier;

/** Whether loops ran in the requested tier, according to the JVM's compilation log. Not thread-safe. */
final class TierCheck {
    private final Tier tier;
    private final JitLog log;
    private int disturbances;
    /** Why the watched loops were not in the requested tier at first, or null. */
    private String problemAtFirst;

    TierCheck(Tier tier, JitLog log) {
        this.tier = tier;
        this.log = log;
    }

    /** Why a loop or the access in it is not compiled in the requested tier, or null. */
    String problem(Object loop) throws IOException {
        if (tier == Tier.INTERPRETER) {
            return null;
        }
        String problem = log.problem(loop.getClass().getName(), tier.level());
        if (problem == null) {
            return null;
        }
        return problem + ", not in " + tier;
    }

    private String problem(KernelPair pair) throws IOException {
        for (Object loop : pair.loops()) {
            String problem = problem(loop);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    /** Watches these loops from now on, and no longer the ones before. */
    void watch(KernelPair pair) throws IOException {
        if (tier != Tier.INTERPRETER) {
            disturbances = log.mark();
            problemAtFirst = problem(pair);
        }
    }

    /**
     * Why some accesses of the watched loops may not have run in the requested tier, or null. Code that was invalidated
     * or left through a trap counts even if it has been compiled again. Takes a few microseconds if nothing was
     * compiled.
     */
    String problemOfWatched(KernelPair pair) throws IOException {
        if (tier == Tier.INTERPRETER || problemAtFirst != null) {
            return problemAtFirst;
        }
        String disturbance = log.disturbance(disturbances,
            pair.loops().stream().map(loop -> loop.getClass().getName()).toList());
        if (disturbance == null) {
            return problem(pair);
        }
        return disturbance;
    }
}
