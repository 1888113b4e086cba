// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import org.tearline.loop.WriteKernel.WriteTally;
import org.tearline.trial.Generations.Seams;
import org.tearline.trial.Generations;
import org.tearline.trial.Width;

/**
 * Replaces random entries in a writer's table with torn values, at a known low rate, and counts them. Not thread-safe.
 */
public final class RareTears {
    private static final int BYTE_MASK = 0xff;

    private final double rate;
    private final int seam;
    private final Random random;
    private long left;
    private long ordinary;
    private long torn;

    /** Creates a generator that tears values, except planted ones, at the given rate. */
    public RareTears(double rate, int seam, Random random) {
        this.rate = rate;
        this.seam = seam;
        this.random = random;
        this.left = draw();
    }

    /** Returns the number of values stored, including torn ones but not planted ones. */
    public long ordinary() {
        return ordinary;
    }

    /** Returns the number of torn values stored. */
    public long torn() {
        return torn;
    }

    /** Returns a writer that tears a few entries of its table. */
    public WriteKernel in(WriteKernel writer) {
        return new WriteKernel() {
            private long[] source = {};
            private long[] copies = {};

            @Override
            public void run(Target target, long[] table, int count, WriteTally tally) {
                int start = tally.next % table.length;
                if (source != table || copies.length < start + count) {
                    source = table;
                    copies = repeated(table, start + count);
                }
                BitSet places = draw(table, start, count);
                places.stream().forEach(i -> copies[i] = Seams.mixed(table[(i - 1) % table.length],
                    table[i % table.length], seam, Width.LONG, ByteOrder.nativeOrder())[0]);
                tally.next = start;
                writer.run(target, copies, count, tally);
                tally.next %= table.length;
                places.stream().forEach(i -> copies[i] = table[i % table.length]);
            }
        };
    }

    /** Repeats the table often enough for this number of stores. */
    private static long[] repeated(long[] table, int stores) {
        long[] copies = new long[(stores + table.length) / table.length * table.length];
        Arrays.setAll(copies, i -> table[i % table.length]);
        return copies;
    }

    private BitSet draw(long[] table, int start, int count) {
        BitSet places = new BitSet();
        for (int i = start; i < start + count; i++) {
            if (isOrdinary(table[i % table.length])) {
                ordinary++;
                // A value torn after a planted one would not be a mixture of two writes, so a later one is torn.
                if (left-- <= 0 && i > 0 && isOrdinary(table[(i - 1) % table.length])) {
                    left = draw();
                    torn++;
                    places.set(i);
                }
            }
        }
        return places;
    }

    private long draw() {
        return (long) (Math.log1p(-random.nextDouble()) / Math.log1p(-rate));
    }

    private static boolean isOrdinary(long value) {
        return value == Generations.replicate((int) value & BYTE_MASK);
    }
}
