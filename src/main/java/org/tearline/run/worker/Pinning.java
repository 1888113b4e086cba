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
 * Pins the calling thread to one CPU and verifies it. On Linux, this takes two libc calls and about 60 ms to load JNA.
 * Elsewhere it uses the affinity library, which takes more than twice as long to load. Thread-safe.
 */
final class Pinning {
    /** QOS_CLASS_USER_INTERACTIVE in sys/qos.h. Its threads run on efficiency cores only if no other core is free. */
    private static final int USER_INTERACTIVE = 0x21;

    private Pinning() {
    }

    /** Loads the native library, so that the first {@link #pin} is fast. */
    static void load() {
        if (Os.WINDOWS) {
            // Windows cannot delete a loaded library; here, the parent deletes it with this worker's folder.
            System.setProperty("jna.tmpdir", Path.of("").toAbsolutePath().toString());
        }
        holds(0);
    }

    /** Pins the calling thread; returns whether it now runs on this CPU only. */
    static boolean pin(int cpu) {
        BitSet wanted = only(cpu);
        try {
            if (Os.LINUX) {
                return Libc.setAffinity(wanted) && holds(cpu);
            }
            Affinity.setAffinity(wanted);
            return holds(cpu);
        } catch (RuntimeException | LinkageError e) {
            // The library throws a plain RuntimeException if the kernel refuses, and a LinkageError if its native part
            // cannot be loaded, for example from a file system without execute permission.
            return false;
        }
    }

    /** On macOS, which cannot pin threads, requests a performance core for the calling thread. */
    static void preferPerformanceCore() {
        try {
            if (Os.MACOS) {
                // pthread/qos.h; 0 is the highest priority of the class.
                NativeLibrary.getProcess().getFunction("pthread_set_qos_class_self_np")
                    .invokeInt(new Object[] {USER_INTERACTIVE, 0});
            }
        } catch (LinkageError e) {
            // The preference is optional.
        }
    }

    /** Whether the calling thread is pinned to this CPU; a change of the cpuset may have moved it. */
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

    /** Asks Windows, because the affinity library returns the requested mask whether or not Windows applied it. */
    private static int currentOnWindows() {
        return NativeLibrary.getInstance("kernel32").getFunction("GetCurrentProcessorNumber").invokeInt(new Object[0]);
    }

    /** The affinity calls of the C library, which every process has loaded; see sched_setaffinity(2). */
    private static final class Libc {
        /** For 8,192 CPUs, the most that the kernel supports. */
        private static final int MASK_LONGS = 128;
        /** The pid that means the calling thread. */
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
