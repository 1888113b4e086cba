// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tearline.run.link.CompileRequest.CompiledLoop;
import org.tearline.run.link.CompileRequest;
import org.tearline.run.link.Message.Compile;
import org.tearline.run.link.Message.Compiled;
import org.tearline.run.link.WorkerCommand;
import org.tearline.run.link.WorkerProcess;

/**
 * What a worker printed while it compiled loops.
 *
 * @param loops the compiled loops of each request
 * @param text  everything that the worker's JVM printed
 */
public record LoopPrint(List<List<CompiledLoop>> loops, String text) {
    /**
     * Makes HotSpot print compiled loops. The class is a pattern because hidden classes are named {@code Name/0x...}.
     * Without hsdis, the JVM prints bytes. With hsdis, it prints assembly, on x86-64 in AT&T syntax unless
     * {@code intel} is given; other CPUs ignore that option. Checked on JDK 17 and 25.
     */
    private static final List<String> PRINT = List.of("-XX:+UnlockDiagnosticVMOptions",
        "-XX:PrintAssemblyOptions=intel", "-XX:CompileCommand=quiet",
        "-XX:CompileCommand=print,org.tearline.loop.*::run");

    /** Compiles and prints loops. All requests must have the same tier. */
    public static LoopPrint of(List<CompileRequest> requests, Path javaHome) throws IOException {
        List<String> options = new ArrayList<>(PRINT);
        if (requests.stream().anyMatch(request -> request.width().isVector())) {
            options.addAll(WorkerCommand.VECTORS);
        }
        try (WorkerProcess worker = WorkerProcess.start(requests.get(0).tier(), javaHome, options)) {
            List<List<CompiledLoop>> loops = new ArrayList<>();
            for (CompileRequest request : requests) {
                loops.add(worker.ask(new Compile(request), Compiled.class).loops());
            }
            return new LoopPrint(loops, worker.said());
        }
    }
}
