// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import com.sun.jna.Function;
import com.sun.jna.LastErrorException;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import net.openhft.affinity.Affinity;
import org.tearline.machine.Machine.Os;

/**
 * Pins the calling thread to one CPU, and looks whether that worked. On Linux two calls of libc do it; loading what
 * makes them takes some 60 ms, once. Elsewhere the affinity library does it, which takes more than twice as long.
 * Thread-safe.
 */
final class Pinning {
    /** QOS_CLASS_USER_INTERACTIVE of sys/qos.h, whose threads efficiency cores get only if no other is free. */
    private static final int USER_INTERACTIVE = 0x21;

    private Pinning() {
    }

    /** Loads the native library, so that the first {@link #pin} is quick. */
    static void load() {
        if (Os.WINDOWS) {
            // Windows deletes no library that is loaded, and the parent deletes this worker's folder.
            System.setProperty("jna.tmpdir", Path.of("").toAbsolutePath().toString());
        }
        holds(0);
    }

    /** Whether the calling thread now runs on this CPU and no other. */
    static boolean pin(int cpu) {
        BitSet wanted = only(cpu);
        try {
            if (Os.LINUX) {
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

    /** Asks macOS, which pins nothing, for a performance core for the calling thread; elsewhere does nothing. */
    static void preferPerformanceCore() {
        try {
            if (Os.MACOS) {
                // pthread/qos.h; 0 is the highest priority of the class.
                NativeLibrary.getProcess().getFunction("pthread_set_qos_class_self_np")
                    .invokeInt(new Object[] {USER_INTERACTIVE, 0});
            }
        } catch (LinkageError e) {
            // It then runs wherever it would have run.
        }
    }

    /** Whether the calling thread may still run on this CPU alone: a cpuset may have changed. */
    static boolean holds(int cpu) {
        try {
            return only(cpu).equals(Os.LINUX ? Libc.affinity() : Affinity.getAffinity())
                && (!Os.WINDOWS || currentOnWindows() == cpu);
        } catch (RuntimeException | LinkageError e) {
            return false;
        }
    }

    private static BitSet only(int cpu) {
        BitSet cpus = new BitSet();
        cpus.set(cpu);
        return cpus;
    }

    /** The library remembers what it asked for, and not whether Windows did it. */
    private static int currentOnWindows() {
        return NativeLibrary.getInstance("kernel32").getFunction("GetCurrentProcessorNumber").invokeInt(new Object[0]);
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
