// SPDX-License-Identifier: Apache-2.0
package org.tearline.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StressorTest {
    @ParameterizedTest
    @CsvSource({"false, false, NONE", "true, true, NONE", "true, false, EVICT_SECOND_WRITER_WRITEBACK_BOTH",
        "false, true, STORE_SECOND_WRITER_EVICT_SECOND"})
    void shouldTryAllAndTheLikeliestFirst(boolean writeLocks, boolean readLocks, Stressor first) {
        List<Stressor> all = Stressor.likeliestFirst(writeLocks, readLocks);
        List<Stressor> likeliest = Stressor.likeliest(writeLocks, readLocks);
        assertThat(all).containsExactlyInAnyOrder(Stressor.values()).first().isEqualTo(first);
        assertThat(all.subList(0, likeliest.size())).isEqualTo(likeliest);
    }
}
