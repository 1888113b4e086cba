// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.lang.invoke.MethodHandles;
import org.tearline.loop.Specialization.Constants;
import org.tearline.loop.Specialization.Stress;
import org.tearline.loop.WriteKernel.WriteTally;

/**
 * The template for writers of a short, int or long. {@link Specialization} instantiates copies of this class, in which
 * the accesses and the stressor are constants.
 */
final class WriteLoop implements WriteKernel {
    private static final Constants CONSTANTS = Constants.of(MethodHandles.lookup());
    private static final Access ACCESS = (Access) CONSTANTS.accesses().get(0);
    private static final Access RESYNC = (Access) CONSTANTS.accesses().get(1);
    private static final Stress STRESS = CONSTANTS.stress();
    private static final int WIDTH = CONSTANTS.operand().width().bytes();
    private static final Object BASE = CONSTANTS.operand().base();

    @Override
    public void run(Target target, long[] table, int count, WriteTally tally) {
        long position = target.position();
        long first = target.inFirstLine();
        long second = target.inLastLine();
        long zeros = target.zeros();
        long last = tally.last;
        int next = tally.next;
        int failed = 0;
        for (int i = 0; i < count; i++) {
            STRESS.before(first, second, zeros, i);
            long value = table[next];
            if (ACCESS.write(WIDTH, BASE, position, last, value)) {
                last = value;
                // This branch keeps C2 from merging the fences of volatile stores. If four stores shared one fence,
                // readers would hardly ever see three of them, and would miss the planted values among them.
                next = next + 1 < table.length ? next + 1 : 0;
            } else {
                failed++;
                last = RESYNC.read(WIDTH, BASE, position, last);
            }
        }
        tally.last = last;
        tally.next = next;
        tally.writes += count;
        tally.failed += failed;
    }
}
