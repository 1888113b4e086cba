// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Vector;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Passes values on through collections and a pipe. A method whose name starts with "other" puts the same element into
 * another queue and takes it from there, and so fails.
 */
public final class Collected {
    private static final AtomicLong ANSWER = new AtomicLong();
    private static final String TOKEN = "token";
    private static final PipedInputStream PIPE = new PipedInputStream();

    private static final Way DRAINED = drained(new LinkedBlockingQueue<>());
    private static final Way TRANSFERRED = drained(new LinkedTransferQueue<>());
    private static final Way ITERATED = iterated(new ConcurrentLinkedQueue<>());
    private static final Way ITERATED_DEQUE = iterated(new ConcurrentLinkedDeque<>());
    private static final Way COPIED = iterated(new CopyOnWriteArrayList<>());
    private static final Way WRAPPED = counted(Collections.synchronizedList(new ArrayList<>()));
    private static final Way VECTOR = counted(new Vector<>());
    private static final Way TABLE = mapped(new Hashtable<>());
    private static final Way PIPED = piped();
    private static final Way LINKED_TOKEN = passingToken(new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());
    private static final Way TRANSFERRED_TOKEN =
        passingToken(new LinkedTransferQueue<>(), new LinkedTransferQueue<>());

    public static void main(String[] arguments) throws Exception {
        Way.together(Collected::drained);
        Way.together(Collected::transferred);
        Way.together(Collected::iterated);
        Way.together(Collected::iteratedDeque);
        Way.together(Collected::copied);
        Way.together(Collected::wrapped);
        Way.together(Collected::vector);
        Way.together(Collected::table);
        Way.together(Collected::piped);
        Way.inTurn(Collected::otherLinked);
        Way.inTurn(Collected::otherTransferred);
        System.out.println(Way.sum());
    }

    private static Way there(LongConsumer send, LongSupplier sent) {
        return new Way(send, sent, value -> ANSWER.set(value), () -> ANSWER.get());
    }

    private static Way drained(BlockingQueue<Long> queue) {
        return there(queue::add, () -> {
            List<Long> taken = new ArrayList<>();
            queue.drainTo(taken);
            return last(taken);
        });
    }

    private static Way iterated(Collection<Long> collection) {
        return there(collection::add, () -> last(collection));
    }

    private static Way counted(Collection<Long> collection) {
        return there(collection::add, collection::size);
    }

    private static Way mapped(Map<String, Long> map) {
        return there(value -> map.put(TOKEN, value), () -> map.getOrDefault(TOKEN, -1L));
    }

    private static Way piped() {
        try {
            PipedOutputStream end = new PipedOutputStream(PIPE);
            return there(value -> write(end, value), Collected::read);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Way passingToken(Queue<String> one, Queue<String> other) {
        return Way.toMiss(value -> one.offer(TOKEN), () -> {
            other.offer(TOKEN);
            return other.poll().length();
        });
    }

    private static long last(Iterable<Long> values) {
        long last = -1;
        for (long value : values) {
            last = value;
        }
        return last;
    }

    private static void write(PipedOutputStream pipe, long value) {
        try {
            pipe.write((int) value);
            pipe.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long read() {
        try {
            return PIPE.read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void drained(boolean writes) {
        DRAINED.pass(writes);
    }

    static void transferred(boolean writes) {
        TRANSFERRED.pass(writes);
    }

    static void iterated(boolean writes) {
        ITERATED.pass(writes);
    }

    static void iteratedDeque(boolean writes) {
        ITERATED_DEQUE.pass(writes);
    }

    static void copied(boolean writes) {
        COPIED.pass(writes);
    }

    static void wrapped(boolean writes) {
        WRAPPED.pass(writes);
    }

    static void vector(boolean writes) {
        VECTOR.pass(writes);
    }

    static void table(boolean writes) {
        TABLE.pass(writes);
    }

    static void piped(boolean writes) {
        PIPED.pass(writes);
    }

    static void otherLinked(boolean writes) {
        LINKED_TOKEN.miss(writes);
    }

    static void otherTransferred(boolean writes) {
        TRANSFERRED_TOKEN.miss(writes);
    }

    private Collected() {
    }
}
