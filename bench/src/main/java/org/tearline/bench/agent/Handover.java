// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.agent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

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
    private static long sink;

    private Handover() {
    }

    static Workload of(String name) {
        return switch (name) {
            case "striped-locks" -> stripedLocks();
            case "read-write-lock" -> readWriteLock(new ReentrantReadWriteLock());
            case "word-ring" -> wordRing();
            case "fenced-ring" -> fencedRing();
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

    /** Runs the part on another thread and the other one here. */
    private static void both(Runnable part, Runnable here) throws InterruptedException {
        Thread thread = new Thread(part);
        thread.start();
        here.run();
        thread.join();
    }

    private static Workload stripedLocks() {
        ReentrantLock[] locks = new ReentrantLock[STRIPES];
        for (int i = 0; i < STRIPES; i++) {
            locks[i] = new ReentrantLock();
        }
        return times -> {
            Runnable part = () -> {
                for (int i = 0; i < times; i++) {
                    ReentrantLock lock = locks[i % STRIPES];
                    lock.lock();
                    write(i % SLOTS, read(i % SLOTS) + 1);
                    lock.unlock();
                }
            };
            both(part, part);
        };
    }

    private static Workload readWriteLock(ReadWriteLock lock) {
        return times -> both(() -> {
            for (int i = 0; i < times; i++) {
                lock.readLock().lock();
                sink += read(i % SLOTS);
                lock.readLock().unlock();
            }
        }, () -> {
            for (int i = 0; i < times; i++) {
                lock.writeLock().lock();
                write(i % SLOTS, i);
                lock.writeLock().unlock();
            }
        });
    }

    /** A ring whose positions are words in a buffer. */
    private static Workload wordRing() {
        ByteBuffer positions = ByteBuffer.allocateDirect(256).alignedSlice(64);
        return times -> {
            POSITION.setVolatile(positions, 0, 0L);
            POSITION.setVolatile(positions, 64, 0L);
            both(() -> {
                for (long i = 0; i < times; i++) {
                    while (i - (long) POSITION.getAcquire(positions, 64) >= SLOTS) {
                        Thread.onSpinWait();
                    }
                    write((int) (i % SLOTS), i);
                    POSITION.setRelease(positions, 0, i + 1);
                }
            }, () -> {
                for (long i = 0; i < times; i++) {
                    while ((long) POSITION.getAcquire(positions, 0) <= i) {
                        Thread.onSpinWait();
                    }
                    sink += read((int) (i % SLOTS));
                    POSITION.setRelease(positions, 64, i + 1);
                }
            });
        };
    }

    /** A cursor whose order comes from fences. */
    private static final class Sequence {
        private long value;

        long get() {
            long read = value;
            VarHandle.acquireFence();
            return read;
        }

        void set(long next) {
            VarHandle.releaseFence();
            value = next;
        }
    }

    private static Workload fencedRing() {
        return times -> {
            Sequence tail = new Sequence();
            Sequence head = new Sequence();
            both(() -> {
                for (long i = 0; i < times; i++) {
                    while (i - head.get() >= SLOTS) {
                        Thread.onSpinWait();
                    }
                    write((int) (i % SLOTS), i);
                    tail.set(i + 1);
                }
            }, () -> {
                for (long i = 0; i < times; i++) {
                    while (tail.get() <= i) {
                        Thread.onSpinWait();
                    }
                    sink += read((int) (i % SLOTS));
                    head.set(i + 1);
                }
            });
        };
    }

    /** An event loop fills a buffer, and another one reads it. */
    private static Workload executors() {
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
    private static Workload futures() {
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

    private static Workload spinLocks() {
        AtomicInteger[] locks = new AtomicInteger[STRIPES];
        for (int i = 0; i < STRIPES; i++) {
            locks[i] = new AtomicInteger();
        }
        return times -> {
            Runnable part = () -> {
                for (int i = 0; i < times; i++) {
                    AtomicInteger lock = locks[i % STRIPES];
                    while (!lock.compareAndSet(0, 1)) {
                        Thread.onSpinWait();
                    }
                    write(i % SLOTS, read(i % SLOTS) + 1);
                    lock.set(0);
                }
            };
            both(part, part);
        };
    }
}
