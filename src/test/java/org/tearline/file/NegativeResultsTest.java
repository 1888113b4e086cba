// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.page.Runs;
import org.tearline.trial.ReadMode;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;

class NegativeResultsTest {
    /** An aligned cell, for which the vendor's promise is all that a strong negative result needs besides counts. */
    @ParameterizedTest
    @CsvSource({"150, 10000000, ", "151, 10000000, PLANTED_TOO_OFTEN", "150, 9999999, FEW_CHANGES",
        "151, 9999999, PLANTED_TOO_OFTEN", "49, 9999999, PLANTED_MISSED"})
    void shouldGradeByThePlantedTearsFound(long percent, long changes, CellReason reason) {
        ResultFile file = found(percent, changes);

        assertThat(reasonAtZero(file.series().get(0), file)).isEqualTo(reason);
    }

    /** Both reasons are equally weak, so a file may name either of them, but it may not call the result strong. */
    @ParameterizedTest
    @CsvSource({"FEW_CHANGES, true", "PLANTED_TOO_OFTEN, true", ", false"})
    void shouldNotAcceptAStrongResultWithTooManyPlantedTears(CellReason claimed, boolean valid) {
        ResultFile file = found(151, Runs.MANY);
        List<Series> series = List.of(claiming(file.series().get(0), claimed));
        ResultFile claim = ResultText.sealed(Copy.of(file, "series", series));

        assertThat(ValidatorTest.VALIDATOR.examine("claim", ResultText.stored(claim)).findings().isEmpty())
            .isEqualTo(valid);
    }

    private static ResultFile found(long percent, long changes) {
        Series series = Runs.series(WriteMode.CAS, ReadMode.EXCHANGE, changes, Collections.nCopies(4, 0L));
        List<Long> found = series.plantedExpected().stream().map(expected -> expected * percent / 100).toList();
        return Runs.run(Runs.skylake(), false, null, 1, List.of(Copy.of(series, "plantedFound", found)));
    }

    private static CellReason reasonAtZero(Series series, ResultFile file) {
        return file.cells(series).get(0).reason();
    }

    private static Series claiming(Series series, CellReason claimed) {
        if (claimed == null) {
            return series.with(List.of());
        }
        return series.with(List.of(new Series.Note(series.offsets(), claimed.state(), claimed)));
    }
}
