// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.UNSAFE;
import static org.tearline.agent.programs.Table.ordered;
import static org.tearline.agent.programs.Table.row;
import static org.tearline.agent.programs.Table.unordered;

import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.tearline.agent.programs.Table.Value;
import org.tearline.agent.programs.Turns.Part;

/** Accesses values under locks and sequence locks, or takes these in the wrong way. */
public final class Locking {
    private static final int TIMES = 100;
    private static final int LINES = 16;
    private static final Lock LOCK = new ReentrantLock();
    private static final ReadWriteLock READ_WRITE = new ReentrantReadWriteLock();
    private static final StampedLock STAMPED = new StampedLock();
    private static final AtomicInteger READS = new AtomicInteger();
    private static final AtomicInteger SPIN = new AtomicInteger();
    private static final Map<String, String> MAP = new ConcurrentHashMap<>(Map.of("key", "value"));

    public static void main(String[] arguments) throws Exception {
        locks();
        stampedLocks();
        sequenceLocks();
    }

    /** Lets each thread of a crowd do this again and again. */
    private static void crowd(Part part) throws Exception {
        Turns.crowd(TIMES, i -> part.run());
    }

    /** Lets threads do this in turn, again and again. */
    private static void alternate(Part... parts) throws Exception {
        Turns.alternate(TIMES, parts);
    }

    static void locked(Lock lock, Runnable access) {
        lock.lock();
        try {
            access.run();
        } finally {
            lock.unlock();
        }
    }

    private static void locks() throws Exception {
        ordered("readWriteLock", value -> crowd(() -> {
            locked(READ_WRITE.readLock(), value::read);
            locked(READ_WRITE.writeLock(), value::use);
        }));
        ordered("stripedLocks", value -> {
            Lock[] locks = Stream.generate(ReentrantLock::new).limit(LINES).toArray(Lock[]::new);
            Turns.crowd(TIMES, i -> locked(locks[i % LINES], value.at(i % LINES)::use));
        });
        ordered("spinLock", value -> crowd(() -> {
            while (!SPIN.compareAndSet(0, 1)) {
                Thread.yield();
            }
            value.use();
            SPIN.set(0);
        }));
        unordered("lockedByOne", value -> alternate(() -> locked(LOCK, value::write), value::read));
        // Several threads may hold a read lock.
        unordered("writtenUnderReadLock", value -> alternate(
            () -> locked(READ_WRITE.readLock(), value::write), () -> locked(READ_WRITE.readLock(), value::read)));
        // The lock is released before each access and taken after it, as by a logger that is called too late.
        unordered("loggedAfterwards", value -> {
            Lock logger = new ReentrantLock();
            alternate(() -> {
                value.write();
                locked(logger, () -> { });
            }, () -> {
                value.read();
                locked(logger, () -> { });
            });
        });
        // A lock around something else orders the accesses by accident.
        ordered("loggedAround", value -> {
            Lock logger = new ReentrantLock();
            Part use = () -> {
                locked(logger, () -> { });
                value.use();
                locked(logger, () -> { });
            };
            alternate(use, use);
        });
    }

    private static void stampedLocks() throws Exception {
        ordered("stampedLock", value -> crowd(() -> {
            write(value);
            long stamp = STAMPED.readLock();
            value.read();
            STAMPED.unlockRead(stamp);
        }));
        ordered("optimisticRead", value -> {
            write(value);
            crowd(() -> {
                write(value);
                readOptimistically(value);
            });
        });
        ordered("countedRead", value -> Turns.startAndJoin(() -> repeat(() -> write(value)),
            () -> repeat(() -> readOptimistically(value))));
        ordered("optimisticReadInTurn", value -> alternate(() -> write(value), () -> {
            long stamp = STAMPED.tryOptimisticRead();
            value.read();
            // Reads words, too.
            MAP.get("key");
            check(STAMPED.validate(stamp));
        }));
        unordered("stampNotChecked", value -> alternate(() -> write(value), () -> {
            if (STAMPED.tryOptimisticRead() != 0) {
                value.read();
            }
        }));
        unordered("writtenUnderStampedRead", value -> alternate(
            () -> locked(STAMPED.asReadLock(), value::write), () -> locked(STAMPED.asReadLock(), value::read)));
        // Checking the stamp says nothing, as the writer takes no lock; the agent cannot know that.
        row("writtenWithoutStamp", "unknown", value -> alternate(value::write, () -> {
            long stamp = STAMPED.tryOptimisticRead();
            value.read();
            check(STAMPED.validate(stamp));
        }));
        unordered("readAfterValidation", value -> alternate(() -> write(value), () -> {
            long stamp = STAMPED.tryOptimisticRead();
            if (STAMPED.validate(stamp)) {
                value.read();
            }
        }));
    }

    /** Passes something on before it checks what it has read. */
    private static void readOptimistically(Value value) {
        long stamp = STAMPED.tryOptimisticRead();
        value.read();
        READS.incrementAndGet();
        if (!STAMPED.validate(stamp)) {
            stamp = STAMPED.readLock();
            value.read();
            STAMPED.unlockRead(stamp);
        }
    }

    private static void repeat(Part part) throws Exception {
        for (int i = 0; i < TIMES * TIMES; i++) {
            part.run();
        }
    }

    private static void write(Value value) {
        long stamp = STAMPED.writeLock();
        value.write(stamp);
        STAMPED.unlockWrite(stamp);
    }

    static void check(boolean valid) {
        if (!valid) {
            throw new IllegalStateException("changed");
        }
    }

    /** The word of the lock is at the start of the value's line. */
    private static void sequenceLocks() throws Exception {
        ordered("sequenceLock", value -> Turns.startAndJoin(() -> repeat(() -> writeBetween(value)),
            () -> repeat(() -> {
                for (boolean changed = true; changed;) {
                    long before = version(value);
                    if (before % 2 == 0) {
                        value.read();
                        VarHandle.acquireFence();
                        changed = before != version(value);
                    }
                }
            })));
        // The first reader comes before the first writer, and the JDK's tables change while the lambda is linked.
        ordered("sequenceLockInTurn", value -> alternate(() -> {
            long before = version(value);
            value.read();
            BooleanSupplier unchanged = () -> before == version(value);
            VarHandle.acquireFence();
            check(unchanged.getAsBoolean());
        }, () -> writeBetween(value)));
        // It may have read in the middle of a write, and the agent does not know that it uses what it has read.
        row("oddVersionAccepted", "unknown", value -> alternate(() -> beginWrite(value),
            () -> readChecked(value), () -> endWrite(value)));
        unordered("versionNotChecked", value -> alternate(() -> writeBetween(value),
            () -> {
                if (version(value) % 2 == 0) {
                    value.read();
                }
            }));
        unordered("versionNeverWritten", value -> alternate(value::write, () -> readChecked(value)));
    }

    private static long word(Value value) {
        return value.address & -64;
    }

    private static long version(Value value) {
        return UNSAFE.getLongVolatile(null, word(value));
    }

    private static void readChecked(Value value) {
        long before = version(value);
        value.read();
        VarHandle.acquireFence();
        check(before == version(value));
    }

    private static void writeBetween(Value value) {
        beginWrite(value);
        endWrite(value);
    }

    private static void beginWrite(Value value) {
        long version = version(value);
        UNSAFE.putLongVolatile(null, word(value), version + 1);
        VarHandle.releaseFence();
        value.write(version);
    }

    private static void endWrite(Value value) {
        UNSAFE.putOrderedLong(null, word(value), version(value) + 1);
    }
}
