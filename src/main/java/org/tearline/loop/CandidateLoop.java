// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.lang.invoke.MethodHandles;
import org.tearline.loop.ReadKernel.ReadTally;
import org.tearline.loop.Specialization.Constants;
import org.tearline.loop.Specialization.Stress;

/**
 * The template for the cas reader, which can only compare memory with a value. Each iteration tries only one torn
 * candidate, because a comparison may be a split lock, and then reads to count changes. {@link Specialization}
 * instantiates copies of this class.
 */
final class CandidateLoop implements ReadKernel {
    private static final Constants CONSTANTS = Constants.of(MethodHandles.lookup());
    private static final Access COUNTING = (Access) CONSTANTS.accesses().get(0);
    private static final Access CAS = (Access) CONSTANTS.accesses().get(1);
    private static final Stress STRESS = CONSTANTS.stress();
    private static final int WIDTH = CONSTANTS.operand().width().bytes();
    private static final Object BASE = CONSTANTS.operand().base();
    /** The bits of a value; those above it are undefined in what a read returns. */
    private static final long MASK = -1L >>> Long.SIZE - Byte.SIZE * WIDTH;

    @Override
    public int run(Target target, long[] candidates, int count, ReadTally tally) {
        long position = target.position();
        long first = target.inFirstLine();
        long second = target.inLastLine();
        long zeros = target.zeros();
        long last = tally.last;
        // The candidate counted last while it may still be in memory, otherwise 0, which is no candidate. At first, the
        // value read last, because the previous batch may have counted it.
        long counted = last;
        int next = 0;
        int changes = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            STRESS.before(first, second, zeros, i);
            long candidate = candidates[next];
            next = next + 1 < candidates.length ? next + 1 : 0;
            // A torn value that stays in memory is one tear.
            if (candidate != counted && CAS.write(WIDTH, BASE, position, candidate, candidate)) {
                tally.torn[2 * kept] = last;
                tally.torn[2 * kept + 1] = candidate;
                kept++;
                counted = candidate;
                if (candidate != last) {
                    changes++;
                    last = candidate;
                }
            }
            long seen = COUNTING.read(WIDTH, BASE, position, last) & MASK;
            if (seen != last) {
                changes++;
                last = seen;
            }
            if (seen != counted) {
                counted = 0;
            }
        }
        tally.last = last;
        tally.reads += count;
        tally.changes += changes;
        tally.confirmed += kept;
        return kept;
    }
}
