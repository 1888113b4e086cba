// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.util.List;
import java.util.Queue;
import org.jctools.queues.MpmcArrayQueue;
import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jctools.queues.SpscArrayQueue;
import org.jctools.queues.SpscUnboundedArrayQueue;

/** The queues of JCTools that go through Unsafe, from one thread to another. Argument: how many elements. */
public final class JctoolsQueues {
    private JctoolsQueues() {
    }

    public static void main(String[] arguments) throws InterruptedException {
        int elements = Integer.parseInt(arguments[0]);
        List<Queue<Integer>> queues = List.of(new SpscArrayQueue<>(1024), new MpscArrayQueue<>(1024),
            new MpmcArrayQueue<>(1024), new SpscUnboundedArrayQueue<>(64), new MpscUnboundedArrayQueue<>(64));
        for (Queue<Integer> queue : queues) {
            pass(queue, elements);
        }
    }

    private static void pass(Queue<Integer> queue, int elements) throws InterruptedException {
        Thread writer = new Thread(() -> {
            for (int i = 0; i < elements; i++) {
                while (!queue.offer(i)) {
                    Thread.yield();
                }
            }
        });
        writer.start();
        for (int read = 0; read < elements;) {
            read += queue.poll() == null ? 0 : 1;
        }
        writer.join();
    }
}
