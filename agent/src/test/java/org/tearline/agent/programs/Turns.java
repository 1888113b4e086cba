// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs parts of a program, each on a thread of its own. Turns pass through pipes, so that only the kernel puts them in
 * order, of which the agent knows nothing. What the caller does before and after {@link #inTurn} or {@link #together}
 * is not ordered with the parts either: it asks another thread, through a pipe, to start and join theirs. One thread
 * may call this.
 */
final class Turns {
    /** The number of threads that a crowd has. */
    static final int THREADS = Integer.getInteger("threads", 2);
    private static final boolean VIRTUAL = Boolean.getBoolean("virtual");
    private static final Baton TO_STARTER = new Baton();
    private static final Baton TO_CALLER = new Baton();
    private static Part asked;

    static {
        Thread starter = new Thread(Turns::serve);
        starter.setDaemon(true);
        starter.start();
    }

    /** What a thread does. */
    interface Part {
        void run() throws Exception;
    }

    /** What a thread does again and again. */
    interface Step {
        void run(int number) throws Exception;
    }

    static void inTurn(Part... parts) throws IOException {
        ask(() -> alternate(1, parts));
    }

    /** Runs a part before and after another one, which runs on another thread. */
    static void around(Part part, Part between) throws Exception {
        part.run();
        inTurn(between);
        part.run();
    }

    /**
     * Runs the parts in turn, again and again. Each thread has an empty turn first: there it loads and initializes the
     * classes that take turns, which the agent sees.
     */
    static void alternate(int times, Part... parts) throws Exception {
        List<Baton> batons = Stream.generate(Baton::new).limit(parts.length).toList();
        Part[] turns = new Part[parts.length];
        for (int i = 0; i < parts.length; i++) {
            Part part = parts[i];
            Baton own = batons.get(i);
            Baton next = batons.get((i + 1) % parts.length);
            turns[i] = () -> {
                own.take();
                next.pass();
                for (int round = 0; round < times; round++) {
                    own.take();
                    part.run();
                    next.pass();
                }
            };
        }
        batons.get(0).pass();
        startAndJoin(turns);
        for (Baton baton : batons) {
            baton.close();
        }
    }

    /** Runs the parts at once. */
    static void together(Part... parts) throws IOException {
        ask(() -> startAndJoin(parts));
    }

    private static void ask(Part part) throws IOException {
        asked = part;
        TO_STARTER.pass();
        TO_CALLER.take();
    }

    private static void serve() {
        try {
            while (true) {
                TO_STARTER.take();
                asked.run();
                TO_CALLER.pass();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts and joins as many threads as a crowd has. */
    static void crowd(Part part) throws Exception {
        startAndJoin(Collections.nCopies(THREADS, part).toArray(Part[]::new));
    }

    /** Lets each thread of a crowd do this so many times. */
    static void crowd(int times, Step step) throws Exception {
        crowd(() -> {
            for (int i = 0; i < times; i++) {
                step.run(i);
            }
        });
    }

    /** Runs the parts at once. One that fails ends the program, since others may wait for it. */
    static void startAndJoin(Part... parts) throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (Part part : parts) {
            threads.add(start(() -> {
                try {
                    part.run();
                } catch (Throwable e) {
                    Thread thread = Thread.currentThread();
                    thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
                    Runtime.getRuntime().halt(1);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Starts a virtual thread if the program was asked to. */
    static Thread start(Runnable part) throws ReflectiveOperationException {
        if (VIRTUAL) {
            return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, part);
        }
        Thread thread = new Thread(part);
        thread.start();
        return thread;
    }

    /** Is passed through a pipe of its own to one thread. */
    private static final class Baton {
        private final Pipe pipe = Memory.checked(Pipe::open);
        private final ByteBuffer sent = ByteBuffer.allocateDirect(1);
        private final ByteBuffer taken = ByteBuffer.allocateDirect(1);

        void pass() throws IOException {
            pipe.sink().write(sent.clear());
        }

        void take() throws IOException {
            pipe.source().read(taken.clear());
        }

        void close() throws IOException {
            pipe.sink().close();
            pipe.source().close();
        }
    }
}
