// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import com.sun.jna.Function;
import com.sun.jna.LastErrorException;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.tearline.machine.Os;
import org.tearline.run.link.TesterJvm;

/**
 * Pins the calling thread to one CPU and verifies it, on Linux and Windows. Other systems cannot pin a thread. Loading
 * JNA takes about 60 ms. Thread-safe.
 */
final class Pinning {
    /** QOS_CLASS_USER_INTERACTIVE in sys/qos.h. Its threads run on efficiency cores only if no other core is free. */
    private static final int USER_INTERACTIVE = 0x21;

    private Pinning() {
    }

    /**
     * Loads the native library, so that the first {@link #pin} is fast. On Windows, this also pins the calling thread,
     * which should do nothing else.
     */
    static void load() {
        if (Os.WINDOWS || !Files.isDirectory(Path.of(System.getProperty("user.home")))) {
            // Windows cannot delete a loaded library, and a user may have no home; here, the parent deletes the library
            // with this JVM's folder, in which a worker runs.
            Path own = Objects.requireNonNullElse(TesterJvm.FOLDER, Path.of(""));
            System.setProperty("jna.tmpdir", own.toAbsolutePath().toString());
        }
        try {
            // Any call loads the library; the answer does not matter.
            holds(0);
        } catch (OutOfMemoryError e) {
            // JNA could not start its thread. The trial then fails or runs without pinning.
        }
    }

    /** Pins the calling thread; returns whether it now runs on this CPU only. */
    static boolean pin(int cpu) {
        try {
            if (Os.LINUX) {
                return Libc.setAffinity(only(cpu)) && holds(cpu);
            }
            return Os.WINDOWS && Kernel32.setAffinity(cpu) != 0 && holds(cpu);
        } catch (RuntimeException | LinkageError e) {
            // The native part of JNA cannot be loaded, for example from a file system without execute permission.
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

    /**
     * Whether the calling thread is still pinned to this CPU; a change of the cpuset may have moved it. Windows returns
     * the mask only when it is set, so there the thread is pinned again.
     */
    static boolean holds(int cpu) {
        try {
            if (Os.LINUX) {
                return Libc.affinity().equals(only(cpu));
            }
            return Os.WINDOWS && Kernel32.setAffinity(cpu) == 1L << cpu && Kernel32.current() == cpu;
        } catch (RuntimeException | LinkageError e) {
            return false;
        }
    }

    private static BitSet only(int cpu) {
        BitSet cpus = new BitSet();
        cpus.set(cpu);
        return cpus;
    }

    /** The affinity calls of Windows, for the group of up to 64 CPUs in which it has started the process. */
    private static final class Kernel32 {
        /** What GetCurrentThread returns in every thread. */
        private static final Pointer CALLER = Pointer.createConstant(-2);
        private static final NativeLibrary LIBRARY = NativeLibrary.getInstance("kernel32");
        private static final Function SET = LIBRARY.getFunction("SetThreadAffinityMask");
        private static final Function CURRENT = LIBRARY.getFunction("GetCurrentProcessorNumber");

        /** Pins the calling thread and returns its mask from before, or 0 if Windows refuses. */
        static long setAffinity(int cpu) {
            return SET.invokeLong(new Object[] {CALLER, 1L << cpu});
        }

        static int current() {
            return CURRENT.invokeInt(new Object[0]);
        }
    }

    /** The affinity calls of the C library, which every process has loaded; see sched_setaffinity(2). */
    private static final class Libc {
        /** For 8,192 CPUs, the most that the kernel supports. */
        private static final int MASK_LONGS = 128;
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
            // The pid 0 means the calling thread.
            return function.invokeInt(new Object[] {0, new NativeLong((long) mask.length * Long.BYTES), mask});
        }
    }
}
