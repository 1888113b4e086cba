// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.asm.JvmPrint.PrintedMethod;
import org.tearline.asm.Objdump.Decoder;
import org.tearline.run.WorkerAnswers;
import org.tearline.run.link.Message.CompileRequest;
import org.tearline.run.link.Message.CompiledLoop;
import org.tearline.run.link.Message.TrialRequest;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Side;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;

/**
 * Finds the instructions that accesses become. Forks one worker that compiles the loops and runs no trial, which takes
 * about a second. Thread-safe.
 */
public final class Inspector {
    private static final int C2_LEVEL = 4;
    private static final int C1_LEVEL = 1;

    private Inspector() {
    }

    /**
     * What was found.
     *
     * @param decoder  hsdis, objdump or nothing
     * @param advice   what to install to see more, or null
     * @param evidence one per mode that was asked for, writes first
     */
    public record Findings(String decoder, String advice, List<Evidence> evidence) {
    }

    /** Both sides of a trial, as they are compiled with this stressor. */
    public static CompileRequest request(TrialRequest request, String stressor) {
        TrialSpec trial = request.trial();
        return new CompileRequest(trial.memory(), trial.width(), trial.tier(), trial.offset(),
            request.rules().geometry(), List.of(trial.write()), List.of(trial.read()), stressor);
    }

    /** Inspects with the JVM that runs this; see {@link #inspect(List, Path)}. */
    public static List<Findings> inspect(List<CompileRequest> requests) throws IOException, InterruptedException {
        return inspect(requests, Path.of(System.getProperty("java.home")));
    }

    /**
     * Inspects with one worker of any JVM of this instruction set.
     *
     * @param requests all of one tier
     * @return the findings in the order of the requests
     * @throws IOException                   if no worker can be had
     * @throws UnsupportedOperationException if the machine code of this CPU is not understood, or the tier has none
     */
    public static List<Findings> inspect(List<CompileRequest> requests, Path javaHome)
        throws IOException, InterruptedException {
        if (requests.get(0).tier() == Tier.INTERPRETER) {
            throw new UnsupportedOperationException("the interpreter compiles nothing, so there is no code of a loop;"
                + " its templates make opaque, ordered and volatile stores an xchg, and docs/instructions.md says the"
                + " rest");
        }
        // Before a worker is started for nothing.
        InstructionSet set = InstructionSet.of(System.getProperty("os.arch"));
        requests.forEach(request -> set.dialect(request.width().bytes()));
        return findings(requests, WorkerAnswers.print(requests, javaHome));
    }

    static List<Findings> findings(List<CompileRequest> requests, WorkerAnswers.Print print)
        throws IOException, InterruptedException {
        InstructionSet set = InstructionSet.of(System.getProperty("os.arch"));
        List<PrintedMethod> methods = JvmPrint.parse(print.text());
        List<List<Loop>> loops = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            CompileRequest request = requests.get(i);
            loops.add(print.loops().get(i).stream().map(loop -> Loop.of(loop, request, set, methods)).toList());
        }
        Decoder decoder = Decoder.of(loops.stream().flatMap(List::stream).map(Loop::printed).filter(Objects::nonNull)
            .toList(), set);
        Iterator<List<Instruction>> code = decoder.code().iterator();
        return loops.stream().map(some -> new Findings(decoder.name(), decoder.advice(), some.stream()
            .map(loop -> loop.evidence(loop.printed != null && code.hasNext() ? code.next() : null)).toList()))
            .toList();
    }

    /**
     * A loop as it was compiled.
     *
     * @param write   null in a loop of reads
     * @param read    null in a loop of writes
     * @param printed its last code, or null if there is none or nothing to be found in it
     */
    private record Loop(CompiledLoop compiled, WriteMode write, ReadMode read, CompileRequest request,
                        InstructionSet set, PrintedMethod printed) {
        static Loop of(CompiledLoop compiled, CompileRequest request, InstructionSet set,
                       List<PrintedMethod> methods) {
            String mode = compiled.mode().toUpperCase(Locale.ROOT);
            boolean writes = compiled.side() == Side.WRITE;
            Loop loop = new Loop(compiled, writes ? WriteMode.valueOf(mode) : null,
                writes ? null : ReadMode.valueOf(mode), request, set, null);
            int level = request.tier() == Tier.C2 ? C2_LEVEL : C1_LEVEL;
            return loop.severalAccesses() ? loop : methods.stream().filter(method ->
                method.className().equals(compiled.className()) && method.method().equals("run") && !method.onStack()
                    && method.level() == level).reduce((first, last) -> last)
                .map(last -> new Loop(compiled, loop.write, loop.read, request, set, last)).orElse(loop);
        }

        Evidence evidence(List<Instruction> code) {
            if (compiled.className() == null) {
                return nothing("refused", "Refused by the API: " + compiled.problem() + ".", null, List.of());
            }
            if (severalAccesses()) {
                return nothing("several accesses", "Made of several accesses: ask for those, plain or volatile, one at"
                    + " a time.", null, List.of());
            }
            if (printed == null) {
                return nothing("not compiled", "There is no code to look at.", compiled.problem() != null
                    ? compiled.problem() : "the JVM did not print this loop", List.of());
            }
            if (code == null) {
                return nothing("not decoded", "No disassembler was found.", null, List.of());
            }
            HotLoop hot = HotLoop.find(code, set.dialect(aroundAShort() ? Integer.BYTES : request.width().bytes()),
                wanted());
            return hot != null ? evidence(hot) : nothing("not found", "No access was found.", "no loop in the compiled"
                + " code makes the access that the source makes: hoisted, folded or unknown", code);
        }

        private Evidence nothing(String headline, String explanation, String warning, List<Instruction> code) {
            return new Evidence(compiled.side(), compiled.mode(), null, headline, 0, 0, 0, explanation, warning, code,
                List.of());
        }

        private Evidence evidence(HotLoop hot) {
            AccessKind kind = hot.kinds().get(0);
            String kinds = hot.kinds().stream().distinct().map(AccessKind::toString)
                .collect(Collectors.joining(" and "));
            String name = kind == AccessKind.CALL ? kinds + " " + hot.accesses().get(0).callee() : kinds;
            List<Instruction> marked = new ArrayList<>(hot.accesses());
            marked.addAll(hot.fences());
            return new Evidence(compiled.side(), compiled.mode(), kind, name + (hot.fences().isEmpty() ? "" : " + "
                + hot.fences().get(0).mnemonic() + (set == InstructionSet.X86_64 ? " [rsp]" : "")),
                hot.accesses().size(), hot.turns(), hot.fences().size(), aroundAShort() ? Explanation.AROUND_A_SHORT
                : Explanation.of(hot, kind, request, set), warning(hot), hot.body(), List.copyOf(marked));
        }

        private String warning(HotLoop hot) {
            Set<AccessKind> expected = expected();
            if (!expected.containsAll(hot.kinds())) {
                return "expected " + expected.stream().map(AccessKind::toString).collect(Collectors.joining(" or "))
                    + ", which is not what was found";
            }
            if (hot.turns() > 0 && hot.turns() != hot.accesses().size()) {
                return "the source accesses the value once for every generation it loads; this loop loads "
                    + hot.turns() + " and accesses it " + hot.accesses().size() + " times: folded or split";
            }
            return compiled.problem();
        }

        private Set<AccessKind> expected() {
            return write != null ? Expected.of(write, request, set) : Expected.of(read, request, set);
        }

        private boolean severalAccesses() {
            return write == WriteMode.SEQLOCK || read != null && read.guarded();
        }

        private boolean aroundAShort() {
            return request.width() == Width.SHORT && request.tier() == Tier.C1
                && (write != null ? write.readsAndWrites() : read.readsAndWrites());
        }

        private HotLoop.Wanted wanted() {
            return expected().equals(EnumSet.of(AccessKind.CALL)) ? HotLoop.Wanted.CALLS
                : write != null ? HotLoop.Wanted.STORES
                : read == ReadMode.CAS ? HotLoop.Wanted.LOCKS : HotLoop.Wanted.LOADS;
        }
    }

    /**
     * The accesses of one trial in the loops of several stressors: one that is shown, and how the others differ.
     *
     * @param request  what is shown
     * @param findings what was found in its loops
     * @param alike    the other stressors in whose loops both sides are the same
     * @param others   the sides that differ in the loops of the rest
     */
    public record LoopVariants(CompileRequest request, Inspector.Findings findings, List<String> alike,
                               List<Variant> others) {
        /** A side that differs from the one that is shown. */
        public record Variant(String stressor, Evidence evidence) {
        }

        /** Inspects the loops of these stressors, the first of which is shown; see {@link Inspector#inspect}. */
        public static LoopVariants of(TrialRequest trial, List<String> stressors)
            throws IOException, InterruptedException {
            List<CompileRequest> requests = stressors.stream()
                .map(stressor -> Inspector.request(trial, stressor)).toList();
            List<Inspector.Findings> found = Inspector.inspect(requests);
            List<String> alike = new ArrayList<>(stressors.subList(1, stressors.size()));
            List<Variant> others = new ArrayList<>();
            for (int i = 1; i < found.size(); i++) {
                for (int side = 0; side < found.get(i).evidence().size(); side++) {
                    Evidence evidence = found.get(i).evidence().get(side);
                    if (!evidence.isLike(found.get(0).evidence().get(side))) {
                        others.add(new Variant(stressors.get(i), evidence));
                        alike.remove(stressors.get(i));
                    }
                }
            }
            return new LoopVariants(requests.get(0), found.get(0), List.copyOf(alike), List.copyOf(others));
        }
    }

    /**
     * What one side's access is in machine code.
     *
     * @param mode        the access, as the user types it
     * @param kind        null if there is no code to look at or no access in it
     * @param instruction normalised, with its fence: what a table cell prints; or why it is not known
     * @param accesses    how often the hot loop makes the access
     * @param turns       turns of the source's loop in one of that loop; 0 if unknown
     * @param fences      instructions that only order memory
     * @param explanation what that means for a tear, in one sentence or two
     * @param warning     why the code is not what was expected, or null
     * @param loop        the hot loop; all of the code if no access was found in it
     * @param marked      the accesses and fences in it
     */
    public record Evidence(Side side, String mode, AccessKind kind, String instruction, int accesses, int turns,
                           int fences, String explanation, String warning, List<Instruction> loop,
                           List<Instruction> marked) {
        /** Whether the code is the same up to unrolling. */
        boolean isLike(Evidence other) {
            return instruction.equals(other.instruction) && (warning == null) == (other.warning == null)
                && fenced() == other.fenced();
        }

        private boolean fenced() {
            return fences == 0 || fences >= accesses;
        }
    }
}
