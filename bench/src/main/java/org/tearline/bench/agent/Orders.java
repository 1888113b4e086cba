// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.agent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.UnsafeApi;

/** Loops over what puts threads in order, while a misaligned value of two threads is tracked. */
final class Orders {
    private static final int KEYS = 16;
    private static final int LINE = 64;
    private static final long VALUE = (UnsafeApi.allocateMemory(4 * LINE) + LINE - 1 & -LINE) + LINE - 4;
    private static final VarHandle WORDS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final ByteBuffer WORD = ByteBuffer.allocateDirect(2 * LINE).alignedSlice(LINE);
    private static volatile long field;
    private static long sink;

    private Orders() {
    }

    static Workload of(String name) throws InterruptedException {
        Thread other = new Thread(() -> UnsafeApi.putLong(null, VALUE, 1));
        other.start();
        other.join();
        sink += UnsafeApi.getLong(null, VALUE);
        return switch (name) {
            case "monitor" -> monitor(new Object());
            case "lock" -> lock(new ReentrantLock());
            case "blocking-queue" -> queue(new LinkedBlockingQueue<>());
            case "linked-queue" -> queue(new ConcurrentLinkedQueue<>());
            case "counter" -> counter(new AtomicLong());
            case "vector" -> vector(new Vector<>(List.of(1, 2, 3)));
            case "map" -> map(new ConcurrentHashMap<>());
            case "field-read" -> times -> {
                for (int i = 0; i < times; i++) {
                    sink += field;
                }
            };
            case "field-write" -> times -> {
                for (int i = 0; i < times; i++) {
                    field = i;
                }
            };
            case "word-read" -> times -> {
                for (int i = 0; i < times; i++) {
                    sink += (long) WORDS.getAcquire(WORD, 0);
                }
            };
            case "word-write" -> times -> {
                for (int i = 0; i < times; i++) {
                    WORDS.setRelease(WORD, 0, (long) i);
                }
            };
            case "record" -> record(ByteBuffer.allocate(KEYS * LINE));
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Workload monitor(Object monitor) {
        return times -> {
            for (int i = 0; i < times; i++) {
                synchronized (monitor) {
                    sink++;
                }
            }
        };
    }

    private static Workload lock(Lock lock) {
        return times -> {
            for (int i = 0; i < times; i++) {
                lock.lock();
                try {
                    sink++;
                } finally {
                    lock.unlock();
                }
            }
        };
    }

    private static Workload queue(Queue<Object> queue) {
        return times -> {
            for (int i = 0; i < times; i++) {
                queue.offer(queue);
                sink += queue.poll() == queue ? 1 : 0;
            }
        };
    }

    private static Workload counter(AtomicLong counter) {
        return times -> {
            for (int i = 0; i < times; i++) {
                counter.incrementAndGet();
            }
        };
    }

    private static Workload vector(Vector<Integer> vector) {
        return times -> {
            for (int i = 0; i < times; i++) {
                sink += vector.get(i % vector.size());
            }
        };
    }

    private static Workload map(Map<Integer, Integer> map) {
        return times -> {
            for (int i = 0; i < times; i++) {
                map.put(i % KEYS, i % KEYS);
                sink += map.get(i % KEYS);
            }
        };
    }

    /** Packs records of four misaligned numbers. At a single place, C2 would keep the last record only. */
    private static Workload record(ByteBuffer buffer) {
        return times -> {
            for (int i = 0; i < times; i++) {
                buffer.position(i % KEYS * LINE).put((byte) i).putInt(i).putLong(i).putInt(i).putLong(i);
                sink += buffer.position();
            }
        };
    }
}
