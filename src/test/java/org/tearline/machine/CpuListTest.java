// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.machine.Linux.CpuList;

class CpuListTest {
    @Test
    void shouldReadNumbersAndRanges() {
        assertThat(CpuList.parse("8,0-3,2\n")).containsExactly(0, 1, 2, 3, 8);
        assertThat(CpuList.parse("\n")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3-1", "x", "-1", "70000", "1-2-3", "0x3"})
    void shouldRefuseWhatIsNoList(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> CpuList.parse(text));
        assertThat(CpuList.read(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'00000001,0000000f', '0,1,2,3,32'", "f0, '4,5,6,7'", "0,", "0x3,", "'',"})
    void shouldReadMasks(String mask, String cpus) {
        assertThat(CpuList.readMask(mask).map(CpuList::format).orElse(null)).isEqualTo(cpus);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0-3,8", "1,3,5-6", "0-511"})
    void shouldWriteRangesAsItReadsThem(String text) {
        assertThat(CpuList.ranges(CpuList.parse(text))).isEqualTo(text);
    }

    @Test
    void shouldWriteNoRangeForNoCpu() {
        assertThat(CpuList.ranges(List.of())).isEmpty();
    }
}
