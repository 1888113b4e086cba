// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tearline.asm.JvmPrint.PrintedMethod;
import org.tearline.asm.Objdump.Decoder;
import org.tearline.run.LoopPrint;
import org.tearline.run.link.CompileRequest.CompiledLoop;
import org.tearline.run.link.CompileRequest;
import org.tearline.trial.Architecture;
import org.tearline.trial.Tier;

/**
 * Finds the machine instructions for accesses. Forks a worker that compiles the loops but runs no trial; this takes
 * about a second. Thread-safe.
 */
public final class Inspector {
    /** The instruction set of this JVM, and of all whose code is inspected. */
    private static final Architecture SET = Architecture.of(System.getProperty("os.arch"));

    private Inspector() {
    }

    /**
     * The evidence for one request.
     *
     * @param decoder  hsdis, objdump or nothing
     * @param advice   what to install if there is no decoder, else null
     * @param evidence one per requested mode, writes first
     */
    public record Inspection(String decoder, String advice, List<LoopEvidence> evidence) {
    }

    /** Inspects the code of this JVM; see {@link #inspect(List, Path)}. */
    public static List<Inspection> inspect(List<CompileRequest> requests) throws IOException, InterruptedException {
        return inspect(requests, Path.of(System.getProperty("java.home")));
    }

    /**
     * Inspects the code of any JVM for this instruction set.
     *
     * @param requests at least one, all for the same tier
     * @return the findings in the order of the requests
     * @throws IOException                   if the worker or the disassembler failed
     * @throws UnsupportedOperationException for the interpreter, and for unsupported CPUs and widths
     */
    static List<Inspection> inspect(List<CompileRequest> requests, Path javaHome)
        throws IOException, InterruptedException {
        if (requests.get(0).tier() == Tier.INTERPRETER) {
            throw new UnsupportedOperationException("the interpreter compiles no loops; its templates use xchg for"
                + " opaque, ordered and volatile stores: see docs/instructions.md");
        }
        // Fails before a worker starts if a width is not supported.
        requests.forEach(request -> Dialect.of(SET, request.width().bytes()));
        return findings(requests, LoopPrint.of(requests, javaHome));
    }

    static List<Inspection> findings(List<CompileRequest> requests, LoopPrint print)
        throws IOException, InterruptedException {
        List<PrintedMethod> methods = JvmPrint.parse(print.text());
        Decoder decoder = Decoder.of(methods, SET);
        List<Inspection> findings = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            List<LoopEvidence> evidence = new ArrayList<>();
            for (CompiledLoop compiled : print.loops().get(i)) {
                ExpectedInstructions expected = ExpectedInstructions.of(compiled, requests.get(i), SET);
                evidence.add(new LoopInspection(compiled, expected, requests.get(i), SET).evidence(methods, decoder));
            }
            findings.add(new Inspection(decoder.name(), decoder.advice(), List.copyOf(evidence)));
        }
        return List.copyOf(findings);
    }
}
