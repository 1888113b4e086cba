// SPDX-License-Identifier: Apache-2.0
package example;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;
import org.tearline.Trial;
import org.tearline.trial.ReadMode;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.TrialResult;
import org.tearline.verdict.Verdict;

/** The layout has a header of 24 bytes before a counter that other processes read. */
class CounterLayoutTest {
    private static final int COUNTER_OFFSET = 24;

    @Test
    void shouldNotTearOnThisMachine() throws Exception {
        TrialResult result = Trial.of(COUNTER_OFFSET, WriteMode.ORDERED, ReadMode.VOLATILE)
            .changes(100_000).run();

        assertNotEquals(Verdict.TORN, result.judgement().verdict(), () -> Trial.text(result));
    }
}
