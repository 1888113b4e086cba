// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import org.tearline.file.PublishedMachine;
import org.tearline.machine.Emulated;
import org.tearline.machine.Machine;
import org.tearline.run.link.Message.TrialRequest;
import org.tearline.verdict.Grading;
import org.tearline.verdict.Grading.Circumstances;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.TrialResult;

/** Grades the outcome of a trial by what the vendor of the machine's CPU promises. Thread-safe. */
public final class GradedTrial {
    private GradedTrial() {
    }

    public static TrialResult of(TrialRequest request, TrialOutcome outcome, Machine machine) {
        Circumstances known = new Circumstances(request.rules(), PublishedMachine.promised(machine, request.rules()),
            machine.emulated() != Emulated.UNKNOWN);
        return new TrialResult(request.trial(), request.budget(), request.stressor(), machine, request.threadCpus(),
            outcome, Grading.grade(request.trial(), outcome, known));
    }
}
