// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.lang.invoke.MethodHandles;
import org.tearline.loop.ReadKernel.ReadTally;
import org.tearline.loop.Specialization.Constants;
import org.tearline.loop.Specialization.Stress;

/**
 * The template for readers of a short, int or long, except cas. All bytes of an ordinary value are equal, so the loop
 * keeps each value that differs from itself rotated by one byte. {@link Specialization} instantiates copies of this
 * class.
 */
final class ReadLoop implements ReadKernel {
    private static final Constants CONSTANTS = Constants.of(MethodHandles.lookup());
    private static final Access ACCESS = (Access) CONSTANTS.accesses().get(0);
    private static final Stress STRESS = CONSTANTS.stress();
    private static final int WIDTH = CONSTANTS.operand().width().bytes();
    private static final Object BASE = CONSTANTS.operand().base();
    /** Distance in bits from the lowest byte of a value to the highest. */
    private static final int LAST_BYTE = Byte.SIZE * (WIDTH - 1);
    /** The bits of a value; those above it are undefined in what a read returns. */
    private static final long MASK = -1L >>> Long.SIZE - Byte.SIZE * WIDTH;

    @Override
    public int run(Target target, long[] candidates, int count, ReadTally tally) {
        long position = target.position();
        long first = target.inFirstLine();
        long second = target.inLastLine();
        long zeros = target.zeros();
        long last = tally.last;
        int changes = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            STRESS.before(first, second, zeros, i);
            long seen = ACCESS.read(WIDTH, BASE, position, last) & MASK;
            if (seen != last) {
                changes++;
                long rotated = (seen << Byte.SIZE | seen >>> LAST_BYTE) & MASK;
                if (seen != rotated) {
                    tally.torn[2 * kept] = last;
                    tally.torn[2 * kept + 1] = seen;
                    kept++;
                }
                last = seen;
            }
        }
        tally.last = last;
        tally.reads += count;
        tally.changes += changes;
        return kept;
    }
}
