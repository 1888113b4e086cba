// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.util.List;
import org.tearline.loop.Accesses.Operand;
import org.tearline.trial.Api;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.WriteMode;

/**
 * Creates the loops of trials in one kind of memory. Thread-safe.
 *
 * @param base the object that positions are relative to; null if they are addresses
 */
public record LoopFactory(Memory memory, Object base, Accesses accesses) {
    /** Returns a factory for loops whose positions are addresses. */
    public static LoopFactory byAddress() {
        return new LoopFactory(Memory.UNSAFE, null, MemoryAccesses.of(Memory.UNSAFE));
    }

    public WriteKernel writer(TrialSpec trial, Stressor stressor) {
        Operand operand = new Operand(base, trial.width());
        if (trial.width().isVector()) {
            return Specialization.vectorWriter(operand, stressor.writer());
        }
        return Specialization.writer(accesses.write(trial.write()), unlockedRead(), operand, stressor.writer());
    }

    public ReadKernel reader(TrialSpec trial, Stressor stressor) {
        List<StressAction> stress = stressor.reader();
        Operand operand = new Operand(base, trial.width());
        if (trial.oneSided()) {
            return Specialization.insideReader(operand, trial.lockedOffset(), stress);
        }
        if (trial.width().isVector()) {
            return Specialization.vectorReader(operand, stress);
        }
        if (trial.read() == ReadMode.CAS) {
            return Specialization.candidateReader(accesses.write(WriteMode.CAS), unlockedRead(), operand, stress);
        }
        return Specialization.reader(accesses.read(trial.read()), operand, stress);
    }

    /**
     * The read with which a CAS writer finds the current value and a CAS reader counts changes. It must be possible at
     * a misaligned address, where the JDK's checked APIs have only plain reads.
     */
    private Access unlockedRead() {
        if (Api.checks(memory)) {
            return accesses.read(ReadMode.PLAIN);
        }
        return accesses.read(ReadMode.VOLATILE);
    }
}
