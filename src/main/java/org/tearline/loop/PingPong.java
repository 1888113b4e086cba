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
 * Two loops that pass an aligned long back and forth, to measure the round trips of its line. Neither loop blocks, so
 * either can stop at any time.
 */
public final class PingPong {
    private PingPong() {
    }

    /** Stores the first value of the table whenever memory contains the second. */
    public record Ping(ReadAccess receive, WriteAccess reply, Object base) implements WriteKernel {
        @Override
        public void run(Target target, long[] table, int count, WriteTally tally) {
            long position = target.position();
            int sent = 0;
            for (int i = 0; i < count; i++) {
                if (receive.read(Long.BYTES, base, position, 0) == table[1]) {
                    reply.write(Long.BYTES, base, position, 0, table[0]);
                    sent++;
                }
            }
            tally.writes += sent;
        }
    }

    /** Stores the second candidate whenever memory contains the first, and counts each store as a change. */
    public record Pong(ReadAccess receive, WriteAccess reply, Object base) implements ReadKernel {
        @Override
        public int run(Target target, long[] candidates, int count, ReadTally tally) {
            long position = target.position();
            int sent = 0;
            for (int i = 0; i < count; i++) {
                if (receive.read(Long.BYTES, base, position, 0) == candidates[0]) {
                    reply.write(Long.BYTES, base, position, 0, candidates[1]);
                    sent++;
                }
            }
            tally.reads += count;
            tally.changes += sent;
            return 0;
        }
    }
}
