// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Says of each element that comes out of a queue whether it is the next one, and if not what happened to it. For the
 * consumer's thread; its numbers are for anybody when that has ended.
 *
 * <p>One fault may be counted as several: where the producer overwrote an unread slot, the old element is lost and the
 * new one comes a lap early, and often once more in its own turn.
 */
final class Delivery {
    /** A queue that is so far gone is not worth a run: it may hand out what it has for hours. */
    static final long MOST_DAMAGE = 10_000;

    private static final long NONE = -1;

    private long expected;
    private long received;
    private long repeated;
    private long reordered;
    private long garbled;
    private long damages;
    private long firstDamage;
    /** Passed over so far: first number to the number behind the last. */
    private final TreeMap<Long, Long> missing = new TreeMap<>();
    /** Came before their time and may come once more, and the first of them. */
    private final TreeSet<Long> early = new TreeSet<>();
    private long nextEarly = NONE;

    /** Takes the next one; false if the queue is beyond hope. */
    boolean take(long sequence, long checksum) {
        received++;
        if (sequence == expected && checksum == Element.checksum(sequence) && sequence != nextEarly) {
            expected++;
            return true;
        }
        damaged(sequence, checksum);
        return damages < MOST_DAMAGE;
    }

    /** Rare, in a method of its own, so that the loop stays small. */
    private void damaged(long sequence, long checksum) {
        damages++;
        firstDamage = firstDamage == 0 ? received : firstDamage;
        if (checksum != Element.checksum(sequence) || sequence < 0) {
            garbled++;
        } else if (sequence == expected) {
            // It was early, and its slot still holds it.
            expected++;
            repeated++;
            early.remove(sequence);
            nextEarly = early.isEmpty() ? NONE : early.first();
        } else if (sequence > expected && (sequence - expected) % Spsc.CAPACITY == 0) {
            // A lap later in the same slot: the one that is wanted was overwritten, its neighbours need not be.
            missing.put(expected, expected + 1);
            expected++;
            reordered++;
            early.add(sequence);
            nextEarly = early.first();
        } else if (sequence > expected) {
            missing.put(expected, sequence);
            expected = sequence + 1;
        } else if (found(sequence)) {
            reordered++;
        } else {
            repeated++;
        }
    }

    /** Returns whether it was missing; it no longer is. */
    private boolean found(long sequence) {
        Map.Entry<Long, Long> gap = missing.floorEntry(sequence);
        if (gap == null || gap.getValue() <= sequence) {
            return false;
        }
        missing.remove(gap.getKey());
        if (gap.getKey() < sequence) {
            missing.put(gap.getKey(), sequence);
        }
        if (sequence + 1 < gap.getValue()) {
            missing.put(sequence + 1, gap.getValue());
        }
        return true;
    }

    long received() {
        return received;
    }

    /**
     * Returns the end of a run.
     *
     * @param sent     elements that went in
     * @param complete whether the consumer went on until the queue was empty; if not, what is still in it is not lost
     */
    Damage end(long sent, boolean complete) {
        long lost = missing.entrySet().stream().mapToLong(gap -> gap.getValue() - gap.getKey()).sum()
            + (complete ? Math.max(0, sent - expected) : 0);
        // What only the end shows was lost behind the last one.
        long first = firstDamage == 0 && lost > 0 ? received + 1 : firstDamage;
        return new Damage(received, lost, repeated, reordered, garbled, first);
    }
}
