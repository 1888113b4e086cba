// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import org.tearline.published.KnownNames;
import org.tearline.published.ResultFile;

/** Tells whether every name is one of those that the tester uses. Thread-safe. */
final class NamesCheck implements Check {
    private static final KnownNames NAMES = KnownNames.load();

    @Override
    public void check(ResultFile file, Findings findings) {
        file.series().forEach(series -> series.calibration().stream()
            .filter(use -> !NAMES.isStressor(use.name())).forEach(use -> findings.add(ValidationRule.NAMES,
                series.name(), "no stressor is called " + use.name())));
    }
}
