// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tearline.file.Strength.Worth;
import org.tearline.trial.Crossing;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Verdict;

class StrengthTest {
    @Test
    void shouldKnowEveryReasonOfASilenceTheGravestLast() {
        List<Strength> known = Arrays.stream(CellReason.values()).filter(reason -> reason.state() == Verdict.NONE)
            .map(Strength::of).toList();

        assertThat(known).doesNotHaveDuplicates().noneMatch(Strength::strong);
        assertThat(known).isSortedAccordingTo((a, b) -> b.compareTo(a));
        assertThat(Strength.of(null)).isEqualTo(Strength.STRONG);
    }

    @Test
    void shouldJudgeEachClassForItself() {
        Map<Integer, Worth> each = Strength.each(List.of(cell(0, Crossing.NONE, 6_000_000),
            cell(8, Crossing.NONE, 4_000_000), cell(9, Crossing.NONE, 9_999_999), cell(60, Crossing.LINE, 100_000)),
            true);

        Worth aligned = new Worth(Strength.WITH_ITS_CLASS, 10_000_000, 2, 4_000_000);
        assertThat(each).isEqualTo(Map.of(0, aligned, 8, aligned, 9, new Worth(Strength.FEW_CHANGES, 9_999_999), 60,
            new Worth(Strength.WITH_ITS_CLASS, 100_000, 1, 100_000)));
    }

    @Test
    void shouldNotAddUpAClassInWhichOneCellHasTooFewOrToreOrIsInDoubt() {
        Series.Cell much = cell(9, Crossing.NONE, 20_000_000);
        for (Series.Cell other : List.of(cell(10, Crossing.NONE, 99_999), new Series.Cell(10, false, Crossing.NONE,
            1_000_000, 5,
            Verdict.TORN, null, false), new Series.Cell(10, false, Crossing.NONE, 1_000_000, 0, Verdict.INCONCLUSIVE,
            CellReason.PLANTED_MISSED, false), new Series.Cell(10, false, Crossing.NONE, 1_000_000, 0, Verdict.NONE,
            CellReason.UNPINNED, false))) {
            assertThat(Strength.each(List.of(much, other), false)).as(other.toString())
                .containsEntry(9, new Worth(Strength.FEW_CHANGES, 20_000_000));
        }
    }

    private static Series.Cell cell(int offset, Crossing crossing, long changes) {
        return new Series.Cell(offset, offset % 8 == 0, crossing, changes, 0, Verdict.NONE, CellReason.FEW_CHANGES,
            false);
    }
}
