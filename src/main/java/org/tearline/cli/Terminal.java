package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a person looks at a stream. Stateless. */
final class Terminal {
    private static final Path STDERR = Path.of("/proc/self/fd/2");

    private static final Path STDOUT = Path.of("/proc/self/fd/1");

    private Terminal() {
    }

    /** Whether colours may be printed on standard output: a terminal, and nobody asked for none. */
    static boolean colourOnStdout() {
        return System.getenv("NO_COLOR") == null && isTerminal(STDOUT);
    }

    /**
     * Whether standard error is a terminal. System.console answers for standard input and output only, and from JDK 22
     * on it answers yes always, so the kernel is asked where it can be.
     */
    static boolean onStderr() {
        return isTerminal(STDERR);
    }

    /** Whether standard output is a pipe, which fails only because its reader has seen enough. */
    static boolean stdoutIsPipe() {
        try {
            return Files.readSymbolicLink(STDOUT).toString().startsWith("pipe:");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private static boolean isTerminal(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return System.console() != null && !Files.exists(Path.of("/proc"));
        }
    }
}
