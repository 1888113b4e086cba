// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.ReadMode;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

class TallyTest {
    private static final Witness FIRST = Samples.torn().tally().witnesses().get(0);
    private static final Tally ONE = new Tally(new Counts(1, 2, 3, 4, 5, 6, 7), List.of(0L, 4L), List.of(0L, 3L),
        List.of(), List.of(), new Planted(10, 20));
    private static final Tally OTHER = new Tally(new Counts(10, 20, 30, 40, 50, 60, 70), List.of(1L, 2L, 3L),
        List.of(1L), List.of(2L, 5L), List.of(FIRST, FIRST), new Planted(1, 2));

    @Test
    void shouldAddEveryCount() {
        Tally both = ONE.plus(OTHER);
        assertThat(both.counts()).isEqualTo(new Counts(11, 22, 33, 44, 55, 66, 77));
        assertThat(both.seams()).containsExactly(1L, 6L, 3L).isEqualTo(OTHER.plus(ONE).seams());
        assertThat(both.lowNew()).containsExactly(1L, 3L);
        assertThat(both.highNew()).containsExactly(2L, 5L);
        assertThat(both.planted()).isEqualTo(new Planted(11, 22));
        assertThat(both.witnesses()).containsExactly(FIRST, FIRST);
        assertThat(both.withOneWitness()).isEqualTo(ONE.plus(new Tally(OTHER.counts(), OTHER.seams(), OTHER.lowNew(),
            OTHER.highNew(), List.of(FIRST), OTHER.planted())));
        assertThat(OTHER.withOneWitness().plus(OTHER).witnesses()).as("no second witness")
            .containsExactly(FIRST);
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 3", "9007199254740990, 1, 9007199254740991", "9007199254740991, 1, 9007199254740991",
        "9223372036854775807, 9223372036854775807, 9007199254740991"})
    void shouldNotOverflow(long a, long b, long sum) {
        assertThat(Counts.sum(a, b)).isEqualTo(sum);
        assertThat(Counts.sum(List.of(a, b))).isEqualTo(sum);
    }

    @Test
    void shouldNotOverflowSumsOfPlantedTears() {
        Planted most = new Planted(Counts.MOST, Counts.MOST);
        assertThat(most.plus(most)).isEqualTo(most);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, false, false", "49, 100, false, false", "50, 100, true, false", "150, 100, true, false",
        "151, 100, true, true"})
    void shouldTrustReadersThatFindPlantedTears(long found, long expected, boolean held, boolean tooOften) {
        assertThat(new Planted(found, expected).held()).isEqualTo(held);
        assertThat(new Planted(found, expected).tooOften()).isEqualTo(tooOften);
    }

    @Test
    void shouldSumStressorsByName() {
        List<StressorUse> uses = List.of(new StressorUse("a", 5, 10, 1), new StressorUse("b", 7, 4, 4),
            new StressorUse("a", 3, 20, 2));
        assertThat(StressorUse.sum(uses)).containsExactly(new StressorUse("a", 8, 30, 3),
            new StressorUse("b", 7, 4, 4));
        assertThat(StressorUse.longest(uses)).contains("a");
        assertThat(StressorUse.longest(List.of(new StressorUse("a", 0, 9, 9)))).isEmpty();
        assertThat(uses.get(1).yield()).isOne();
        assertThat(new StressorUse("c", 1, 0, 0).yield()).isZero();
        assertThat(uses.get(0).untimed()).isEqualTo(new StressorUse("a", 0, 10, 1));
    }

    @Test
    void shouldAddTrialsOfACell() {
        SweepCell silent = cell(ONE, CellReason.FEW_CHANGES, 100, -1, true, 1);
        SweepCell torn = cell(OTHER, null, 1_000, 40, false, 2);

        SweepCell both = silent.plus(torn);
        assertThat(both).isEqualTo(cell(ONE.plus(OTHER), null, 1_100, 140, false, 3));
        assertThat(torn.plus(silent).firstTornNanos()).isEqualTo(40);
        assertThat(torn.plus(silent).reason()).as("the reason of the later trial").isEqualTo(CellReason.FEW_CHANGES);
        assertThat(silent.plus(silent).firstTornNanos()).isEqualTo(-1);
        SweepCell tooFew = cell(ONE, CellReason.TOO_FEW_CHANGES, 100, -1, true, 1);
        assertThat(torn.plus(tooFew).reason()).as("the changes are added to those of the cell").isNull();
    }

    @Test
    void shouldOmitTheOffsetFromTheKeyOfASeries() {
        SweepCell cell = cell(ONE, null, 1, -1, true, 0);
        TrialSpec trial = Samples.trial(60, WriteMode.ORDERED, ReadMode.EXCHANGE);
        assertThat(cell.key()).isEqualTo(SweepCell.key(CpuDistance.SAME_L3, trial));
        assertThat(cell.seriesKey()).isEqualTo(uncounted(trial.at(59)).seriesKey())
            .isNotEqualTo(uncounted(trial.across(64)).seriesKey());
    }

    @ParameterizedTest
    @CsvSource({"LONG, 0102030405060708, 0, 0x0807060504030201", "LONG, 0102030405060708, 3, 0x080706|0504030201",
        "INT, 01020304, 2, 0x0403|0201", "SHORT, 0a0b, 0, 0x0b0a"})
    void shouldPrintBytesInMemoryOrder(Width width, String value, int seam, String littleEndian) {
        if (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) {
            List<Long> seen = List.of(Long.parseLong(value, 16));
            assertThat(new Witness(width, seen, seen, seen, seam).hexWithSeam()).isEqualTo(littleEndian);
        }
    }

    private static SweepCell uncounted(TrialSpec trial) {
        return SweepCell.uncounted(CpuDistance.SAME_L3, trial, CellReason.STOPPED, true);
    }

    private static SweepCell cell(Tally tally, CellReason reason, long nanos, long first, boolean pinned,
                                  long discarded) {
        return new SweepCell(CpuDistance.SAME_L3, Samples.trial(60, WriteMode.ORDERED, ReadMode.EXCHANGE), tally,
            reason, List.of(new StressorUse("none", 0, 0, 0)), nanos, first, pinned, discarded);
    }
}
