// SPDX-License-Identifier: Apache-2.0
package example;

import org.tearline.Trial;
import org.tearline.trial.ReadMode;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.TrialResult;

/** A program that runs one trial with the library. */
public final class OneTrial {
    private OneTrial() {
    }

    public static void main(String[] arguments) throws Exception {
        TrialResult result = Trial.of(Integer.parseInt(arguments[0]), WriteMode.VOLATILE, ReadMode.VOLATILE)
            .changes(100_000).run();

        System.out.println(result.judgement().verdict() + " in " + (result.outcome() == null ? "no"
            : result.outcome().tally().counts().changes()) + " changes");
    }
}
