// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.nio.ByteOrder;
import java.util.function.UnaryOperator;
import org.agrona.UnsafeApi;
import org.tearline.trial.Generations.Seams;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/**
 * Simulates a CPU with given granules. Each long is actually stored in an aligned long one page later, where no CPU
 * tears it. A store that crosses a granule boundary first stores only the bytes before the boundary, and a load that
 * crosses one reads twice. Locked accesses are atomic. Only for longs in {@code Memory.UNSAFE}.
 *
 * <p>A tear is not left to chance: one split access in eight pauses between its parts, a store for long enough to be
 * read, and a load until the value changes.
 */
public record MadeUpCpu(int storeGranule, int loadGranule) implements UnaryOperator<Accesses> {
    private static final int PAGE = 4_096;
    private static final long CLEARED = 0x0101_0101_0101_0101L;
    private static final int PAUSES_ONCE_IN = 8;
    /** At least 2 us, many times an interpreted read. A load gives up after it, because the writer may have ended. */
    private static final int PAUSE_SPINS = 500;

    /** Whether a plain store at this offset is split. */
    public boolean tearsStores(int offset) {
        return offset % storeGranule + Long.BYTES > storeGranule;
    }

    /** Whether a plain load at this offset is split. */
    public boolean tearsLoads(int offset) {
        return offset % loadGranule + Long.BYTES > loadGranule;
    }

    @Override
    public Accesses apply(Accesses real) {
        return new Accesses() {
            @Override
            public Access write(WriteMode mode) {
                return writing(mode == WriteMode.CAS);
            }

            @Override
            public Access read(ReadMode mode) {
                return reading(mode == ReadMode.EXCHANGE);
            }
        };
    }

    private Access writing(boolean locked) {
        return new Access() {
            private int split;

            @Override
            boolean write(int width, Object base, long position, long last, long next) {
                if (!locked && tearsStores((int) position & PAGE - 1)) {
                    UnsafeApi.putLongVolatile(null, aligned(position), mixed(next, last, position));
                    split++;
                    for (int i = 0; i < PAUSE_SPINS && split % PAUSES_ONCE_IN == 0; i++) {
                        Thread.onSpinWait();
                    }
                }
                UnsafeApi.putLongVolatile(null, aligned(position), next);
                return true;
            }
        };
    }

    private Access reading(boolean locked) {
        return new Access() {
            private int split;

            @Override
            long read(int width, Object base, long position, long last) {
                long first = stored(position);
                if (locked || !tearsLoads((int) position & PAGE - 1)) {
                    return first;
                }
                long second = stored(position);
                split++;
                for (int i = 0; i < PAUSE_SPINS && second == first && split % PAUSES_ONCE_IN == 0; i++) {
                    Thread.onSpinWait();
                    second = stored(position);
                }
                return mixed(first, second, position);
            }
        };
    }

    /**
     * Returns the initial value before a writer's first store. Until then, the aligned long has the bytes of
     * {@link Region#initialize}, or the zero that the worker stores to find out whether the API refuses the access.
     */
    private static long stored(long position) {
        long stored = UnsafeApi.getLongVolatile(null, aligned(position));
        return stored == 0 || stored == CLEARED ? UnsafeApi.getLong(position) : stored;
    }

    private static long aligned(long position) {
        return position + PAGE & -Long.BYTES;
    }

    private static long mixed(long low, long high, long position) {
        return Seams.mix(low, high, Long.BYTES - (int) position % Long.BYTES, Width.LONG, ByteOrder.nativeOrder());
    }
}
