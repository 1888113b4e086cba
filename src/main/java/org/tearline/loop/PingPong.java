// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import org.tearline.loop.Accesses.ReadAccess;
import org.tearline.loop.Accesses.WriteAccess;
import org.tearline.loop.Kernel.ReadKernel;
import org.tearline.loop.Kernel.ReadKernel.ReadTally;
import org.tearline.loop.Kernel.Target;
import org.tearline.loop.Kernel.WriteKernel;
import org.tearline.loop.Kernel.WriteKernel.WriteTally;

/**
 * Two sides that hand one aligned long back and forth: how often a line can travel there and back. Neither waits for
 * the other within a batch, so either may stop at any time.
 */
public final class PingPong {
    private PingPong() {
    }

    /** Answers the second value of its table with the first. */
    public record Ping(ReadAccess look, WriteAccess answer, Object base) implements WriteKernel {
        @Override
        public void run(Target target, long[] table, int count, WriteTally tally) {
            long position = target.position();
            int sent = 0;
            for (int i = 0; i < count; i++) {
                if (look.read(Long.BYTES, base, position, 0) == table[1]) {
                    answer.write(Long.BYTES, base, position, 0, table[0]);
                    sent++;
                }
            }
            tally.writes += sent;
        }
    }

    /** Answers the first of its two values with the second; every answer is a change. */
    public record Pong(ReadAccess look, WriteAccess answer, Object base) implements ReadKernel {
        @Override
        public int run(Target target, long[] candidates, int count, ReadTally tally) {
            long position = target.position();
            int sent = 0;
            for (int i = 0; i < count; i++) {
                if (look.read(Long.BYTES, base, position, 0) == candidates[0]) {
                    answer.write(Long.BYTES, base, position, 0, candidates[1]);
                    sent++;
                }
            }
            tally.reads += count;
            tally.changes += sent;
            return 0;
        }
    }
}
