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
import org.tearline.run.LoopPrinter;
import org.tearline.run.link.CompileRequest;
import org.tearline.run.link.CompiledLoop;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Side;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/**
 * Finds out which instructions the accesses become. Forks one worker that compiles the loops and runs no trial, which
 * takes about a second. Thread-safe.
 */
public final class Inspector {
    private static final int C2_LEVEL = 4;
    private static final int C1_LEVEL = 1;

    private final CompileRequest request;
    private final InstructionSet set;
    private final List<CompiledLoop> loops;
    /** The code of each loop, or null, in the order of the loops. */
    private final List<PrintedMethod> printed;

    private Inspector(CompileRequest request, InstructionSet set, List<CompiledLoop> loops,
                      List<PrintedMethod> methods) {
        this.request = request;
        this.set = set;
        this.loops = loops;
        this.printed = loops.stream().map(loop -> printed(loop, methods)).toList();
    }

    /**
     * Holds what was found.
     *
     * @param decoder  what decoded the machine code: hsdis, objdump or nothing
     * @param advice   what a person can do to see more, or null
     * @param evidence one per mode that was asked for, writes first
     */
    public record Findings(String decoder, String advice, List<Evidence> evidence) {

        /** Returns the evidence of a write, which must have been asked for. */
        public Evidence write(WriteMode mode) {
            return find(Side.WRITE, mode.toString());
        }

        /** Returns the evidence of a read, which must have been asked for. */
        public Evidence read(ReadMode mode) {
            return find(Side.READ, mode.toString());
        }

        private Evidence find(Side side, String mode) {
            return evidence.stream().filter(found -> found.side() == side && found.mode().equals(mode)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("nobody asked for the " + side + " " + mode));
        }
    }

    /** Returns what to compile to see both sides of a trial, as they are with this stressor. */
    public static CompileRequest request(TrialRequest request, String stressor) {
        TrialSpec trial = request.trial();
        return new CompileRequest(trial.memory(), trial.width(), trial.tier(), trial.offset(),
            request.rules().geometry(), List.of(trial.write()), List.of(trial.read()), stressor);
    }

    /**
     * Inspects with the JVM that runs this.
     *
     * @throws IOException                   if no worker can be had
     * @throws UnsupportedOperationException if the machine code of this CPU is not understood, or the tier has none
     */
    public static Findings inspect(CompileRequest request) throws IOException, InterruptedException {
        return inspect(List.of(request), Path.of(System.getProperty("java.home"))).get(0);
    }

    /**
     * Inspects several kinds of memory or offsets with one worker of any JVM of this instruction set.
     *
     * @param requests what to look at, all in one tier
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
        return findings(requests, LoopPrinter.print(requests, javaHome));
    }

    /** Returns what a worker's print says of the loops that it was asked for. */
    static List<Findings> findings(List<CompileRequest> requests, LoopPrinter.Print print)
        throws IOException, InterruptedException {
        InstructionSet set = InstructionSet.of(System.getProperty("os.arch"));
        List<PrintedMethod> methods = JvmPrint.parse(print.text());
        Decoder decoder = Decoder.choose(methods, set);
        List<Inspector> inspectors = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            inspectors.add(new Inspector(requests.get(i), set, print.loops().get(i), methods));
        }
        List<PrintedMethod> wanted = inspectors.stream().flatMap(inspector -> inspector.printed.stream())
            .filter(Objects::nonNull).toList();
        Iterator<List<Instruction>> decoded = decoder.decode(wanted).iterator();
        List<Findings> all = new ArrayList<>();
        for (Inspector inspector : inspectors) {
            all.add(inspector.findings(decoder, decoded));
        }
        return all;
    }

    private Findings findings(Decoder decoder, Iterator<List<Instruction>> decoded) {
        List<Evidence> evidence = new ArrayList<>();
        for (int i = 0; i < loops.size(); i++) {
            PrintedMethod method = printed.get(i);
            evidence.add(evidence(loops.get(i), decoder, method, method == null ? null : decoded.next()));
        }
        return new Findings(decoder.name(), decoder.advice(), List.copyOf(evidence));
    }

    private Evidence evidence(CompiledLoop loop, Decoder decoder, PrintedMethod method, List<Instruction> code) {
        if (loop.className() == null) {
            return nothing(loop, "refused", "Refused by the API: " + loop.problem() + ".", null, List.of());
        }
        if (severalAccesses(loop)) {
            return nothing(loop, "several accesses", "Made of several accesses: ask for those, plain or volatile, one"
                + " at a time.", null, List.of());
        }
        if (method == null) {
            return nothing(loop, "not compiled", "There is no code to look at.", loop.problem() != null ? loop.problem()
                : "the JVM did not print this loop", List.of());
        }
        if (decoder instanceof RawBytes raw) {
            List<Instruction> bytes = request.width() != Width.LONG ? List.of() : raw.loop(method, wanted(loop));
            return bytes.isEmpty() ? nothing(loop, "not decoded", "These are the bytes of its whole code: where the"
                + " loop is cannot be told without a disassembler.", null, code)
                : nothing(loop, "not decoded", "These are the bytes of the loop that makes the access, with the"
                + " stressor's.", null, bytes);
        }
        HotLoop hot = HotLoop.find(code, set.dialect(aroundAShort(loop) ? Integer.BYTES : request.width().bytes()),
            wanted(loop));
        if (hot == null) {
            return nothing(loop, "not found", "No access was found.", "no loop in the compiled code makes the"
                + " access that the source makes: hoisted, folded or unknown", code);
        }
        return evidence(loop, hot);
    }

    private static boolean severalAccesses(CompiledLoop loop) {
        return loop.side() == Side.WRITE ? writeMode(loop) == WriteMode.SEQLOCK : readMode(loop).guarded();
    }

    private Evidence evidence(CompiledLoop loop, HotLoop hot) {
        AccessKind kind = hot.kinds().get(0);
        String kinds = hot.kinds().stream().distinct().map(AccessKind::toString).collect(Collectors.joining(" and "));
        String name = kind == AccessKind.CALL ? kinds + " " + hot.accesses().get(0).callee() : kinds;
        List<Instruction> marked = new ArrayList<>(hot.accesses());
        marked.addAll(hot.fences());
        return new Evidence(loop.side(), loop.mode(), kind, name + (hot.fences().isEmpty() ? "" : " + "
            + hot.fences().get(0).mnemonic() + (set == InstructionSet.X86_64 ? " [rsp]" : "")),
            hot.accesses().size(), hot.turns(), hot.fences().size(), aroundAShort(loop) ? Explanation.AROUND_A_SHORT
            : Explanation.of(hot, kind, request, set),
            warning(loop, hot), hot.body(), List.copyOf(marked));
    }

    private String warning(CompiledLoop loop, HotLoop hot) {
        Set<AccessKind> expected = expected(loop);
        if (!expected.containsAll(hot.kinds())) {
            return "expected " + expected.stream().map(AccessKind::toString).collect(Collectors.joining(" or "))
                + ", which is not what was found";
        }
        if (hot.turns() > 0 && hot.turns() != hot.accesses().size()) {
            return "the source accesses the value once for every generation it loads; this loop loads " + hot.turns()
                + " and accesses it " + hot.accesses().size() + " times: folded or split";
        }
        return loop.problem();
    }

    private Set<AccessKind> expected(CompiledLoop loop) {
        return loop.side() == Side.WRITE ? Expected.of(writeMode(loop), request, set)
            : Expected.of(readMode(loop), request, set);
    }

    /** Returns the last code of a loop, or null if there is none or nothing to be found in it. */
    private PrintedMethod printed(CompiledLoop loop, List<PrintedMethod> methods) {
        if (loop.className() == null || severalAccesses(loop)) {
            return null;
        }
        int level = request.tier() == Tier.C2 ? C2_LEVEL : C1_LEVEL;
        PrintedMethod last = null;
        for (PrintedMethod method : methods) {
            if (method.className().equals(loop.className()) && method.method().equals("run") && !method.onStack()
                && method.level() == level) {
                last = method;
            }
        }
        return last;
    }

    private HotLoop.Wanted wanted(CompiledLoop loop) {
        if (expected(loop).equals(EnumSet.of(AccessKind.CALL))) {
            return HotLoop.Wanted.CALLS;
        }
        if (loop.side() == Side.WRITE) {
            return HotLoop.Wanted.STORES;
        }
        return readMode(loop) == ReadMode.CAS ? HotLoop.Wanted.LOCKS : HotLoop.Wanted.LOADS;
    }

    private boolean aroundAShort(CompiledLoop loop) {
        return request.width() == Width.SHORT && request.tier() == Tier.C1
            && (loop.side() == Side.WRITE ? writeMode(loop).readsAndWrites() : readMode(loop).readsAndWrites());
    }

    private static WriteMode writeMode(CompiledLoop loop) {
        return WriteMode.valueOf(loop.mode().toUpperCase(Locale.ROOT));
    }

    private static ReadMode readMode(CompiledLoop loop) {
        return ReadMode.valueOf(loop.mode().toUpperCase(Locale.ROOT));
    }

    private static Evidence nothing(CompiledLoop loop, String headline, String explanation, String warning,
                                    List<Instruction> code) {
        return new Evidence(loop.side(), loop.mode(), null, headline, 0, 0, 0, explanation, warning, code, List.of());
    }
}
