// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import java.lang.StackWalker.Option;
import java.lang.reflect.Modifier;

/**
 * What classes pass on to whoever uses them: what was done until they were initialized. A thread that runs a static
 * method or constructor of a class has waited for that; nothing needs to be inserted into that code. An instance may
 * have escaped before, so its methods tell nothing. Thread-safe.
 */
final class Initializers {
    private static final StackWalker STACK = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);

    private final Cells cells;
    private final SpinLock lock = new SpinLock();
    /** All that any class has passed on. */
    private volatile int[] times = Clock.NOTHING;

    Initializers(Cells cells) {
        this.cells = cells;
    }

    /** Called after a class has been initialized. */
    void passedOn(Passed passed) {
        lock.enter();
        times = Clock.latest(times, passed.times());
        lock.leave();
    }

    /** Whether an access came before the initialization of a class for which the current thread has waited. */
    boolean teach(Clock clock, int thread, int time) {
        int[] all = times;
        if (thread >= all.length || time > all[thread]) {
            return false;
        }
        STACK.forEach(frame -> {
            if (hasWaited(frame)) {
                learn(clock, frame.getDeclaringClass());
            }
        });
        return clock.knows(thread, time);
    }

    private static boolean hasWaited(StackWalker.StackFrame frame) {
        if (frame.getMethodName().equals("<init>")) {
            return true;
        }
        try {
            return Modifier.isStatic(frame.getDeclaringClass()
                .getDeclaredMethod(frame.getMethodName(), frame.getMethodType().parameterArray()).getModifiers());
        } catch (ReflectiveOperationException | LinkageError e) {
            return false;
        }
    }

    /** A class is initialized after those that it extends. */
    private void learn(Clock clock, Class<?> type) {
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            Cell cell = cells.find(Keys.of(one, Ordering.CLASS), one);
            if (cell != null) {
                clock.take(cell.passed(), cell.source);
            }
        }
    }
}
