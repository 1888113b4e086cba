// SPDX-License-Identifier: Apache-2.0
package org.tearline.kernel;

import org.tearline.memory.Target;

/**
 * Two sides that hand one aligned long back and forth: how often a line can travel there and back, which is what
 * changes per second are measured against. Neither side waits for the other within a batch, so either may stop at any
 * time. One thread each.
 */
public final class PingPong {
    private PingPong() {
    }

    /** Answers the second value of its table with the first. */
    public static final class Ping implements WriteKernel {
        private final ReadAccess look;
        private final WriteAccess answer;
        private final Object base;

        /** Creates a side of these accesses: ordered, or plain with the compiler's barrier if there are no others. */
        public Ping(ReadAccess look, WriteAccess answer, Object base) {
            this.look = look;
            this.answer = answer;
            this.base = base;
        }

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
    public static final class Pong implements ReadKernel {
        private final ReadAccess look;
        private final WriteAccess answer;
        private final Object base;

        /** Creates a side of these accesses: ordered, or plain with the compiler's barrier if there are no others. */
        public Pong(ReadAccess look, WriteAccess answer, Object base) {
            this.look = look;
            this.answer = answer;
            this.base = base;
        }

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
