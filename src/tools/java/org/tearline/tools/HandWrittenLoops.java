// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import org.agrona.UnsafeApi;
import org.tearline.kernel.ReadTally;
import org.tearline.kernel.WriteTally;

/**
 * Loops over a long in raw memory, as one would write them for a single mode, to compare the specialised loops with.
 * They take the same steps without a stressor, so the difference is what choosing an access costs. Not thread-safe.
 */
final class HandWrittenLoops {
    private HandWrittenLoops() {
    }

    static void putRelease(long address, long[] table, int count, WriteTally tally) {
        int next = tally.next;
        for (int i = 0; i < count; i++) {
            UnsafeApi.putLongRelease(null, address, table[next]);
            next = next + 1 < table.length ? next + 1 : 0;
        }
        tally.next = next;
    }

    static void putVolatile(long address, long[] table, int count, WriteTally tally) {
        int next = tally.next;
        for (int i = 0; i < count; i++) {
            UnsafeApi.putLongVolatile(null, address, table[next]);
            next = next + 1 < table.length ? next + 1 : 0;
        }
        tally.next = next;
    }

    static void getVolatile(long address, int count, ReadTally tally) {
        long last = tally.last;
        int changes = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            long seen = UnsafeApi.getLongVolatile(null, address);
            if (seen != last) {
                changes++;
                if (seen != Long.rotateLeft(seen, Byte.SIZE)) {
                    tally.torn[2 * kept] = last;
                    tally.torn[2 * kept + 1] = seen;
                    kept++;
                }
                last = seen;
            }
        }
        tally.last = last;
        tally.changes += changes;
    }
}
