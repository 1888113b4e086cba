// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Collections;
import java.util.TreeMap;

/** Unusual valid files. Thread-safe. */
final class GoodVariants {
    private GoodVariants() {
    }

    /** Returns a file whose reader found no planted tears, with a note at every offset without a tear. */
    static ResultFile withoutSilences(ResultFile file) {
        ResultFile blind = Copy.of(file, "series", file.series().stream().map(series -> Copy.of(series,
            "plantedFound", Collections.nCopies(series.offsets().size(), 0L))).toList());
        return Copy.of(blind, "series", NegativeResults.noted(blind));
    }

    /** Returns an older file, without the times of the first tears. */
    static ResultFile untimed(ResultFile file) {
        return ResultText.sealed(Copy.of(file, "series",
            file.series().stream().map(series -> Copy.of(series, "firstTornNanos", new TreeMap<>())).toList()));
    }
}
