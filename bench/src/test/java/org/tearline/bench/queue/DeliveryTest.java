// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Fed with known damage. */
class DeliveryTest {
    private static final long LAP = Spsc.CAPACITY;
    private final Delivery delivery = new Delivery();

    @Test
    void shouldFindNothingWhereAllCameInOrder() {
        take(0, 1, 2, 3);
        assertEquals(new Damage(4, 0, 0, 0, 0, 0), delivery.end(4, true));
        assertFalse(delivery.end(4, true).any());
    }

    @Test
    void shouldCountWhatNeverCame() {
        take(0, 1, 5, 6);
        assertEquals(new Damage(4, 3, 0, 0, 0, 3), delivery.end(7, true));
    }

    @Test
    void shouldCountWhatIsMissingAtTheEndOnlyOfACompleteRun() {
        take(0, 1);
        assertEquals(new Damage(2, 2, 0, 0, 0, 3), delivery.end(4, true));
        assertEquals(new Damage(2, 0, 0, 0, 0, 0), delivery.end(4, false));
    }

    @Test
    void shouldTellALateOneFromARepeatedOne() {
        take(0, 3, 2, 1, 1, 0, 4);
        assertEquals(new Damage(7, 0, 2, 2, 0, 2), delivery.end(5, true));
    }

    @Test
    void shouldTellALateOneInTheMiddleOfAGap() {
        take(0, 10, 5);
        assertEquals(new Damage(3, 8, 0, 1, 0, 2), delivery.end(11, true));
    }

    @Test
    void shouldNotTakeMemoryThatNobodyWroteForAnElement() {
        take(0);
        delivery.take(0, 0);
        delivery.take(1, Element.checksum(2));
        delivery.take(-7, Element.checksum(-7));
        take(1);
        assertEquals(new Damage(5, 0, 0, 0, 3, 2), delivery.end(2, true));
    }

    @Test
    void shouldSeeASlotThatWasOverwrittenALapEarly() {
        take(0, 1 + LAP, 2, 3);
        // 1 is lost, 1 + LAP came before 2; then its turn comes, and the slot still holds it.
        for (long i = 4; i <= LAP + 2; i++) {
            take(i);
        }
        assertEquals(new Damage(LAP + 3, 1, 1, 1, 0, 2), delivery.end(LAP + 3, true));
    }

    @Test
    void shouldSeeSlotsThatWereReadBeforeTheyWereWritten() {
        for (long i = 0; i < LAP + 10; i++) {
            take(i);
        }
        // Three slots of the lap before, then the producer is ahead again: what it put there is never read.
        take(10, 11, 12, LAP + 13);
        assertEquals(new Damage(LAP + 14, 3, 3, 0, 0, LAP + 11), delivery.end(LAP + 14, true));
    }

    @Test
    void shouldGiveUpAQueueThatIsBeyondHope() {
        take(0);
        long taken = 0;
        while (delivery.take(0, Element.checksum(0))) {
            taken++;
            assertTrue(taken < 2 * Delivery.MOST_DAMAGE);
        }
        assertEquals(Delivery.MOST_DAMAGE, delivery.end(1, false).repeated());
    }

    @Test
    void shouldCountTheFirstDamageThroughAllRuns() {
        Damage sound = new Damage(100, 0, 0, 0, 0, 0);
        Damage bad = new Damage(50, 1, 0, 0, 0, 7);
        assertEquals(new Damage(300, 2, 0, 0, 0, 207), sound.then(sound).then(bad).then(bad));
    }

    private void take(long... sequences) {
        for (long sequence : sequences) {
            delivery.take(sequence, Element.checksum(sequence));
        }
    }
}
