// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.file.Copy;
import org.tearline.file.ResultFile;
import org.tearline.file.Series;
import org.tearline.page.Runs;
import org.tearline.trial.PairKind;
import org.tearline.trial.ReadMode;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Granules;

class FileGranulesTest {
    /** Stores tear across a line, but not at 4, so that a sound negative result there bounds the granule at 16. */
    @ParameterizedTest
    @CsvSource({"100, 16", "150, 16", "151, 1", "49, 1"})
    void shouldNotBoundAGranuleByUnevenSamples(long percent, int atLeast) {
        Series series = Runs.series(WriteMode.PLAIN, ReadMode.EXCHANGE, Runs.MANY, List.of(0L, 0L, 900L, 900L));
        List<Long> found = series.plantedExpected().stream().map(expected -> expected * percent / 100).toList();
        ResultFile file = Runs.run(Runs.zen4(), false, null, 1, List.of(Copy.of(series, "plantedFound", found)));

        assertThat(Granules.of(FileGranules.tried(file)).of(PairKind.STORE).atLeast()).isEqualTo(atLeast);
    }
}
