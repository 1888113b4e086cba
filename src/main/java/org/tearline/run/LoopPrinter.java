// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.tearline.run.link.CompileRequest;
import org.tearline.run.link.CompiledLoop;
import org.tearline.run.link.Message;
import org.tearline.run.link.WorkerCommand;
import org.tearline.run.link.WorkerDied;
import org.tearline.run.link.WorkerProcess;
import org.tearline.trial.Tier;

/**
 * Lets a separate worker JVM compile loops and print their machine code. It runs no trial, and the printing slows no
 * other worker. Thread-safe.
 */
public final class LoopPrinter {
    /**
     * HotSpot's own print of what it compiled. Hidden classes are called {@code Name/0x…}, so the class is a pattern.
     * Without hsdis the JVM prints bytes, with it assembly, on x86-64 in AT&T syntax unless asked for Intel's; on other
     * CPUs the word means nothing. Checked on JDK 17 and 25.
     */
    private static final List<String> PRINT = List.of("-XX:+UnlockDiagnosticVMOptions",
        "-XX:PrintAssemblyOptions=intel", "-XX:CompileCommand=quiet",
        "-XX:CompileCommand=print,org.tearline.loop.*::run");

    private LoopPrinter() {
    }

    /**
     * Holds what was compiled, and the JVM's text about it. Immutable.
     *
     * @param loops for each request, its loops
     * @param text  everything that the JVM printed, all levels and loops of that worker
     */
    public record Print(List<List<CompiledLoop>> loops, String text) {
    }

    /**
     * Compiles and prints.
     *
     * @param requests what to compile, all for one tier
     * @param javaHome the JVM to ask
     * @throws IOException if no worker can be had, or if it failed; the message says how
     */
    public static Print print(List<CompileRequest> requests, Path javaHome) throws IOException, InterruptedException {
        Tier tier = requests.get(0).tier();
        if (requests.stream().anyMatch(request -> request.tier() != tier)) {
            throw new IllegalArgumentException("one worker compiles for one tier");
        }
        boolean vectors = requests.stream().anyMatch(request -> request.width().isVector());
        List<String> options = Stream.concat(PRINT.stream(), (vectors ? WorkerCommand.VECTORS : List.<String>of())
            .stream()).toList();
        try (WorkerProcess worker = WorkerProcess.start(tier, javaHome, options)) {
            List<List<CompiledLoop>> loops = new ArrayList<>();
            for (CompileRequest request : requests) {
                loops.add(compile(request, worker));
            }
            return new Print(loops, worker.said());
        } catch (WorkerDied e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static List<CompiledLoop> compile(CompileRequest request, WorkerProcess worker)
        throws IOException, InterruptedException, WorkerDied {
        try {
            worker.send(new Message.Compile(request));
        } catch (IOException e) {
            // It is dead already; why is said below.
        }
        Message answer = worker.receive();
        if (answer instanceof Message.Compiled compiled) {
            return compiled.loops();
        }
        throw new IOException(answer instanceof Message.Failed failed ? failed.words()
            : "the worker answered " + answer);
    }
}
