// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.tearline.jcstress.Halves.FIRST;
import static org.tearline.jcstress.Halves.SECOND;
import static org.tearline.jcstress.Value.AFTER;

import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;

/** Tests every place with a single thread. */
class HalvesTest {

    @Test
    void shouldSeeEachHalfOfALong() {
        halves().forEach(slot -> {
            assertEquals(HalvesSeen.Seen.NONE, seenLong(slot));
            slot.storeIntOrdered(SECOND);
            assertEquals(HalvesSeen.Seen.SECOND, seenLong(slot));
            assertEquals(HalvesSeen.Seen.SECOND,
                Halves.seenInts(slot.loadIntVolatile(FIRST), slot.loadIntVolatile(SECOND)));
            slot.storeIntVolatile(FIRST);
            assertEquals(HalvesSeen.Seen.BOTH, seenLong(slot));
            assertEquals(AFTER, slot.getPlain());
        });
    }

    @Test
    void shouldSeeEachHalfOfAnIntAndOfAShort() {
        halves().forEach(slot -> {
            slot.storeShort(FIRST);
            assertEquals(HalvesSeen.Seen.FIRST, slot.seenInt(slot.wholeInt()));
            slot.storeShort(SECOND);
            assertEquals(HalvesSeen.Seen.BOTH, slot.seenInt(slot.wholeInt()));
        });
        halves().forEach(slot -> {
            slot.storeByte(SECOND);
            assertEquals(HalvesSeen.Seen.SECOND, slot.seenShort(slot.wholeShort()));
            slot.storeByte(FIRST);
            assertEquals(HalvesSeen.Seen.BOTH, slot.seenShort(slot.wholeShort()));
        });
    }

    @Test
    void shouldReportBytesThatWereNeverStored() {
        halves().forEach(slot -> {
            UnsafeApi.putByte(null, slot.address, (byte) 0);
            assertEquals(HalvesSeen.Seen.ALIEN, seenLong(slot));
        });
    }

    @Test
    void shouldDescribeWhatBothThreadsSaw() {
        Halves slot = halves().filter(any -> any.place == Slot.Place.LINE).findAny().orElseThrow();
        HalvesSeen seen = new HalvesSeen();
        seen.secondSaw(slot, HalvesSeen.Seen.SECOND);
        assertEquals("line, second", seen.toString());
        seen.firstSaw(slot, HalvesSeen.Seen.FIRST);
        assertEquals("line, first, second", seen.toString());
        assertEquals(seen, seen.copy());
    }

    private static HalvesSeen.Seen seenLong(Halves slot) {
        return slot.seenLong(slot.getVolatile());
    }

    private static Stream<Halves> halves() {
        return Stream.generate(Halves::new).limit(16);
    }
}
