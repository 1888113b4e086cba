// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.jcstress.Slot.Memory;
import org.tearline.jcstress.Slot.Place;

class SlotTest {

    @Test
    void shouldCycleThroughPlacesAndMemories() {
        Set<String> seen = new HashSet<>();
        slots().forEach(slot -> seen.add(slot.memory + " " + slot.place));
        assertEquals(2 * 4, seen.size(), seen::toString);
    }

    @Test
    void shouldMatchItsPlace() {
        slots().forEach(slot -> {
            long last = slot.address + Long.BYTES - 1;
            assertEquals(slot.place == Place.ALIGNED, slot.address % Long.BYTES == 0);
            assertEquals(slot.place == Place.INSIDE, slot.address / Slot.LINE_BYTES == last / Slot.LINE_BYTES
                && slot.address / 32 != last / 32);
            assertEquals(slot.place == Place.LINE || slot.place == Place.PAGE,
                slot.address / Slot.LINE_BYTES != last / Slot.LINE_BYTES);
            assertEquals(slot.place == Place.PAGE, slot.address / Slot.PAGE_BYTES != last / Slot.PAGE_BYTES);
        });
    }

    @Test
    void shouldShareNoLineWithOtherSlots() {
        Set<Long> lines = new HashSet<>();
        for (int i = 0; i < 2 * 40 * 256; i++) {
            Slot slot = i % 2 == 0 ? new Slot() : new Slot.JdkAligned();
            assertTrue(lines.add(slot.address / Slot.LINE_BYTES));
            long last = (slot.address + Long.BYTES - 1) / Slot.LINE_BYTES;
            assertTrue(last == slot.address / Slot.LINE_BYTES || lines.add(last));
        }
    }

    static List<Consumer<Slot>> writes() {
        return List.of(Slot::putPlain, Slot::putOpaque, Slot::putOrdered, Slot::putVolatile, Slot::cas,
            Slot::getAndSet, Slot::getAndAdd);
    }

    @ParameterizedTest
    @MethodSource("writes")
    void shouldReadTheWrittenValue(Consumer<Slot> write) {
        slots().forEach(slot -> {
            assertEquals(List.of(Value.BEFORE, Value.BEFORE, Value.BEFORE), reads(slot));
            write.accept(slot);
            assertEquals(List.of(Value.AFTER, Value.AFTER, Value.AFTER), reads(slot));
        });
    }

    @Test
    void shouldDescribeASighting() {
        Slot slot = slots().filter(any -> any.place == Place.LINE && any.memory == Memory.DIRECT).findAny()
            .orElseThrow();
        Sighting sighting = new Sighting();
        sighting.saw(slot, slot.getPlain());
        assertEquals("direct, line, before", sighting.toString());
        assertEquals(sighting, sighting.copy());
    }

    private static List<Long> reads(Slot slot) {
        return List.of(slot.getPlain(), slot.getVolatile(), slot.exchange());
    }

    /** Each place four times in each memory: a locked access across a line may take milliseconds. */
    private static Stream<Slot> slots() {
        return Stream.generate(Slot::new).limit(32);
    }
}
