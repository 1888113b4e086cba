// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.function.Predicate;
import org.tearline.machine.Emulated;
import org.tearline.machine.Machine;
import org.tearline.trial.AccessRules;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;

/** What is promised for the accesses of a machine. Loads the registry of promises on first use. Thread-safe. */
public record MachinePromises(Machine machine) {
    /** Returns the traits that promises depend on. Does not load the promises. */
    public CpuTraits traits() {
        return CpuTraits.of(machine.architecture(), machine.cpuOrUnknown());
    }

    /** Whether promises apply to this machine's accesses. They cover neither emulators nor unknown JVMs. */
    public boolean apply() {
        return machine.emulated() != Emulated.YES && machine.rules().jvmKnown();
    }

    /** Returns the aligned block within which the vendor promises that an access is whole. */
    public PromisedGranule granule(Width width) {
        if (apply()) {
            return PromisedGranule.of(traits(), width, machine.geometry());
        }
        return PromisedGranule.NONE;
    }

    /**
     * Returns whether this CPU's vendor promises that neither side of a trial tears.
     *
     * @param rules of the trials
     */
    public Predicate<TrialSpec> atomic(AccessRules rules) {
        return trial -> Guarantees.load().atomic(machine.emulated() == Emulated.YES, traits(), trial, rules);
    }
}
