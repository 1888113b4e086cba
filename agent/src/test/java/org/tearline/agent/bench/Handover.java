// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/** Two threads do nothing but pass packed records on, which is the worst that can happen to the agent's order. */
final class Handover {
    private static final int SLOTS = 1024;
    private static final int RECORD = 20;
    private static final int STRIPES = 16;
    private static final int IN_FLIGHT = 256;
    private static final int LONGS = 12;
    private static final ByteBuffer RECORDS =
        ByteBuffer.allocateDirect(SLOTS * RECORD + 64).alignedSlice(64).order(ByteOrder.nativeOrder());
    private static final VarHandle POSITION =
        MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final ByteBuffer POSITIONS = ByteBuffer.allocateDirect(256).alignedSlice(64);
    private static long sink;

    private Handover() {
    }

    static Bench.Workload of(String name) {
        return switch (name) {
            case "striped-locks" -> stripedLocks();
            case "read-write-lock" -> readWriteLock(new ReentrantReadWriteLock());
            case "word-ring" -> ring(new Word(0), new Word(POSITIONS.capacity() / 2));
            case "fenced-ring" -> ring(new Sequence(), new Sequence());
            case "executors" -> executors();
            case "spin-locks" -> spinLocks();
            case "futures" -> futures();
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static void write(int slot, long value) {
        RECORDS.putLong(slot * RECORD + 4, value);
        RECORDS.putLong(slot * RECORD + 12, value);
    }

    private static long read(int slot) {
        return RECORDS.getLong(slot * RECORD + 4) + RECORDS.getLong(slot * RECORD + 12);
    }

    /** Repeats one operation on another thread, and the other one here. */
    private static Bench.Workload both(IntConsumer there, IntConsumer here) {
        return times -> {
            Thread thread = new Thread(() -> repeat(times, there));
            thread.start();
            repeat(times, here);
            thread.join();
        };
    }

    private static void repeat(int times, IntConsumer operation) {
        for (int i = 0; i < times; i++) {
            operation.accept(i);
        }
    }

    private static Bench.Workload stripedLocks() {
        Lock[] locks = Stream.generate(ReentrantLock::new).limit(STRIPES).toArray(Lock[]::new);
        IntConsumer use = i -> {
            Lock lock = locks[i % STRIPES];
            lock.lock();
            write(i % SLOTS, read(i % SLOTS) + 1);
            lock.unlock();
        };
        return both(use, use);
    }

    private static Bench.Workload readWriteLock(ReadWriteLock lock) {
        return both(i -> {
            lock.readLock().lock();
            sink += read(i % SLOTS);
            lock.readLock().unlock();
        }, i -> {
            lock.writeLock().lock();
            write(i % SLOTS, i);
            lock.writeLock().unlock();
        });
    }

    private interface Cursor {
        long get();

        void set(long next);
    }

    /** An aligned word in a buffer. */
    private record Word(int at) implements Cursor {
        @Override
        public long get() {
            return (long) POSITION.getAcquire(POSITIONS, at);
        }

        @Override
        public void set(long next) {
            POSITION.setRelease(POSITIONS, at, next);
        }
    }

    /** A field whose order comes from fences. */
    private static final class Sequence implements Cursor {
        private long value;

        @Override
        public long get() {
            long read = value;
            VarHandle.acquireFence();
            return read;
        }

        @Override
        public void set(long next) {
            VarHandle.releaseFence();
            value = next;
        }
    }

    private static Bench.Workload ring(Cursor tail, Cursor head) {
        Bench.Workload pass = both(i -> {
            await(head, i - SLOTS + 1);
            write(i % SLOTS, i);
            tail.set(i + 1);
        }, i -> {
            await(tail, i + 1);
            sink += read(i % SLOTS);
            head.set(i + 1);
        });
        return times -> {
            tail.set(0);
            head.set(0);
            pass.run(times);
        };
    }

    private static void await(Cursor cursor, long least) {
        while (cursor.get() < least) {
            Thread.onSpinWait();
        }
    }

    /** An event loop fills a buffer, and another one reads it. */
    private static Bench.Workload executors() {
        ExecutorService in = Executors.newSingleThreadExecutor();
        ExecutorService out = Executors.newSingleThreadExecutor();
        Semaphore room = new Semaphore(IN_FLIGHT);
        return times -> {
            for (int i = 0; i < times; i++) {
                int slot = i % IN_FLIGHT;
                room.acquire();
                in.execute(() -> {
                    for (int k = 0; k < LONGS / 2; k++) {
                        write(slot, k);
                    }
                    out.execute(() -> {
                        sink += read(slot);
                        room.release();
                    });
                });
            }
            room.acquire(IN_FLIGHT);
            room.release(IN_FLIGHT);
        };
    }

    /** Each stage packs a part of a record, and the next one, maybe on another thread, reads it. */
    private static Bench.Workload futures() {
        return times -> {
            CompletableFuture<?>[] all = new CompletableFuture<?>[IN_FLIGHT];
            for (int i = 0; i < times; i++) {
                int slot = i % IN_FLIGHT;
                if (all[slot] != null) {
                    all[slot].join();
                }
                all[slot] = CompletableFuture.runAsync(() -> {
                    for (int k = 0; k < LONGS / 2; k++) {
                        write(slot, k);
                    }
                }).thenRunAsync(() -> sink += read(slot));
            }
            for (CompletableFuture<?> one : all) {
                if (one != null) {
                    one.join();
                }
            }
        };
    }

    private static Bench.Workload spinLocks() {
        AtomicInteger[] locks = Stream.generate(AtomicInteger::new).limit(STRIPES).toArray(AtomicInteger[]::new);
        IntConsumer use = i -> {
            AtomicInteger lock = locks[i % STRIPES];
            while (!lock.compareAndSet(0, 1)) {
                Thread.onSpinWait();
            }
            write(i % SLOTS, read(i % SLOTS) + 1);
            lock.set(0);
        };
        return both(use, use);
    }
}
