// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.lang.invoke.VarHandle;
import org.agrona.UnsafeApi;

/**
 * Accesses that combine several Unsafe accesses, as libraries do to read values across lines safely. Trials test
 * whether torn values get past these guards. After too many attempts, a read returns its argument {@code last},
 * because the writer may be suspended.
 */
final class GuardedAccesses {
    /** Enough tries to outlast a write in progress, but not a suspended writer. */
    private static final int MAX_TRIES = 1_000;
    /** The line size that Chronicle-Core assumes on every CPU. */
    private static final int LINE_BYTES = 64;

    private GuardedAccesses() {
    }

    private static long readVolatile(int width, Object base, long position) {
        return switch (width) {
            case Long.BYTES -> UnsafeApi.getLongVolatile(base, position);
            case Integer.BYTES -> UnsafeApi.getIntVolatile(base, position);
            default -> UnsafeApi.getShortVolatile(base, position);
        };
    }

    /** Reads until a value equals the one before. The caller has already read {@code first}. */
    private static long readUntilEqual(int width, Object base, long position, long first, long last) {
        long before = first;
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            long now = readVolatile(width, base, position);
            if (now == before) {
                return now;
            }
            before = now;
        }
        return last;
    }

    /** A volatile read, repeated until two consecutive reads agree. */
    static final class Agree extends Access {
        @Override
        long read(int width, Object base, long position, long last) {
            return readUntilEqual(width, base, position, readVolatile(width, base, position), last);
        }
    }

    /**
     * Like {@link Agree} if the value crosses a 64-byte boundary, otherwise a single volatile read. Throws an
     * UnsupportedOperationException for a heap array.
     */
    static final class Masked extends Access {
        @Override
        long read(int width, Object base, long position, long last) {
            if (base != null) {
                throw new UnsupportedOperationException("masked needs a fixed address, but a heap array may move");
            }
            long value = readVolatile(width, null, position);
            long inLine = position & LINE_BYTES - 1;
            if (inLine + width <= LINE_BYTES) {
                return value;
            }
            return readUntilEqual(width, null, position, value, last);
        }
    }

    /**
     * A plain store between two stores of a version, for a single writer; and a plain load between two loads of the
     * version, repeated until both versions are equal and no write is in progress. The version is an aligned long
     * several lines before the value, away from the value's guard bytes and stressors. Its initial bytes are all 1 or
     * all 0, so the second bit is free to mark a write in progress.
     */
    static final class Seqlock extends Access {
        private static final long VERSION_DISTANCE_BYTES = 8 * LINE_BYTES;
        private static final long IN_PROGRESS = 2;

        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            long version = versionOf(position);
            long before = UnsafeApi.getLong(base, version) & ~IN_PROGRESS;
            UnsafeApi.putLong(base, version, before + IN_PROGRESS);
            VarHandle.storeStoreFence();
            switch (width) {
                case Long.BYTES -> UnsafeApi.putLong(base, position, next);
                case Integer.BYTES -> UnsafeApi.putInt(base, position, (int) next);
                default -> UnsafeApi.putShort(base, position, (short) next);
            }
            UnsafeApi.putLongRelease(base, version, before + 2 * IN_PROGRESS);
            return true;
        }

        @Override
        long read(int width, Object base, long position, long last) {
            long version = versionOf(position);
            for (int tries = 0; tries < MAX_TRIES; tries++) {
                long before = UnsafeApi.getLongAcquire(base, version);
                long value = switch (width) {
                    case Long.BYTES -> UnsafeApi.getLong(base, position);
                    case Integer.BYTES -> UnsafeApi.getInt(base, position);
                    default -> UnsafeApi.getShort(base, position);
                };
                VarHandle.loadLoadFence();
                if ((before & IN_PROGRESS) == 0 && UnsafeApi.getLong(base, version) == before) {
                    return value;
                }
            }
            return last;
        }

        private static long versionOf(long position) {
            return position - VERSION_DISTANCE_BYTES & -Long.BYTES;
        }
    }
}
