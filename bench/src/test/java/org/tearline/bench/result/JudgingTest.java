// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JudgingTest {

    @Test
    void shouldCallARemedyWrongThatEitherSawTorn() {
        assertEquals("wrong", right(100, 1, null));
        assertEquals("wrong", right(100, 0, new Verdict("seqlock", "cas", "volatile", 60, "torn", null, 9, 1)));
        assertEquals("none-seen", right(100, 0, null));
        assertEquals("none-seen", right(0, 0,
            new Verdict("seqlock", "cas", "exchange", 60, "none-seen", "weak", 9, 0)));
        assertEquals("unknown", right(0, 0, null));
    }

    @Test
    void shouldCountTheCellsThatAgreeWithTheNativeLoop() {
        Costs.Agreement agreement = Judging.agreement(List.of(
            group("native", Map.of("operation", "load"), 1.0, 1.0, 1.0),
            group("offset-cost", Map.of("operation", "load", "widthBytes", 8L, "set", "place"), 1.19, 1.21, 0.84)));
        assertEquals(new Costs.Agreement(3, 2, 1.19, null), agreement);
    }

    @Test
    void shouldCompareEachWidthWithItsOwnNativeLoop() {
        Costs.Agreement agreement = Judging.agreement(List.of(
            group("native", Map.of("operation", "load", "widthBytes", 4L), 2.0, 2.0, 2.0),
            group("offset-cost", Map.of("operation", "load", "widthBytes", 8L, "set", "place"), 1.0, 1.0, 1.0),
            group("offset-cost", Map.of("operation", "load", "widthBytes", 4L, "set", "place"), 2.0, 2.0, 4.0)));
        assertEquals(2, agreement.within20Percent());
    }

    @Test
    void shouldSayWhyNothingIsCompared() {
        assertNull(Judging.agreement(List.of()));
        Group missing = new Group("native", "x", List.of(), List.of(),
            List.of(new Group.Missing("loops", Reason.IMPOSSIBLE, "no C compiler here")));
        assertEquals("no C compiler here", Judging.agreement(List.of(missing)).reason());
    }

    private static String right(long changes, long torn, Verdict verdict) {
        Series reader = new Series(Map.of("side", "reader"), "time", "ns", "remedy", List.of("seqlock"), List.of(1),
            List.of(1), List.of(1.0), List.of(1.0), List.of(1.0),
            Map.of("reads", List.of(changes), "changes", List.of(changes), "torn", List.of(torn)));
        return Judging.remedies(List.of(new Group("remedies", "x", List.of(), List.of(reader), List.of())),
            verdict == null ? List.of() : List.of(verdict), true).get(0).right();
    }

    private static Group group(String id, Map<String, Object> parameters, double... medians) {
        List<Double> list = Arrays.stream(medians).boxed().toList();
        return new Group(id, "x", List.of(), List.of(new Series(parameters, "time", "ns", "offsetBytes",
            List.of(0L, 1L, 2L), List.of(1, 1, 1), List.of(1, 1, 1), list, list, list, Map.of())), List.of());
    }
}
