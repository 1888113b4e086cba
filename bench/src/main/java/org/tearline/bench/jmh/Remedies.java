// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.jmh;

import static org.agrona.UnsafeApi.compareAndExchangeLong;
import static org.agrona.UnsafeApi.compareAndSetLong;
import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.getLongVolatile;
import static org.agrona.UnsafeApi.loadFence;
import static org.agrona.UnsafeApi.putLong;
import static org.agrona.UnsafeApi.putLongRelease;
import static org.agrona.UnsafeApi.storeStoreFence;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The remedies, and what they are remedies for. See {@link Remedy} for the threads. */
final class Remedies {
    private Remedies() {
    }

    /** No remedy: a release store and a volatile load across a line, each one MOV on x86; torn there. */
    static class Straddling implements Remedy {
        final long address;

        Straddling(long address) {
            this.address = address;
        }

        @Override
        public void write(long value) {
            putLongRelease(null, address, value);
        }

        @Override
        public long read() {
            return getLongVolatile(null, address);
        }
    }

    /** Release and volatile access to a field, which the JVM aligns; what writer and reader count lies beside it. */
    static final class AlignedField implements Remedy {
        private static final VarHandle VALUE = handle(AlignedField.class, "value");
        long written;
        long value;
        long seen;

        @Override
        public void write(long next) {
            written++;
            VALUE.setRelease(this, next);
        }

        @Override
        public long read() {
            seen++;
            return (long) VALUE.getVolatile(this);
        }
    }

    /** Holds what the writer and the reader of a padded field count, each far from it. */
    static class FarBefore {
        long written;
        long b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
    }

    /** Inheritance keeps the order of fields, which the JVM else chooses. */
    static class Padded extends FarBefore {
        long value;
    }

    /** See {@link Padded}. */
    static class FarAfter extends Padded {
        long a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
        long seen;
    }

    /** The same field with 120 bytes of nothing on both sides. */
    static final class PaddedField extends FarAfter implements Remedy {
        private static final VarHandle VALUE = handle(Padded.class, "value");

        @Override
        public void write(long next) {
            written++;
            VALUE.setRelease(this, next);
        }

        @Override
        public long read() {
            seen++;
            return (long) VALUE.getVolatile(this);
        }
    }

    /** A release store read by a locked exchange of a value with itself: the read is whole, the store is not. */
    static final class LockedRead extends Straddling {
        LockedRead(long address) {
            super(address);
        }

        @Override
        public long read() {
            return compareAndExchangeLong(null, address, 0, 0);
        }
    }

    /** A locked store read by a volatile load: the store is whole, the load is not. */
    static class CasWrite extends Straddling {
        private long last;

        CasWrite(long address) {
            super(address);
        }

        /** Always succeeds: there is no other writer. */
        @Override
        public void write(long value) {
            compareAndSetLong(null, address, last, value);
            last = value;
        }
    }

    /** Both locked: right wherever locked operations are, and both delay other cores. */
    static final class CasWriteLockedRead extends CasWrite {
        CasWriteLockedRead(long address) {
            super(address);
        }

        @Override
        public long read() {
            return compareAndExchangeLong(null, address, 0, 0);
        }
    }

    /** The value between two stores of a sequence number, aligned: odd while the value is written. */
    static final class SequenceLock extends Straddling {
        private final long sequence;
        private long number;
        private long retries;

        SequenceLock(long sequence, long address) {
            super(address);
            this.sequence = sequence;
        }

        @Override
        public void write(long value) {
            putLong(null, sequence, ++number);
            storeStoreFence();
            putLong(null, address, value);
            putLongRelease(null, sequence, ++number);
        }

        @Override
        public long read() {
            while (true) {
                long before = getLongVolatile(null, sequence);
                long value = getLong(null, address);
                loadFence();
                if ((before & 1) == 0 && before == getLongVolatile(null, sequence)) {
                    return value;
                }
                retries++;
            }
        }

        @Override
        public long retries() {
            return retries;
        }
    }

    /** Read until two reads agree: a half that is late twice is believed. */
    static final class TwoAgree extends Straddling {
        private long retries;

        TwoAgree(long address) {
            super(address);
        }

        @Override
        public long read() {
            long before = getLongVolatile(null, address);
            while (true) {
                long value = getLongVolatile(null, address);
                if (value == before) {
                    return value;
                }
                before = value;
                retries++;
            }
        }

        @Override
        public long retries() {
            return retries;
        }
    }

    /** A monitor around a plain store and a plain load. */
    static final class Synchronized extends Straddling {
        Synchronized(long address) {
            super(address);
        }

        @Override
        public synchronized void write(long value) {
            putLong(null, address, value);
        }

        @Override
        public synchronized long read() {
            return getLong(null, address);
        }
    }

    /** The message's own place stays where it is; what others shall read is copied to an aligned slot. */
    static final class CopiedToSlot extends Straddling {
        private final long slot;

        CopiedToSlot(long address, long slot) {
            super(address);
            this.slot = slot;
        }

        @Override
        public void write(long value) {
            putLong(null, address, value);
            putLongRelease(null, slot, value);
        }

        @Override
        public long read() {
            return getLongVolatile(null, slot);
        }
    }

    private static VarHandle handle(Class<?> owner, String field) {
        try {
            return MethodHandles.lookup().findVarHandle(owner, field, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
