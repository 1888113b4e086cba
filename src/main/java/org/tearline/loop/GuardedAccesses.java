// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.lang.invoke.VarHandle;
import org.agrona.UnsafeApi;
import org.tearline.loop.Accesses.ReadAccess;
import org.tearline.loop.Accesses.WriteAccess;

/**
 * Reads and a write that libraries make of several of Unsafe's accesses, so that a value may be read across a line.
 * Whether a torn value passes their guards is for a trial to find out. None waits for ever: a writer may have been
 * stopped, and then the value read last is returned again.
 */
final class GuardedAccesses {
    /** Far more than a write in progress takes; a writer that is off its CPU takes milliseconds. */
    private static final int MAX_TRIES = 1_000;
    /** The line that Chronicle-Core assumes on every CPU. */
    private static final int LINE_BYTES = 64;

    private GuardedAccesses() {
    }

    private static long lookVolatile(int width, Object base, long position) {
        return switch (width) {
            case Long.BYTES -> UnsafeApi.getLongVolatile(base, position);
            case Integer.BYTES -> UnsafeApi.getIntVolatile(base, position);
            default -> UnsafeApi.getShortVolatile(base, position);
        };
    }

    private static long lookAgain(int width, Object base, long position, long first, long last) {
        long before = first;
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            long now = lookVolatile(width, base, position);
            if (now == before) {
                return now;
            }
            before = now;
        }
        return last;
    }

    /** Volatile, until two reads in a row agree. */
    static final class Agree extends ReadAccess {
        @Override
        long read(int width, Object base, long position, long last) {
            return lookAgain(width, base, position, lookVolatile(width, base, position), last);
        }
    }

    /** Volatile, and again until two agree unless all bytes lie within 64 aligned ones; addresses only. */
    static final class Masked extends ReadAccess {
        @Override
        long read(int width, Object base, long position, long last) {
            if (base != null) {
                throw new UnsupportedOperationException("masked looks at an address, and an array on the heap moves");
            }
            long value = lookVolatile(width, null, position);
            return (position & LINE_BYTES - 1) <= LINE_BYTES - width ? value
                : lookAgain(width, null, position, value, last);
        }
    }

    /**
     * The version of a seqlock: an aligned long some lines before the value, where neither a guard byte nor a stressor
     * is. It begins as whatever lies there, filled with ones or zeros, so the bit of a write in progress is the second.
     */
    private static final class Version {
        private static final long LINES_BEFORE = 8 * LINE_BYTES;
        private static final long IN_PROGRESS = 2;

        private Version() {
        }

        private static long position(long value) {
            return value - LINES_BEFORE & -Long.BYTES;
        }
    }

    /** Plain, between two stores of a version: the first before it, the second behind. One writer. */
    static final class SeqlockWrite extends WriteAccess {
        @Override
        boolean write(int width, Object base, long position, long last, long next) {
            long version = Version.position(position);
            long before = UnsafeApi.getLong(base, version) & ~Version.IN_PROGRESS;
            UnsafeApi.putLong(base, version, before + Version.IN_PROGRESS);
            VarHandle.storeStoreFence();
            switch (width) {
                case Long.BYTES -> UnsafeApi.putLong(base, position, next);
                case Integer.BYTES -> UnsafeApi.putInt(base, position, (int) next);
                default -> UnsafeApi.putShort(base, position, (short) next);
            }
            UnsafeApi.putLongRelease(base, version, before + 2 * Version.IN_PROGRESS);
            return true;
        }
    }

    /** Plain, between two reads of a version, until both are one and no write was in progress. */
    static final class SeqlockRead extends ReadAccess {
        @Override
        long read(int width, Object base, long position, long last) {
            long version = Version.position(position);
            for (int tries = 0; tries < MAX_TRIES; tries++) {
                long before = UnsafeApi.getLongAcquire(base, version);
                long value = switch (width) {
                    case Long.BYTES -> UnsafeApi.getLong(base, position);
                    case Integer.BYTES -> UnsafeApi.getInt(base, position);
                    default -> UnsafeApi.getShort(base, position);
                };
                VarHandle.loadLoadFence();
                if ((before & Version.IN_PROGRESS) == 0 && UnsafeApi.getLong(base, version) == before) {
                    return value;
                }
            }
            return last;
        }
    }
}
