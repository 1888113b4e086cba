// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Finds the test that made an access. The threads that a test starts belong to the test while it runs and then to its
 * class, those of a pool included. If neither runs any more, or if no test started the thread, the access counts for
 * one of the guarded classes that are running, or of the guarded tests in other classes. Thread-safe.
 */
final class Guards {
    private static final ThreadLocal<Deque<Guard>> OWN = ThreadLocal.withInitial(ArrayDeque::new);
    private static final InheritableThreadLocal<Guard> INHERITED = new InheritableThreadLocal<>();
    /** The guards for accesses by threads without a test, of which the first receives them. */
    private static final List<Guard> CLASSES = new CopyOnWriteArrayList<>();

    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final String ENGINE = "org.junit.platform.engine.";

    private Guards() {
    }

    /** Assigns the current thread, and those that it starts, to a guard until {@link #leave}. */
    static void enter(Guard guard) {
        OWN.get().push(guard);
        INHERITED.set(guard);
    }

    /** Undoes the last {@link #enter}. Calls nest, since a waiting thread of JUnit's pool may run another test. */
    static void leave() {
        Deque<Guard> own = OWN.get();
        own.pop();
        if (own.isEmpty()) {
            OWN.remove();
            INHERITED.remove();
        } else {
            INHERITED.set(own.peek());
        }
    }

    /** Assigns accesses by threads without a test to the guard until {@link #release}. */
    static void answerForPools(Guard guard) {
        CLASSES.add(guard);
    }

    static void release(Guard guard) {
        CLASSES.remove(guard);
    }

    /** Called by the agent for each misaligned access, on the accessing thread. */
    static void see(Map<String, Object> access) {
        Hit hit = Hit.of(access);
        Guard own = OWN.get().peek();
        if (own != null) {
            own.see(hit);
            return;
        }
        // Without this, the thread would keep the empty deque that get() created.
        OWN.remove();
        if (inUnguardedTest()) {
            return;
        }
        Guard inherited = INHERITED.get();
        Guard starter = inherited == null ? null : inherited.nearestOpen();
        if (starter != null) {
            starter.see(hit);
        } else {
            CLASSES.stream().findFirst().ifPresent(guard -> guard.seeOfNoTest(hit));
        }
    }

    /** Whether JUnit runs a test on this thread. As the thread has no guard of its own, the test has none. */
    private static boolean inUnguardedTest() {
        return WALKER.walk(frames -> frames.anyMatch(frame -> frame.getClassName().startsWith(ENGINE)));
    }
}
