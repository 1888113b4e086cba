// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

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

/** Ways to pass a long from a writer to a reader. With some of them, the value can tear. */
final class Remedies {
    private Remedies() {
    }

    /** Used by one writer thread and one reader thread at a time. */
    interface Remedy {
        void write(long value);

        long read();
    }

    /** @param across an offset at which 8 bytes cross a boundary */
    static Remedy of(String name, Pages pages, int across) {
        return switch (name) {
            case "none" -> new Straddling(pages.at(across));
            case "align" -> new AlignedField();
            case "own-line" -> new PaddedField();
            // The copy is a quarter of a page away, so it is neither on the same line nor on one that is prefetched
            // with it.
            case "copy" -> new CopiedToSlot(pages.at(across), pages.at(1024));
            case "seqlock" -> new SequenceLock(pages.at(0), pages.at(across));
            case "synchronized" -> new Synchronized(pages.at(across));
            case "two-agree" -> new TwoAgree(pages.at(across));
            case "cas-write" -> new CasWrite(pages.lockableAt(across));
            case "locked-read" -> new LockedRead(pages.lockableAt(across));
            case "both-locked" -> new CasWriteLockedRead(pages.lockableAt(across));
            default -> throw new IllegalArgumentException("no remedy '" + name + "'");
        };
    }

    /** No remedy: a release store and a volatile load, each a single MOV on x86. */
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

    /**
     * A release write and a volatile read of a field, which the JVM aligns. The field shares its line with a private
     * field of each thread.
     */
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

    /** The writer's field, then 120 bytes of padding. */
    static class FarBefore {
        long written;
        long b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
    }

    /** The JVM places fields of a superclass before those of a subclass. */
    static class Padded extends FarBefore {
        long value;
    }

    /** 120 bytes of padding, then the reader's field. */
    static class FarAfter extends Padded {
        long a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
        long seen;
    }

    /** An aligned field with padding on both sides. */
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

    /** A release store, which can still tear, and a CAS as a read, which never changes the value. */
    static final class LockedRead extends Straddling {
        LockedRead(long address) {
            super(address);
        }

        @Override
        public long read() {
            return compareAndExchangeLong(null, address, 0, 0);
        }
    }

    /** A locked store and a volatile load, which can still tear. */
    static class CasWrite extends Straddling {
        private long last;

        CasWrite(long address) {
            super(address);
        }

        /** Always succeeds, as there is no other writer. */
        @Override
        public void write(long value) {
            compareAndSetLong(null, address, last, value);
            last = value;
        }
    }

    /** A locked store and a locked read, which never tear but delay other cores. */
    static final class CasWriteLockedRead extends CasWrite {
        CasWriteLockedRead(long address) {
            super(address);
        }

        @Override
        public long read() {
            return compareAndExchangeLong(null, address, 0, 0);
        }
    }

    /** An aligned sequence number, incremented before and after the store, is odd during the store. */
    static final class SequenceLock extends Straddling {
        private final long sequence;
        private long number;

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
            }
        }
    }

    /** Reads until two reads agree, which does not detect a torn value that is read twice. */
    static final class TwoAgree extends Straddling {

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
            }
        }
    }

    /** The accesses can be plain, since the monitor orders them. */
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

    /** The writer keeps the value where it is, but also stores an aligned copy, and the reader reads only that. */
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
