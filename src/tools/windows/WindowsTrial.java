// SPDX-License-Identifier: Apache-2.0

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * Does to the tester on Windows what others do there; for scripts/windows.
 *
 * <p>{@code close PID}: has the process run the routine that the system runs in it when its console's window is closed.
 * {@code hold FILE}: keeps a file open, as most programs do, so that nobody can replace it, until killed.
 */
final class WindowsTrial {
    private static final NativeLibrary KERNEL = NativeLibrary.getInstance("kernel32");
    /** PROCESS_ALL_ACCESS and CTRL_CLOSE_EVENT, of winnt.h and wincon.h. */
    private static final int ALL_ACCESS = 0x1fffff;
    private static final int CTRL_CLOSE_EVENT = 2;

    private WindowsTrial() {
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        switch (args[0]) {
            case "close" -> close(Integer.parseInt(args[1]));
            case "hold" -> hold(args[1]);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void close(int pid) {
        Pointer process = pointer("OpenProcess", ALL_ACCESS, 0, pid);
        // Libraries of the system have the same address in all processes.
        Function routine = NativeLibrary.getInstance("kernelbase").getFunction("CtrlRoutine");
        Pointer thread = process == null ? null : pointer("CreateRemoteThread", process, null, new Pointer(0), routine,
            new Pointer(CTRL_CLOSE_EVENT), 0, null);
        if (thread == null) {
            throw new IllegalStateException("no thread in process " + pid);
        }
    }

    /** Shared for reading and writing, but not for deletion, which every way of opening in java.nio allows. */
    private static void hold(String name) throws IOException, InterruptedException {
        try (RandomAccessFile file = new RandomAccessFile(name, "r")) {
            System.out.println("held " + file.length());
            Thread.currentThread().join();
        }
    }

    private static Pointer pointer(String function, Object... arguments) {
        return KERNEL.getFunction(function).invokePointer(arguments);
    }
}
