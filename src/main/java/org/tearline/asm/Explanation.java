// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.ArrayList;
import java.util.List;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.run.link.Message.CompileRequest;
import org.tearline.trial.Geometry;
import org.tearline.trial.Geometry.Crossing;
import org.tearline.trial.Width;

/** What an access in machine code means for a tear at an offset. */
final class Explanation {
    /** What C1 makes of a short's read-modify-write. */
    static final String AROUND_A_SHORT = "This tier has no instruction for it: a locked access of the aligned int"
        + " around the short, again and again until nobody came between. Whole, and refused where no such int is.";

    private Explanation() {
    }

    static String of(HotLoop loop, AccessKind kind, CompileRequest request, InstructionSet set) {
        if (kind == AccessKind.CALL) {
            return call(loop.accesses().get(0).callee());
        }
        String access = kind.locked() ? locked(request, set) : unlocked(request, ordering(kind), set);
        return loop.fences().isEmpty() ? access : access + " " + fence(loop, set);
    }

    private static String locked(CompileRequest request, InstructionSet set) {
        String one = "One locked access of " + request.width().bytes() + " bytes: ";
        if (set == InstructionSet.AARCH64) {
            return one + (aligned(request) ? "whole, without a doubt."
                : "whole where it is made at all; misaligned it faults, unless the CPU has LSE2 and the bytes lie"
                + " within 16 aligned ones.");
        }
        return one + switch (crossing(request)) {
            case NONE -> "whole at every offset; inside a line the lock stays within this core's cache.";
            case LINE, PAGE -> "whole even " + boundary(request) + ", where it locks the bus and delays"
                + " whatever misses the first-level cache of another core.";
        };
    }

    private static String unlocked(CompileRequest request, boolean ordering, InstructionSet set) {
        String one = "One access of " + request.width().bytes() + " bytes, not locked: ";
        if (request.width().isVector()) {
            return one + vector(request);
        }
        if (aligned(request)) {
            return one + "whole because it is aligned.";
        }
        if (set == InstructionSet.AARCH64) {
            return one + (ordering ? "misaligned it faults, unless the CPU has LSE2 and the bytes lie within 16 aligned"
                + " ones." : "whole with LSE2 inside 16 aligned bytes, else it can be seen half done.");
        }
        return one + switch (crossing(request)) {
            case NONE -> "misaligned inside a line, it is whole on Intel by promise; AMD promises nothing.";
            case LINE, PAGE -> boundary(request) + " the CPU makes it in two parts, and it can be seen half done.";
        };
    }

    private static String vector(CompileRequest request) {
        if (crossing(request) != Crossing.NONE) {
            return boundary(request) + " the CPU makes it in two parts, and it can be seen half done.";
        }
        return aligned(request) && request.width() == Width.VECTOR_16
            ? "aligned, it is whole on Intel and AMD by promise, where the CPU has AVX."
            : "inside a line, but no vendor promises that it is whole.";
    }

    private static String fence(HotLoop loop, InstructionSet set) {
        String where = set == InstructionSet.X86_64
            ? "The fence is a locked addition on the stack: it orders the value and does not protect it"
            : "The fence orders the value and does not protect it";
        int accesses = loop.accesses().size();
        int fences = loop.fences().size();
        return where + (accesses > fences && fences > 0 ? "; C2 unrolled the loop and kept "
            + (fences == 1 ? "one" : fences) + " for " + accesses + " accesses, " + places(loop) + "." : ".");
    }

    /** The accesses that have a fence behind them. */
    private static String places(HotLoop loop) {
        List<String> places = new ArrayList<>();
        int accesses = 0;
        for (Instruction instruction : loop.body()) {
            accesses += loop.accesses().contains(instruction) ? 1 : 0;
            if (loop.fences().contains(instruction)) {
                places.add(accesses == 0 ? "the start" : "access " + accesses);
            }
        }
        return "behind " + String.join(" and ", places);
    }

    /** C1's intrinsic for unaligned longs was seen with PrintInlining on JDK 17 and 25; the interpreter has none. */
    private static String call(String callee) {
        if (callee.startsWith("compareAnd")) {
            return "A call of the JVM's native " + callee + ": the access is a locked instruction there, not in this"
                + " loop.";
        }
        return "A call of Java code, " + callee + ", which is compiled on its own: then it makes one access that is not"
            + " locked where the CPU allows unaligned ones; as long as it is interpreted it makes a misaligned access"
            + " of pieces.";
    }

    private static boolean ordering(AccessKind kind) {
        return kind == AccessKind.LDAR || kind == AccessKind.STLR;
    }

    private static boolean aligned(CompileRequest request) {
        return request.offset() % request.width().bytes() == 0;
    }

    private static Crossing crossing(CompileRequest request) {
        return request.geometry().crossing(request.offset(), request.width());
    }

    private static String boundary(CompileRequest request) {
        Geometry geometry = request.geometry();
        int last = request.offset() + request.width().bytes() - 1;
        return crossing(request) == Crossing.PAGE
            ? "across a page (at " + last / geometry.pageBytes() * geometry.pageBytes() + ")"
            : "across a line (at " + last / geometry.lineBytes() * geometry.lineBytes() + ")";
    }
}
