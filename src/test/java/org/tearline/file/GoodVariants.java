// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Collections;

/** Good files that look unlike an ordinary sweep. Stateless. */
final class GoodVariants {
    private GoodVariants() {
    }

    /** A machine whose reader was blind, and which says so at every offset without a tear. */
    static ResultFile withoutSilences(ResultFile file) {
        return Copy.of(file, "series", Silences.noted(file.series().stream().map(series -> Copy.of(series,
            "plantedFound", Collections.nCopies(series.offsets().size(), 0L))).toList(), file.profile(),
            file.environment(), file.placements()));
    }

    /** What was written before files told the time of the first tears. */
    static ResultFile untimed(ResultFile file) {
        return Copy.of(file, "series", file.series().stream().map(series -> Copy.of(series, "firstTornNanos", null))
            .toList()).sealed();
    }
}
