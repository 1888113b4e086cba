// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs parts of a program, each in a new thread. Another thread starts these, so that only fences put them in order, of
 * which the agent knows nothing.
 */
final class Turns {
    /** Accessed with opaque mode only, between fences. */
    private static final AtomicInteger ROUND = new AtomicInteger();
    private static final AtomicInteger TURN = new AtomicInteger();
    private static final Thread STARTER = new Thread(Turns::startThreads);
    private static Thread caller;
    private static Part[] unstarted;
    private static AtomicIntegerArray done;

    static {
        STARTER.setDaemon(true);
        STARTER.start();
    }

    private Turns() {
    }

    /** What a thread does. */
    interface Part {
        void run() throws Exception;
    }

    static void inTurn(Part... parts) {
        for (Part part : parts) {
            together(part);
        }
    }

    /** Runs two parts in turn, each on a thread of its own. */
    static void alternate(int times, Part first, Part second) {
        TURN.setOpaque(0);
        together(() -> takeTurns(times, 0, first), () -> takeTurns(times, 1, second));
    }

    private static void takeTurns(int times, int own, Part part) throws Exception {
        for (int i = 0; i < times; i++) {
            while (TURN.getOpaque() % 2 != own) {
                Thread.yield();
            }
            VarHandle.fullFence();
            part.run();
            VarHandle.fullFence();
            TURN.setOpaque(TURN.getOpaque() + 1);
        }
    }

    static void together(Part... parts) {
        caller = Thread.currentThread();
        unstarted = parts;
        done = new AtomicIntegerArray(parts.length);
        VarHandle.fullFence();
        ROUND.setOpaque(ROUND.getOpaque() + 1);
        LockSupport.unpark(STARTER);
        for (int i = 0; i < parts.length; i++) {
            while (done.getOpaque(i) == 0) {
                LockSupport.park();
            }
        }
        VarHandle.fullFence();
    }

    private static void run(Part part, int number) {
        try {
            part.run();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            VarHandle.fullFence();
            done.setOpaque(number, 1);
            LockSupport.unpark(caller);
        }
    }

    private static void startThreads() {
        for (int round = 1; true; round++) {
            while (ROUND.getOpaque() != round) {
                LockSupport.park();
            }
            VarHandle.fullFence();
            Part[] parts = unstarted;
            for (int i = 0; i < parts.length; i++) {
                int number = i;
                new Thread(() -> run(parts[number], number)).start();
            }
        }
    }
}
