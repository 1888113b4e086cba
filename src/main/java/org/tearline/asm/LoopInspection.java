// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.asm.JvmPrint.PrintedMethod;
import org.tearline.asm.Objdump.Decoder;
import org.tearline.run.link.CompileRequest.CompiledLoop;
import org.tearline.run.link.CompileRequest;
import org.tearline.trial.Architecture;

/** Finds the access in the machine code of one loop. Thread-safe. */
record LoopInspection(CompiledLoop compiled, ExpectedInstructions expected, CompileRequest request,
                      Architecture set) {
    LoopEvidence evidence(List<PrintedMethod> methods, Decoder decoder) throws IOException, InterruptedException {
        if (compiled.className() == null) {
            return noAccess("refused", "Refused by the API: " + compiled.problem() + ".", null, List.of());
        }
        if (expected.several()) {
            return noAccess("several accesses", "Consists of several accesses. Inspect them one by one, as plain or"
                + " volatile.", null, List.of());
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
            return noAccess("not decoded", "No disassembler was found.", null, List.of());
        }
        HotLoop hot = HotLoop.find(code, Dialect.of(set, accessedBytes()), expected.wanted());
        if (hot == null) {
            return noAccess("not found", "No access was found.", "no loop in the compiled code makes the access in"
                + " the source: it was hoisted or folded, or its form is unknown", code);
        }
        return evidence(hot);
    }

    private LoopEvidence noAccess(String headline, String explanation, String warning, List<Instruction> code) {
        return new LoopEvidence(compiled.write(), compiled.read(), null, headline, 0, explanation, warning, code,
            List.of());
    }

    private LoopEvidence evidence(HotLoop hot) {
        List<Instruction> marked = Stream.of(hot.accesses(), hot.fences()).flatMap(List::stream).toList();
        return new LoopEvidence(compiled.write(), compiled.read(), hot.kinds().get(0), instruction(hot),
            hot.accesses().size(), explanation(hot), warning(hot), hot.body(), marked);
    }

    private String instruction(HotLoop hot) {
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

    private String explanation(HotLoop hot) {
        if (expected.aroundAShort()) {
            return Explanation.AROUND_A_SHORT;
        }
        return new Explanation(request, set).of(hot);
    }

    private String warning(HotLoop hot) {
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

    private int accessedBytes() {
        if (expected.aroundAShort()) {
            return Integer.BYTES;
        }
        return request.width().bytes();
    }
}
