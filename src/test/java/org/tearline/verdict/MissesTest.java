// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.verdict.Grading.Misses;

class MissesTest {
    private record Tried(String kind, long torn, long changes) {
    }

    @ParameterizedTest
    @CsvSource({"0,5000000,0", "1,1000000,6907756", "100,1000,70", "1000,1000,7"})
    void shouldAskForAsManyChangesAsHideATearOnceInAThousandTimes(long torn, long changes, long needed) {
        assertThat(Misses.neededChanges(torn, changes)).isEqualTo(needed);
        if (torn > 0 && torn < changes) {
            assertThat(Math.pow(1 - (double) torn / changes, needed)).as("the chance of a miss").isLessThan(0.00101);
        }
    }

    @Test
    void shouldDoubtOnlyTheSilentOnesOfAKindThatTore() {
        Tried torn = new Tried("a", 10, 1_000);
        Tried few = new Tried("a", 0, 500);
        Tried enough = new Tried("a", 0, 10_000);
        Tried other = new Tried("b", 0, 1);
        assertThat(Misses.doubtful(List.of(torn, few, other), Tried::kind, Tried::torn, Tried::changes))
            .containsOnlyKeys(few).containsEntry(few, 1_037L);
        assertThat(Misses.doubtful(List.of(torn, enough), Tried::kind, Tried::torn, Tried::changes)).isEmpty();
    }
}
