// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.util.function.UnaryOperator;
import org.agrona.UnsafeApi;
import org.tearline.trial.Generations;
import org.tearline.trial.ReadMode;
import org.tearline.trial.WriteMode;

/** Accesses and loops with a defect, to test which control detects the defect. */
public final class Mutants {
    private static final int BYTE_MASK = 0xff;
    private static final long LATER = 4_096;
    private static final int CLAIMED_STORES = 100_000;

    private Mutants() {
    }

    /** Returns accesses that read the two halves of the value separately. */
    public static Accesses inTwoReads(Accesses accesses) {
        return reading(accesses, read -> new Access() {
            @Override
            long read(int width, Object base, long position, long last) {
                long low = UnsafeApi.getIntVolatile(null, position) & 0xffff_ffffL;
                return low | (long) UnsafeApi.getIntVolatile(null, position + Integer.BYTES) << Integer.SIZE;
            }
        });
    }

    /** Returns accesses that read an address to which nothing is written. */
    public static Accesses stale(Accesses accesses) {
        return reading(accesses, read -> new Access() {
            @Override
            long read(int width, Object base, long position, long last) {
                return read.read(width, base, position + LATER, last);
            }
        });
    }

    /** Returns accesses that never read a torn value. */
    public static Accesses blind(Accesses accesses) {
        return reading(accesses, read -> new Access() {
            @Override
            long read(int width, Object base, long position, long last) {
                return Generations.replicate((int) read.read(width, base, position, last) & BYTE_MASK);
            }
        });
    }

    /** Returns a loop that stores once but counts many stores. */
    public static WriteKernel folding(WriteKernel writer) {
        return (target, table, count, tally) -> {
            writer.run(target, table, 1, tally);
            tally.writes += CLAIMED_STORES;
        };
    }

    /** Returns a loop that stores nothing. */
    public static WriteKernel absent() {
        return (target, table, count, tally) -> Thread.onSpinWait();
    }

    private static Accesses reading(Accesses accesses, UnaryOperator<Access> mutation) {
        return new Accesses() {
            @Override
            public Access write(WriteMode mode) {
                return accesses.write(mode);
            }

            @Override
            public Access read(ReadMode mode) {
                return mutation.apply(accesses.read(mode));
            }
        };
    }
}
