// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SlotTest {

    @Test
    void shouldBeWhereItsPlacementSays() {
        each(Aligned::new, slot -> assertEquals(0, slot.address % Long.BYTES));
        each(InsideLine::new, slot -> {
            assertEquals(line(slot.address), line(slot.address + Long.BYTES - 1));
            assertTrue(slot.address % Long.BYTES != 0);
        });
        each(LineCrossing::new, slot ->
            assertEquals(line(slot.address) + 1, line(slot.address + Long.BYTES - 1)));
    }

    @Test
    void shouldReportTheOffsetOfItsAddress() {
        each(InsideLine::new, slot -> assertEquals(slot.offset, slot.address % Slab.LINE_BYTES));
        each(LineCrossing::new, slot -> assertEquals(slot.offset, slot.address % Slab.LINE_BYTES));
    }

    @Test
    void shouldShareItsLinesWithNoOtherLiveSlot() {
        Set<Long> lines = new HashSet<>();
        for (int i = 0; i < 10_240; i++) {
            LineCrossing slot = new LineCrossing();
            assertTrue(lines.add(line(slot.address)) && lines.add(line(slot.address) + 1));
        }
    }

    @Test
    void shouldHoldTheValueBeforeInEveryView() {
        each(LineCrossing::new, slot -> {
            assertEquals(Values.BEFORE, slot.bytes.getLong(slot.index));
            assertEquals(Values.BEFORE, slot.buffer.getLong(slot.index));
        });
    }

    private interface Expectation {
        void check(Slot slot);
    }

    private static void each(Supplier<Slot> slots, Expectation expectation) {
        for (int i = 0; i < 100; i++) {
            expectation.check(slots.get());
        }
    }

    private static long line(long address) {
        return address / Slab.LINE_BYTES;
    }

    private static final class Aligned extends Slot.Aligned {
    }

    private static final class InsideLine extends Slot.InsideLine {
    }

    private static final class LineCrossing extends Slot.LineCrossing {
    }
}
