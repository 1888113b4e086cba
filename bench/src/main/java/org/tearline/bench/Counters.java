// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.UnsafeApi;

/** Counter implementations. Racy ones lose updates if two threads read the same value before either writes. */
final class Counters {
    private Counters() {
    }

    /** Thread-safe unless racy; the value is valid only while no thread adds. */
    interface Counter {
        void add();

        long value();
    }

    static Counter of(String name, Pages pages, int across) {
        return switch (name) {
            case "nothing" -> new Nothing();
            case "racy" -> new Racy();
            case "racy-opaque" -> new RacyOpaque();
            case "racy-ordered" -> new RacyOrdered();
            case "racy-volatile" -> new RacyVolatile();
            case "synchronized" -> new Synchronized();
            case "lock" -> new Locked();
            case "getandadd" -> new GetAndAdd();
            case "cas-loop" -> new CasLoop();
            case "atomic" -> new Atomic();
            case "adder" -> new Adder();
            case "raw-aligned" -> new Raw(pages.lockableAt(0));
            case "raw-across" -> new Raw(pages.lockableAt(across));
            default -> throw new IllegalArgumentException("no counter '" + name + "'");
        };
    }

    /** Measures the call overhead. */
    static final class Nothing implements Counter {
        @Override
        public void add() {
        }

        @Override
        public long value() {
            return 0;
        }
    }

    /** A plain field. Each call of the benchmark method makes one increment, so C2 cannot fold several. */
    static class Racy implements Counter {
        static final VarHandle VALUE = handle();
        long value;

        private static VarHandle handle() {
            try {
                return MethodHandles.lookup().findVarHandle(Racy.class, "value", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Override
        public void add() {
            value++;
        }

        @Override
        public long value() {
            return value;
        }
    }

    /** C2 may neither merge nor eliminate these accesses; otherwise like {@link Racy}. */
    static final class RacyOpaque extends Racy {
        @Override
        public void add() {
            VALUE.setOpaque(this, (long) VALUE.getOpaque(this) + 1);
        }
    }

    /** On x86, the same two MOVs as {@link RacyOpaque}. */
    static final class RacyOrdered extends Racy {
        @Override
        public void add() {
            VALUE.setRelease(this, (long) VALUE.getAcquire(this) + 1);
        }
    }

    /** Volatile load and store, as in {@code value++} on a volatile field. */
    static final class RacyVolatile extends Racy {
        @Override
        public void add() {
            VALUE.setVolatile(this, (long) VALUE.getVolatile(this) + 1);
        }
    }

    /** Locks the counter's own monitor. */
    static final class Synchronized extends Racy {
        @Override
        public synchronized void add() {
            value++;
        }
    }

    /** A field guarded by an unfair lock. */
    static final class Locked extends Racy {
        private final ReentrantLock lock = new ReentrantLock();

        @Override
        public void add() {
            lock.lock();
            try {
                value++;
            } finally {
                lock.unlock();
            }
        }
    }

    /** One locked addition. */
    static final class GetAndAdd extends Racy {
        @Override
        public void add() {
            VALUE.getAndAdd(this, 1L);
        }
    }

    /** Fails and repeats if another thread has added meanwhile, and on some CPUs at random. */
    static final class CasLoop extends Racy {
        @Override
        public void add() {
            long before;
            do {
                before = (long) VALUE.getOpaque(this);
            } while (!VALUE.weakCompareAndSet(this, before, before + 1));
        }
    }

    /** One locked addition through AtomicLong. */
    static final class Atomic implements Counter {
        private final AtomicLong value = new AtomicLong();

        @Override
        public void add() {
            value.getAndIncrement();
        }

        @Override
        public long value() {
            return value.get();
        }
    }

    /** Contending threads add to different cells. */
    static final class Adder implements Counter {
        private final LongAdder value = new LongAdder();

        @Override
        public void add() {
            value.increment();
        }

        @Override
        public long value() {
            return value.sum();
        }
    }

    /** One locked addition to raw memory, which is a split lock if the value crosses a line. */
    static final class Raw implements Counter {
        private final long address;

        Raw(long address) {
            this.address = address;
        }

        @Override
        public void add() {
            UnsafeApi.getAndAddLong(null, address, 1);
        }

        @Override
        public long value() {
            return UnsafeApi.getLongVolatile(null, address);
        }
    }
}
