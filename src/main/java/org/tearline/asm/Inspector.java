// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.asm.JvmPrint.PrintedMethod;
import org.tearline.asm.Objdump.Decoder;
import org.tearline.run.WorkerAnswers;
import org.tearline.run.link.CompileRequest.CompiledLoop;
import org.tearline.run.link.CompileRequest;
import org.tearline.trial.Architecture;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Side;
import org.tearline.trial.Tier;
import org.tearline.trial.WriteMode;

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
    public static List<Inspection> inspect(List<CompileRequest> requests, Path javaHome)
        throws IOException, InterruptedException {
        if (requests.get(0).tier() == Tier.INTERPRETER) {
            throw new UnsupportedOperationException("the interpreter compiles no loops; its templates use xchg for"
                + " opaque, ordered and volatile stores: see docs/instructions.md");
        }
        // Fails before a worker starts if a width is not supported.
        requests.forEach(request -> Dialect.of(SET, request.width().bytes()));
        return findings(requests, WorkerAnswers.print(requests, javaHome));
    }

    static List<Inspection> findings(List<CompileRequest> requests, WorkerAnswers.Print print)
        throws IOException, InterruptedException {
        List<PrintedMethod> methods = JvmPrint.parse(print.text());
        Decoder decoder = Decoder.of(methods, SET);
        List<Inspection> findings = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            List<LoopEvidence> evidence = new ArrayList<>();
            for (CompiledLoop compiled : print.loops().get(i)) {
                ExpectedInstructions expected = ExpectedInstructions.of(compiled, requests.get(i), SET);
                evidence.add(new Loop(compiled, expected, requests.get(i)).evidence(methods, decoder));
            }
            findings.add(new Inspection(decoder.name(), decoder.advice(), List.copyOf(evidence)));
        }
        return List.copyOf(findings);
    }

    /** A compiled loop. */
    private record Loop(CompiledLoop compiled, ExpectedInstructions expected, CompileRequest request) {
        LoopEvidence evidence(List<PrintedMethod> methods, Decoder decoder) throws IOException, InterruptedException {
            if (compiled.className() == null) {
                return noAccess("refused", "Refused by the API: " + compiled.problem() + ".");
            }
            if (expected.several()) {
                return noAccess("several accesses", "Consists of several accesses. Inspect them one by one, as plain or"
                    + " volatile.");
            }
            Optional<PrintedMethod> last = methods.stream()
                .filter(method -> method.className().equals(compiled.className()) && method.method().equals("run")
                    && !method.onStack() && method.level() == request.tier().level())
                .reduce((first, second) -> second);
            if (last.isEmpty()) {
                return noAccess("not compiled", "There is no machine code.",
                    Objects.requireNonNullElse(compiled.problem(), "the JVM did not print this loop"), List.of());
            }
            List<Instruction> code = decoder.code().of(last.get());
            if (code == null) {
                return noAccess("not decoded", "No disassembler was found.");
            }
            HotLoop hot = HotLoop.find(code, Dialect.of(SET, accessedBytes()), expected.wanted());
            if (hot == null) {
                return noAccess("not found", "No access was found.", "no loop in the compiled code makes the access in"
                    + " the source: it was hoisted or folded, or its form is unknown", code);
            }
            return evidence(hot);
        }

        LoopEvidence noAccess(String headline, String explanation) {
            return noAccess(headline, explanation, null, List.of());
        }

        LoopEvidence noAccess(String headline, String explanation, String warning, List<Instruction> code) {
            return new LoopEvidence(compiled.write(), compiled.read(), null, headline, 0, explanation, warning, code,
                List.of());
        }

        LoopEvidence evidence(HotLoop hot) {
            List<Instruction> marked = Stream.of(hot.accesses(), hot.fences()).flatMap(List::stream).toList();
            return new LoopEvidence(compiled.write(), compiled.read(), hot.kinds().get(0), instruction(hot),
                hot.accesses().size(), explanation(hot), warning(hot), hot.body(), marked);
        }

        String instruction(HotLoop hot) {
            String text = hot.kinds().stream()
                .distinct()
                .map(AccessKind::toString)
                .collect(Collectors.joining(" and "));
            if (hot.kinds().get(0) == AccessKind.CALL) {
                text += " " + hot.accesses().get(0).callee();
            }
            if (hot.fences().isEmpty()) {
                return text;
            }
            Instruction fence = hot.fences().get(0);
            text += " + " + fence.mnemonic();
            if (fence.isLockedAddOnTheStack()) {
                text += " [rsp]";
            }
            return text;
        }

        String explanation(HotLoop hot) {
            if (expected.aroundAShort()) {
                return Explanation.AROUND_A_SHORT;
            }
            return new Explanation(request, SET).of(hot);
        }

        String warning(HotLoop hot) {
            if (!expected.kinds().containsAll(hot.kinds())) {
                return "expected " + expected.kinds().stream().map(AccessKind::toString)
                    .collect(Collectors.joining(" or "));
            }
            if (hot.tableLoads() > 0 && hot.tableLoads() != hot.accesses().size()) {
                return "the source makes one access per generation, but this loop makes " + hot.accesses().size()
                    + " for " + hot.tableLoads() + ": folded or split";
            }
            return compiled.problem();
        }

        int accessedBytes() {
            if (expected.aroundAShort()) {
                return Integer.BYTES;
            }
            return request.width().bytes();
        }
    }

    /**
     * The machine code for one side of a trial, the one whose mode is not null.
     *
     * @param kind        null if no access was found
     * @param instruction normalized, with its fence; or why there is none
     * @param accesses    number of accesses in the hot loop
     * @param explanation whether the access can tear, or why that is unknown
     * @param warning     how the code differs from what was expected, or why it was not compiled; otherwise null
     * @param loop        the hot loop; all code if it does not make the access; empty without decoded code
     * @param marked      the accesses, then the fences
     */
    public record LoopEvidence(WriteMode write, ReadMode read, AccessKind kind, String instruction, int accesses,
                           String explanation, String warning, List<Instruction> loop, List<Instruction> marked) {
        /** Returns the side and its mode, such as "write cas". */
        public String access() {
            if (write == null) {
                return Side.READ + " " + read;
            }
            return Side.WRITE + " " + write;
        }
    }
}
