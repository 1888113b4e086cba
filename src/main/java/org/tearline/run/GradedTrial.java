// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.util.function.Supplier;
import org.tearline.machine.Emulated;
import org.tearline.machine.Machine;
import org.tearline.promise.MachinePromises;
import org.tearline.run.link.TrialRequest;
import org.tearline.verdict.Grading;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.TrialResult;

/** Runs trials and grades their outcomes by what the vendor of the machine's CPU promises. Stateless. */
public final class GradedTrial {
    private GradedTrial() {
    }

    /** @param detected supplies the machine; called only after the trial */
    public static TrialResult run(Tester tester, TrialRequest request, TrialListener listener,
                                  Supplier<Machine> detected) throws IOException {
        TrialOutcome outcome = tester.run(request, listener);
        Machine machine = detected.get();
        Grading grading = new Grading(request.trial(), outcome, request.rules(),
            new MachinePromises(machine).atomic(request.rules()), machine.emulated() != Emulated.UNKNOWN);
        return new TrialResult(request.trial(), request.budget(), request.stressor(), machine, request.threadCpus(),
            outcome, grading.judgement());
    }
}
