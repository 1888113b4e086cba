// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Finds the test that an access belongs to. The thread of a test and those that it starts belong to the test while it
 * runs; threads of pools belong to nobody, since tests may share them, and neither do those that outlive their test:
 * what they do is held against every watched class that runs at the time. Thread-safe.
 */
final class Guards {
    private static final ThreadLocal<Deque<Guard>> OWN = ThreadLocal.withInitial(ArrayDeque::new);
    private static final InheritableThreadLocal<Guard> INHERITED = new InheritableThreadLocal<>();
    /** Those that answer for threads of nobody. */
    private static final List<Guard> CLASSES = new CopyOnWriteArrayList<>();

    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final List<String> POOLS = List.of("java.util.concurrent.ThreadPoolExecutor$Worker",
        "java.util.concurrent.ForkJoinWorkerThread", "java.util.concurrent.ForkJoinPool");
    private static final String ENGINE = "org.junit.platform.engine.";

    private Guards() {
    }

    /** Lets the current thread belong to a guard, until {@link #leave}. */
    static void enter(Guard guard) {
        OWN.get().push(guard);
        INHERITED.set(guard);
    }

    /** A thread that waits in a pool of JUnit's may run another test meanwhile, so they nest. */
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

    /** Holds against the guard what threads of nobody do, until {@link #release}. */
    static void answerForPools(Guard guard) {
        CLASSES.add(guard);
    }

    static void release(Guard guard) {
        CLASSES.remove(guard);
    }

    /** Hears of every misaligned access in this JVM, by the thread that is about to make it. */
    static void see(Map<String, Object> access) {
        Hit hit = Hit.of(access);
        Guard own = OWN.get().peek();
        if (own != null) {
            own.see(hit);
            return;
        }
        OWN.remove();
        Guard inherited = INHERITED.get();
        if (inherited != null && !inherited.closed() && !onStack(POOLS)) {
            inherited.see(hit);
        } else if (!onStack(List.of(ENGINE))) {
            CLASSES.forEach(guard -> guard.see(hit));
        }
    }

    /**
     * Whether the current thread is one of a pool; or whether it runs a test, which is then one that nobody
     * guards.
     */
    private static boolean onStack(List<String> names) {
        return WALKER.walk(frames -> frames.anyMatch(frame -> names.stream()
            .anyMatch(name -> frame.getClassName().startsWith(name))));
    }
}
