// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Table.ordered;
import static org.tearline.agent.programs.Table.row;
import static org.tearline.agent.programs.Turns.crowd;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.tearline.agent.programs.Table.Value;
import org.tearline.agent.programs.Turns.Part;

/** Publishes values by rings, linked lists and maps, as data structures do, or peeks at them. */
public final class Publishing {
    private static final int TIMES = 300;
    private static final int LINES = 8;

    public static void main(String[] arguments) throws Exception {
        rings();
        ordered("linkedList", Publishing::link);
        ordered("interrupted", value -> interruptInTurn(value, () -> {
            while (!Thread.interrupted()) {
                Thread.onSpinWait();
            }
        }));
        ordered("interruptedSleep", value -> interruptInTurn(value, () -> {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                // It is this thread's turn.
            }
        }));
        ordered("freshBlocks", Publishing::publishBlocks);
        ordered("readAfterStart", value -> {
            value.write();
            crowd(value::read);
        });
    }

    /** Two threads write in turn. Each waits until the other interrupts it. */
    private static void interruptInTurn(Value value, Part await) throws Exception {
        Thread[] threads = new Thread[2];
        CountDownLatch started = new CountDownLatch(threads.length);
        AtomicInteger next = new AtomicInteger();
        Part part = () -> {
            int self = next.getAndIncrement();
            threads[self] = Thread.currentThread();
            started.countDown();
            while (started.getCount() > 0) {
                // Waiting for it could end by the other's first interrupt.
                Thread.onSpinWait();
            }
            for (int round = 0; round < LINES; round++) {
                if (self + round > 0) {
                    await.run();
                }
                value.write();
                if (self + round < LINES) {
                    threads[1 - self].interrupt();
                }
            }
        };
        Turns.startAndJoin(part, part);
    }

    private static void rings() throws Exception {
        ring("ring", "ordered", new Atomic(), new Atomic(), 0);
        ring("peekedRing", "unordered", new Atomic(), new Atomic(), TIMES);
        ring("fencedRing", "ordered", new Sequence(), new Sequence(), 0);
    }

    /** A producer and a consumer; the latter's cursor frees lines. Another thread peeks at them so many times. */
    private static void ring(String name, String truth, Cursor tail, Cursor head, int peeks)
        throws Exception {
        row(name, truth, value -> Turns.startAndJoin(() -> {
            for (int i = 0; i < TIMES; i++) {
                head.await(i - LINES + 1);
                value.at(i % LINES).write(i);
                tail.set(i + 1);
            }
        }, () -> {
            for (int i = 0; i < TIMES; i++) {
                tail.await(i + 1);
                value.at(i % LINES).read();
                head.set(i + 1);
            }
        }, () -> {
            for (int i = 0; i < peeks; i++) {
                value.at(i % LINES).read();
                Thread.yield();
            }
        }));
    }

    private interface Cursor {
        long get();

        void set(long next);

        default void await(long least) {
            while (get() < least) {
                Thread.yield();
            }
        }
    }

    private static final class Atomic implements Cursor {
        private final AtomicLong value = new AtomicLong();

        @Override
        public long get() {
            return value.getAcquire();
        }

        @Override
        public void set(long next) {
            value.setRelease(next);
        }
    }

    /** Its order comes from fences, as in version 4 of a well-known ring buffer. */
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

    /** A node's field publishes the next one; the nodes of another list hand the lines back. */
    private static void link(Value value) throws Exception {
        Node there = new Node(null);
        Node back = new Node(null);
        Turns.startAndJoin(() -> {
            Node tail = there;
            Node answered = back;
            for (int i = 0; i < TIMES; i++) {
                Node node = new Node(value.at(i % LINES));
                node.value.write();
                tail.next = node;
                tail = node;
                answered = answered.awaitNext();
                node.value.read();
            }
        }, () -> {
            Node at = there;
            Node tail = back;
            for (int i = 0; i < TIMES; i++) {
                at = at.awaitNext();
                at.value.use();
                tail.next = new Node(null);
                tail = tail.next;
            }
        });
    }

    private static final class Node {
        private final Value value;
        private volatile Node next;

        Node(Value value) {
            this.value = value;
        }

        Node awaitNext() {
            while (next == null) {
                Thread.yield();
            }
            return next;
        }
    }

    /** One thread fills ever new lines and publishes each by a map; the others read the newest. */
    private static void publishBlocks(Value value) throws Exception {
        ConcurrentHashMap<Integer, Value> map = new ConcurrentHashMap<>();
        map.put(0, value);
        Part[] parts = new Part[Turns.THREADS];
        Arrays.fill(parts, (Part) () -> {
            for (int read = 0; read < TIMES; read++) {
                map.get(0).read();
            }
        });
        parts[0] = () -> {
            for (int line = 1; line < LINES; line++) {
                Value fresh = value.at(line);
                fresh.write();
                map.put(0, fresh);
                Thread.yield();
            }
        };
        Turns.startAndJoin(parts);
    }
}
