// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tearline.merge.MergedCell;
import org.tearline.merge.Seen;
import org.tearline.plan.Alignment;
import org.tearline.result.Planted;
import org.tearline.result.Rate;

class CpuDataTest {
    @Test
    void shouldWriteAColumnInStepsAndEqualStepsOnce() {
        assertThat(column(7, 7, 7, 40)).isEqualTo("7 0*2 x");
        assertThat(column(5)).isEqualTo("5");
        assertThat(column(-1, -1, 3, 2, 1)).isEqualTo("-1 0 4-1*2");
        assertThat(column(0, 0, 0)).isEqualTo("0*3");
        assertThat(column(1, 2, 3, (1L << 53) - 1, 0)).isEqualTo("1*3 2gosa7pa2gs-2gosa7pa2gv");
    }

    private static String column(long... numbers) {
        List<MergedCell> cells = Arrays.stream(numbers).mapToObj(number -> new MergedCell(null, 0, Alignment.ALIGNED,
            Seen.NONE_WEAK, null, Rate.NONE, 0, number, Planted.NONE, List.of(), null, 0, 0, 0, 0, List.of())).toList();
        return CpuData.column(cells, MergedCell::changes);
    }
}
