// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.tearline.loop.Stressor;
import org.tearline.machine.KernelFiles.X86Family;
import org.tearline.machine.KernelFiles;
import org.tearline.trial.AccessRules;
import org.tearline.trial.TrialSpec;

/** The stressors from which a trial on this machine chooses. Not thread-safe. */
final class StressorChoice {
    private final AccessRules rules;
    private final List<Stressor> without;
    private final X86Family family = KernelFiles.live().family();
    private final Consumer<Stressor> trying;
    private final Set<Stressor> tried = EnumSet.noneOf(Stressor.class);
    private boolean inFirstUse;

    /**
     * @param without stressors to leave out
     * @param trying  receives each stressor before its first use, and null once that use has done no harm
     */
    StressorChoice(AccessRules rules, List<Stressor> without, Consumer<Stressor> trying) {
        this.rules = rules;
        this.without = without;
        this.trying = trying;
    }

    List<Stressor> likeliest(TrialSpec trial) {
        return Stressor.likeliest(trial, rules, family);
    }

    /** The usable stressors, except those that are left out. */
    List<Stressor> usable(TrialSpec trial) {
        return Stressor.usable(trial, rules, family).stream()
            .filter(stressor -> !without.contains(stressor))
            .toList();
    }

    /**
     * Announces a stressor before its first use, in case it kills the worker. The next call announces that it did not:
     * by null, or by announcing another one.
     */
    void announceFirstUse(Stressor stressor) {
        if (tried.add(stressor)) {
            inFirstUse = true;
            trying.accept(stressor);
        } else if (inFirstUse) {
            inFirstUse = false;
            trying.accept(null);
        }
    }
}
