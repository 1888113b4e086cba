// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.tearline.trial.AccessRules.SplitLocks;
import org.tearline.trial.Width;
import org.tearline.verdict.Tally.MemoryOrder;
import org.tearline.verdict.Verdict.CellReason;

/** What people and files read. */
class WordsOfAVerdictTest {
    @ParameterizedTest
    @CsvSource({"LONG, 0102030405060708, 0, 0x0807060504030201", "LONG, 0102030405060708, 3, 0x080706|0504030201",
        "INT, 01020304, 2, 0x0403|0201", "SHORT, 0a0b, 0, 0x0b0a"})
    void shouldShowBytesAsTheyLieInMemory(Width width, String value, int seam, String littleEndian) {
        if (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) {
            assertThat(MemoryOrder.hex(List.of(Long.parseLong(value, 16)), width, seam)).isEqualTo(littleEndian);
        }
    }

    @ParameterizedTest
    @EnumSource(SplitLocks.class)
    void shouldGiveAReasonForEveryLockThatMayNotCrossALine(SplitLocks splitLocks) {
        CellReason reason = CellReason.of(splitLocks);
        assertThat(reason == null).isEqualTo(splitLocks.allowed());
        if (reason != null) {
            assertThat(reason.state()).isEqualTo(Verdict.REFUSED);
            assertThat(reason.toString()).startsWith("split-locks-");
            assertThat(reason.sentence()).isNotBlank();
        }
    }

    @Test
    void shouldTellInterruptionsAndHiddenTearsFromOtherReasons() {
        assertThat(CellReason.values()).filteredOn(CellReason::isInterruption).containsExactly(CellReason.STOPPED,
            CellReason.WORKER_SILENT);
        assertThat(CellReason.values()).filteredOn(CellReason::hidesTears).containsExactly(
            CellReason.TEAR_WITHOUT_WITNESS, CellReason.ALIEN_VALUES, CellReason.GUARDS_OVERWRITTEN);
    }
}
