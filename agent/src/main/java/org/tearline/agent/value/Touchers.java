// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import static org.tearline.agent.access.Access.Operation.READ;
import static org.tearline.agent.access.Access.Operation.UPDATE;

import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.order.SpinLock;

/** Which threads touched a value, and in which way. Guarded by the lock that this is. */
class Touchers extends SpinLock {
    /** Maximum number of threads told apart per value. What matters is whether there is more than one. */
    public static final int THREADS = 8;

    /** Written before a second thread touched the value. */
    private static final int WRITTEN_ALONE = 1;
    /** Written after a second thread had touched the value. */
    private static final int WRITTEN_SHARED = 1 << 1;
    /** Accessed, other than by an atomic update, after a second thread had touched the value. */
    private static final int UNLOCKED_SHARED = 1 << 2;

    /** The first threads that touched the value. */
    private final int[] threads = new int[THREADS];
    /** Number of these threads, at most {@link #THREADS}. */
    int count;
    private int flags;

    /** Returns a number of the thread, at most {@link #THREADS}, which later threads share. */
    int add(int thread, Operation operation) {
        int number = number(thread);
        boolean shared = count > 1;
        int more = flags;
        if (operation != READ) {
            more |= shared ? WRITTEN_SHARED : WRITTEN_ALONE;
        }
        if (shared && operation != UPDATE) {
            more |= UNLOCKED_SHARED;
        }
        if (more != flags) {
            flags = more;
        }
        return number;
    }

    private int number(int thread) {
        int number = 0;
        while (number < count && threads[number] != thread) {
            number++;
        }
        if (number == count && count < THREADS) {
            threads[number] = thread;
            count++;
        }
        return number;
    }

    /** Adds the threads of a value that shares bytes with this one. */
    void addThreads(Touchers other) {
        for (int i = 0; i < other.count; i++) {
            number(other.threads[i]);
        }
        int both = flags | other.flags;
        if (count > 1 && flags != other.flags) {
            boolean written = (both & (WRITTEN_ALONE | WRITTEN_SHARED)) != 0;
            both |= written ? UNLOCKED_SHARED | WRITTEN_SHARED : UNLOCKED_SHARED;
        }
        flags = both;
    }

    void clear() {
        count = 0;
        flags = 0;
    }

    boolean wroteAlone() {
        return (flags & WRITTEN_ALONE) != 0;
    }

    /** Whether one more write might not be noticed: the only thread may write again. */
    boolean mayWriteUnnoticed() {
        int written = count < 2 ? WRITTEN_ALONE | WRITTEN_SHARED : WRITTEN_SHARED;
        return (flags & written) != 0;
    }

    /** Whether, from the first access of a second thread on, every access was an atomic update. */
    boolean areLocked() {
        return (flags & UNLOCKED_SHARED) == 0;
    }
}
