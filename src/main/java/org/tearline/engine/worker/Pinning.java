// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine.worker;

import com.sun.jna.Function;
import com.sun.jna.LastErrorException;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import java.util.Arrays;
import java.util.BitSet;
import net.openhft.affinity.Affinity;

/**
 * Pins the calling thread to one CPU, and looks whether that worked. On Linux two calls of libc do it; loading what
 * makes them takes some 60 ms, once. Everywhere else it is the affinity library, which takes more than twice as long.
 * Any thread.
 */
final class Pinning {
    private static final boolean LINUX = System.getProperty("os.name").equals("Linux");

    private Pinning() {
    }

    /** Loads the native library, so that the first {@link #pin} is quick. */
    static void load() {
        holds(0);
    }

    /** Whether the calling thread now runs on this CPU and no other. */
    static boolean pin(int cpu) {
        BitSet wanted = only(cpu);
        try {
            if (LINUX) {
                return Libc.setAffinity(wanted) && holds(cpu);
            }
            Affinity.setAffinity(wanted);
            return holds(cpu);
        } catch (RuntimeException | LinkageError e) {
            // The library has no more precise type for "the kernel said no". A link error says that its native part
            // cannot be loaded: where it would be unpacked, say, nothing may be executed.
            return false;
        }
    }

    /** Whether the calling thread, which was pinned, may still run on this CPU alone: a cpuset may have changed. */
    static boolean holds(int cpu) {
        try {
            return only(cpu).equals(LINUX ? Libc.affinity() : Affinity.getAffinity());
        } catch (RuntimeException | LinkageError e) {
            return false;
        }
    }

    private static BitSet only(int cpu) {
        BitSet cpus = new BitSet();
        cpus.set(cpu);
        return cpus;
    }

    /** The two calls, sched_getaffinity(2), of the C library that is in every process already. */
    private static final class Libc {
        /** Room for 8,192 CPUs, the most that a kernel is built for. */
        private static final int MASK_LONGS = 128;
        /** What the calls take for the thread that makes them. */
        private static final int CALLER = 0;
        private static final Function SET = NativeLibrary.getProcess().getFunction("sched_setaffinity");
        private static final Function GET = NativeLibrary.getProcess().getFunction("sched_getaffinity");

        static boolean setAffinity(BitSet cpus) {
            return call(SET, Arrays.copyOf(cpus.toLongArray(), MASK_LONGS)) == 0;
        }

        static BitSet affinity() {
            long[] mask = new long[MASK_LONGS];
            if (call(GET, mask) != 0) {
                throw new LastErrorException("sched_getaffinity failed");
            }
            return BitSet.valueOf(mask);
        }

        private static int call(Function function, long[] mask) {
            return function.invokeInt(new Object[] {CALLER, new NativeLong((long) mask.length * Long.BYTES), mask});
        }
    }
}
