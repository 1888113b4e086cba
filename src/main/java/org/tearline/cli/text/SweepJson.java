// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.nio.file.Path;
import org.tearline.file.ResultFile;
import org.tearline.run.SweepBudget;
import org.tearline.words.Members;

/** Prints a planned or finished sweep as JSON that follows {@code schema/sweep.schema.json}. */
public final class SweepJson {
    private static final int SCHEMA_VERSION = 1;

    private SweepJson() {
    }

    /**
     * Prints a sweep that has run, and its findings.
     *
     * @param page        the page beside the result
     * @param complete    false if time was up before all trials were done
     * @param submittable whether the file may be published
     */
    public static String print(ResultFile file, Path result, Path page, boolean complete, boolean submittable) {
        return JsonText.of(Members.of(
            "schemaVersion", SCHEMA_VERSION,
            "result", result.toString(),
            "page", page.toString(),
            "complete", complete,
            "submittable", submittable,
            "findings", FindingJson.of(file)));
    }

    /** Prints the size of a sweep that was only planned. */
    public static String plan(SweepBudget budget) {
        return JsonText.of(Members.of(
            "schemaVersion", SCHEMA_VERSION,
            "trials", budget.trials(),
            "estimatedSeconds", budget.seconds()));
    }
}
