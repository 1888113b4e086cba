package org.tearline.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Has loops compiled in a worker JVM of their own that prints their machine code; no trial runs in it, and no other
 * worker is slowed by it. Any thread.
 */
public final class LoopPrinter {
    /**
     * HotSpot's own print of what it compiled. Hidden classes are called {@code Name/0x…}, so the class is a pattern.
     * Without hsdis the JVM prints bytes, with it assembly. Checked on JDK 17 and 25.
     */
    private static final List<String> PRINT = List.of("-XX:+UnlockDiagnosticVMOptions",
        "-XX:CompileCommand=quiet", "-XX:CompileCommand=print,org.tearline.kernel.*::run");

    private LoopPrinter() {
    }

    /**
     * What was compiled, and the JVM's text about it. Immutable.
     *
     * @param text everything that the JVM printed, all levels and loops of that worker
     */
    public record Print(List<CompiledLoop> loops, String text) {
    }

    /**
     * Compiles and prints.
     *
     * @param javaHome the JVM to ask
     * @throws IOException if no worker can be had, or if it failed; the message says how
     */
    public static Print print(CompileRequest request, Path javaHome) throws IOException, InterruptedException {
        try (WorkerProcess worker = WorkerProcess.start(request.tier(), javaHome, PRINT)) {
            try {
                worker.send(new Message.Compile(request));
            } catch (IOException e) {
                // It is dead already; why is said below.
            }
            Message answer = worker.receive();
            if (answer instanceof Message.Compiled compiled) {
                return new Print(compiled.loops(), worker.said());
            }
            throw new IOException(answer instanceof Message.Failed failed ? failed.reason()
                : "the worker answered " + answer);
        } catch (WorkerDied e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
