// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.plan;

import java.nio.file.Path;
import org.tearline.bench.machine.Caches;

/**
 * Holds what all steps of a run have in common. Immutable.
 *
 * @param cpus       how many threads can run at once
 * @param x86        whether misaligned accesses of every mode are one instruction here; elsewhere they fault
 * @param splitLocks whether operations locked across a line are allowed
 * @param nativeLoop the compiled check in C; null without a compiler
 * @param tester     the tester's jar; null if it was not built
 */
public record Setting(Profile profile, Caches caches, int cpus, boolean x86, boolean splitLocks, Path nativeLoop,
                      Path tester) {
    /** This machine's, with what the command line says. */
    public static Setting here(Profile profile, int cpus, boolean splitLocks, Path nativeLoop, Path tester) {
        String arch = System.getProperty("os.arch");
        return new Setting(profile, Caches.live(), cpus, arch.equals("amd64") || arch.equals("x86_64"), splitLocks,
            nativeLoop, tester);
    }

    Jmh jmh() {
        return new Jmh(profile);
    }
}
