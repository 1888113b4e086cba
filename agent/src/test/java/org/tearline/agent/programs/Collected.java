// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import static org.tearline.agent.programs.Memory.checked;
import static org.tearline.agent.programs.Table.ordered;
import static org.tearline.agent.programs.Table.unordered;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.tearline.agent.programs.Table.Value;

/** Passes values on through collections, a pipe of the JDK and an exchanger, or through another queue in vain. */
public final class Collected {
    private static final int TIMES = 200;
    private static final int LINES = 8;
    private static final AtomicLong ANSWER = new AtomicLong();
    private static final String TOKEN = "token";
    private static final PipedInputStream PIPE = new PipedInputStream();

    public static void main(String[] arguments) throws Exception {
        drained("linkedBlockingQueue", new LinkedBlockingQueue<>());
        drained("linkedTransferQueue", new LinkedTransferQueue<>());
        drained("arrayBlockingQueue", new ArrayBlockingQueue<>(LINES));
        drained("priorityBlockingQueue", new PriorityBlockingQueue<>());
        iterated("concurrentLinkedQueue", new ConcurrentLinkedQueue<>());
        iterated("concurrentLinkedDeque", new ConcurrentLinkedDeque<>());
        iterated("copyOnWriteArrayList", new CopyOnWriteArrayList<>());
        counted("synchronizedList", Collections.synchronizedList(new ArrayList<>()));
        counted("vector", new Vector<>());
        mapped("hashtable", new Hashtable<>());
        mapped("concurrentHashMap", new ConcurrentHashMap<>());
        mapped("concurrentSkipListMap", new ConcurrentSkipListMap<>());
        PipedOutputStream end = new PipedOutputStream(PIPE);
        ANSWER.set(0);
        ordered("pipe", new Way(value -> write(end, value), Collected::readPipe,
            ANSWER::set, ANSWER::get)::pass);
        exchanged();
        handedOver();
        rewrittenInMap();
        otherQueue("linkedQueueMissed", new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());
        peeked(new ConcurrentLinkedQueue<>(List.of(TOKEN)));
        otherQueue("transferQueueMissed", new LinkedTransferQueue<>(), new LinkedTransferQueue<>());
    }

    private static void there(String name, LongConsumer send, LongSupplier sent) throws Exception {
        ANSWER.set(0);
        Table.way(name, send, sent, ANSWER::set, ANSWER::get);
    }

    private static void drained(String name, BlockingQueue<Long> queue) throws Exception {
        there(name, queue::add, () -> {
            List<Long> taken = new ArrayList<>();
            queue.drainTo(taken);
            return last(taken);
        });
    }

    private static void iterated(String name, Collection<Long> collection) throws Exception {
        there(name, collection::add, () -> last(collection));
    }

    private static void counted(String name, Collection<Long> collection) throws Exception {
        there(name, collection::add, collection::size);
    }

    private static void mapped(String name, Map<String, Long> map) throws Exception {
        there(name, value -> map.put(TOKEN, value), () -> map.getOrDefault(TOKEN, -1L));
    }

    private static void otherQueue(String name, Queue<String> one, Queue<String> other) throws Exception {
        Table.miss(name, value -> one.offer(TOKEN), () -> {
            other.offer(TOKEN);
            return other.poll().length();
        });
    }

    /** One thread adds a node after another one, of which the second thread reads the item, but not the link. */
    private static void peeked(Queue<String> queue) throws Exception {
        unordered("queuePeeked", value -> Turns.alternate(TIMES, () -> {
            ANSWER.get();
            value.write();
            queue.offer(TOKEN);
        }, () -> {
            queue.peek();
            value.read();
            queue.clear();
            queue.offer(TOKEN);
            ANSWER.set(1);
        }));
    }

    /** Two threads exchange the lines that they fill and read. */
    private static void exchanged() throws Exception {
        Exchanger<Value> exchanger = new Exchanger<>();
        ordered("exchanger", value -> Turns.startAndJoin(() -> {
            Value own = value;
            for (int i = 0; i < TIMES; i++) {
                own.write();
                own = exchanger.exchange(own);
            }
        }, () -> {
            Value own = value.at(1);
            for (int i = 0; i < TIMES; i++) {
                own = exchanger.exchange(own);
                own.read();
            }
        }));
    }

    /** A crowd takes lines from a pool, writes and reads them, and gives them back; two threads keep one too long. */
    private static void handedOver() throws Exception {
        BlockingQueue<Value> pool = new ArrayBlockingQueue<>(LINES);
        ordered("pool", value -> {
            for (int i = 0; i < LINES; i++) {
                pool.add(value.at(i));
            }
            Turns.crowd(TIMES, i -> useAndGiveBack(pool));
        });
        BlockingQueue<Value> one = new ArrayBlockingQueue<>(1);
        unordered("poolMissed", value -> {
            one.add(value);
            Turns.inTurn(() -> useAndGiveBack(one).use(), () -> useAndGiveBack(one).use());
        });
    }

    private static Value useAndGiveBack(BlockingQueue<Value> pool) throws InterruptedException {
        Value own = pool.take();
        own.use();
        pool.put(own);
        return own;
    }

    /** A crowd rewrites lines inside compute, under the locks of the map. */
    private static void rewrittenInMap() throws Exception {
        ConcurrentHashMap<Integer, Value> map = new ConcurrentHashMap<>();
        ordered("computed", value -> {
            for (int i = 0; i < LINES; i++) {
                map.put(i, value.at(i));
            }
            Turns.crowd(TIMES, i -> map.compute(i % LINES, (key, line) -> {
                line.use();
                return line;
            }));
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
        checked(() -> {
            pipe.write((int) value);
            pipe.flush();
            return pipe;
        });
    }

    private static long readPipe() {
        return checked(PIPE::read);
    }
}
