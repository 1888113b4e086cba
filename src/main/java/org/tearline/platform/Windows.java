// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.util.Optional;
import java.util.function.Supplier;

/** Calls the Windows API; no other system loads it. Thread-safe. */
public final class Windows {
    private static final int ALL_RELATIONSHIPS = 0xffff;
    /** IMAGE_FILE_MACHINE_ARM64, winnt.h. */
    private static final int ARM64 = 0xaa64;
    /** STD_OUTPUT_HANDLE, STD_ERROR_HANDLE and ENABLE_VIRTUAL_TERMINAL_PROCESSING, of winbase.h and wincon.h. */
    private static final int STDOUT = -11;
    private static final int STDERR = -12;
    private static final int VIRTUAL_TERMINAL = 4;
    /** The shorts of CONSOLE_SCREEN_BUFFER_INFO: the size of the buffer, the cursor's place, colours, the window. */
    private static final int CONSOLE_INFO = 11;
    private static final int LEFT = 5;
    private static final int RIGHT = 7;

    private Windows() {
    }

    /** Loaded once, by the first who asks. */
    private static final class Kernel32 {
        static final NativeLibrary LIBRARY = NativeLibrary.getInstance("kernel32");
        static final Function SET_AFFINITY = LIBRARY.getFunction("SetThreadGroupAffinity");
        static final Function GET_AFFINITY = LIBRARY.getFunction("GetThreadGroupAffinity");
        static final Function GET_CPU = LIBRARY.getFunction("GetCurrentProcessorNumberEx");
        static final Optional<WindowsCpus> CPUS = read();

        private static Optional<WindowsCpus> read() {
            int[] length = new int[1];
            LIBRARY.getFunction("GetLogicalProcessorInformationEx").invokeInt(
                new Object[] {ALL_RELATIONSHIPS, null, length});
            byte[] answer = new byte[length[0]];
            long[] process = new long[1];
            long[] system = new long[1];
            long[] thread = affinity();
            return success("GetLogicalProcessorInformationEx", ALL_RELATIONSHIPS, answer, length)
                && success("GetProcessAffinityMask", pointer("GetCurrentProcess"), process, system)
                ? Optional.of(WindowsCpus.parse(answer, new WindowsCpus.Allowed(process[0], system[0],
                    (int) thread[1]))) : Optional.empty();
        }

        static boolean success(String function, Object... arguments) {
            return LIBRARY.getFunction(function).invokeInt(arguments) != 0;
        }

        static Pointer pointer(String function, Object... arguments) {
            return LIBRARY.getFunction(function).invokePointer(arguments);
        }

        static Pointer standard(boolean stderr) {
            return pointer("GetStdHandle", stderr ? STDERR : STDOUT);
        }

        /** The calling thread's GROUP_AFFINITY: a mask, and the number of the group in 16 bits before 48 reserved. */
        static long[] affinity() {
            long[] affinity = new long[2];
            GET_AFFINITY.invokeInt(new Object[] {pointer("GetCurrentThread"), affinity});
            return affinity;
        }
    }

    /** Returns the CPUs of this machine; empty if the API cannot be called. */
    static Optional<WindowsCpus> cpus() {
        return called(() -> Kernel32.CPUS).orElse(Optional.empty());
    }

    /** Returns the version of Wine, which its ntdll alone tells; empty on Windows. */
    static Optional<String> wine() {
        return called(() -> NativeLibrary.getInstance("ntdll").getFunction("wine_get_version")
            .invokeString(new Object[0], false));
    }

    /** Returns whether Windows on Arm translates this JVM, which is one for x86. */
    static boolean translates(String jvmArch) {
        short[] process = new short[1];
        short[] machine = new short[1];
        return !jvmArch.equals("aarch64") && called(() -> Kernel32.success("IsWow64Process2",
            Kernel32.pointer("GetCurrentProcess"), process, machine)).orElse(false)
            && Short.toUnsignedInt(machine[0]) == ARM64;
    }

    /** Pins the calling thread to one CPU and returns whether it then runs there. */
    public static boolean pin(int cpu) {
        long[] wanted = {1L << cpu % WindowsCpus.GROUP, cpu / WindowsCpus.GROUP};
        return Kernel32.SET_AFFINITY.invokeInt(new Object[] {Kernel32.pointer("GetCurrentThread"), wanted, null}) != 0
            && holds(cpu);
    }

    /** Returns whether the calling thread may run on this CPU alone, and does. */
    public static boolean holds(int cpu) {
        long[] affinity = Kernel32.affinity();
        // PROCESSOR_NUMBER: 16 bits of group, 8 of number in the group, 8 reserved.
        int[] now = new int[1];
        Kernel32.GET_CPU.invokeVoid(new Object[] {now});
        int group = cpu / WindowsCpus.GROUP;
        int number = cpu % WindowsCpus.GROUP;
        return affinity[0] == 1L << number && affinity[1] == group && now[0] == (number << Short.SIZE | group);
    }

    /** Returns how many columns the console shows that standard output or error is; empty if that is none. */
    public static Optional<Integer> consoleColumns(boolean stderr) {
        short[] info = new short[CONSOLE_INFO];
        return called(() -> Kernel32.success("GetConsoleScreenBufferInfo", Kernel32.standard(stderr), info))
            .filter(Boolean::booleanValue).map(done -> info[RIGHT] - info[LEFT] + 1);
    }

    /**
     * Asks the console that standard output is for colours: Windows 10 has them, and shows escape sequences as letters
     * until a program asks. Wine takes the question for granted and shows letters nevertheless.
     */
    public static boolean consoleTakesColours() {
        return wine().isEmpty() && called(() -> {
            int[] mode = new int[1];
            Pointer console = Kernel32.standard(false);
            return Kernel32.success("GetConsoleMode", console, mode)
                && Kernel32.success("SetConsoleMode", console, mode[0] | VIRTUAL_TERMINAL);
        }).orElse(false);
    }

    private static <T> Optional<T> called(Supplier<T> call) {
        try {
            return Optional.of(call.get());
        } catch (LinkageError e) {
            // No such function in this version, or JNA's own library cannot be loaded.
            return Optional.empty();
        }
    }
}
