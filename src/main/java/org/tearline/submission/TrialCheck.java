// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.function.Predicate;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;

/** Tells whether the tester runs such trials at all, and whether an API lets it. Stateless. Thread-safe. */
final class TrialCheck implements Check {

    @Override
    public void check(ResultFile file, Findings findings) {
        Predicate<TrialSpec> lacking = file.environment().lacking();
        for (Series series : file.series()) {
            if (file.kind() == Kind.JCSTRESS && (series.width() != Width.LONG || series.processes() != 1)) {
                findings.add(ValidationRule.TRIAL, series.name(), "no jcstress test but of a long in one process");
            }
            if (series.write() == WriteMode.SEQLOCK != (series.read() == ReadMode.SEQLOCK)) {
                findings.add(ValidationRule.TRIAL, series.name(), "one side of a seqlock without the other");
            }
            if (Processes.of(series.processes()) == Processes.TWO && !series.memory().canBeShared()) {
                findings.add(ValidationRule.TRIAL, series.name(), "two processes cannot share " + series.memory()
                    + " memory");
            }
            // Lists of different lengths are somebody else's finding.
            for (int i = 0; i < Math.min(series.offsets().size(), series.changes().size()); i++) {
                int offset = series.offsets().get(i);
                if (series.changes().get(i) > 0 && lacking.test(series.fastestTrial(offset))) {
                    findings.add(ValidationRule.TRIAL, series.name() + " at " + offset,
                        "changes of an access that the API refuses or the CPU lacks");
                }
            }
        }
    }
}
