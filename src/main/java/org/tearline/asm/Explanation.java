// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.ArrayList;
import java.util.List;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.run.link.CompileRequest;
import org.tearline.trial.Architecture;
import org.tearline.trial.Crossing;
import org.tearline.trial.LowerCase;
import org.tearline.trial.Width;

/** Explains in words whether an instruction can tear at an offset. Thread-safe. */
record Explanation(CompileRequest request, Architecture set) {
    static final String AROUND_A_SHORT = "C1 has no instruction for this: it updates the aligned int around the short"
        + " with a locked instruction and retries if another thread interferes. The short stays whole. The access is"
        + " refused if no aligned int contains the short.";
    private static final String NEEDS_LSE2 = "faults if misaligned, unless the CPU has LSE2 and all bytes lie within"
        + " 16 aligned bytes.";

    private static final String ALIGNED = "whole because it is aligned.";

    String of(HotLoop loop) {
        AccessKind kind = loop.kinds().get(0);
        if (kind == AccessKind.CALL) {
            return call(loop.accesses().get(0).callee());
        }
        String bytes = request.width().bytes() + "-byte access: ";
        String access = "One unlocked " + bytes + unlocked(kind);
        if (kind.locked()) {
            access = "One locked " + bytes + locked();
        }
        if (loop.fences().isEmpty()) {
            return access;
        }
        return access + " " + fence(loop);
    }

    private String locked() {
        if (set == Architecture.AARCH64) {
            if (aligned()) {
                return ALIGNED;
            }
            return "whole if it completes; " + NEEDS_LSE2;
        }
        return switch (crossing()) {
            case NONE -> "whole at every offset; inside a line the lock stays within this core's cache.";
            case LINE, PAGE -> "whole even " + boundary() + ", but it locks the bus, which delays accesses"
                + " of other cores that miss their caches.";
        };
    }

    private String unlocked(AccessKind kind) {
        boolean vector = request.width().isVector();
        if (!vector && aligned()) {
            return ALIGNED;
        }
        if (set == Architecture.AARCH64 && !vector) {
            return misalignedOnArm(kind);
        }
        if (crossing() != Crossing.NONE) {
            return boundary() + " the CPU splits it in two, so it can tear.";
        }
        if (!vector && request.offset() % Long.BYTES + request.width().bytes() <= Long.BYTES) {
            return "misaligned inside 8 aligned bytes. Intel and AMD guarantee that it is whole.";
        }
        if (!vector) {
            return "misaligned inside a line. Intel guarantees that it is whole, AMD does not.";
        }
        if (aligned() && request.width() == Width.VECTOR_16) {
            return "aligned. On CPUs with AVX, AMD guarantees that it is whole; Intel does so only for MOVAPS, MOVAPD"
                + " and MOVDQA.";
        }
        return "inside a line. No vendor guarantees that it is whole.";
    }

    private static String misalignedOnArm(AccessKind kind) {
        if (kind == AccessKind.LDAR || kind == AccessKind.STLR) {
            return NEEDS_LSE2;
        }
        return "whole with LSE2 within 16 aligned bytes; otherwise it can tear.";
    }

    private static String fence(HotLoop loop) {
        int accesses = loop.accesses().size();
        int fences = loop.fences().size();
        String effect = "The fence orders the access but does not make it whole";
        if (loop.fences().get(0).isLockedAddOnTheStack()) {
            effect = "The fence is a locked add on the stack: it orders the access but does not make it whole";
        }
        if (accesses <= fences) {
            return effect + ".";
        }
        String kept = fences + " fences";
        if (fences == 1) {
            kept = "one fence";
        }
        return effect + "; C2 unrolled the loop and kept " + kept + " for " + accesses + " accesses, "
            + placesOfFences(loop) + ".";
    }

    /** Names the accesses that are followed by a fence. A fence before all accesses follows the start. */
    private static String placesOfFences(HotLoop loop) {
        List<String> places = new ArrayList<>();
        int accesses = 0;
        for (Instruction instruction : loop.body()) {
            if (loop.accesses().contains(instruction)) {
                accesses++;
            }
            if (loop.fences().contains(instruction)) {
                places.add(accesses == 0 ? "the start" : "access " + accesses);
            }
        }
        return "after " + String.join(" and ", places);
    }

    /** C1 has an intrinsic for unaligned longs, as PrintInlining shows on JDK 17 and 25; the interpreter has none. */
    private static String call(String callee) {
        if (callee.startsWith("compareAnd")) {
            return "Calls the JVM's native " + callee + ", which executes the locked instruction.";
        }
        return "Calls the Java method " + callee + ". Once compiled, it makes one unlocked access if the CPU allows"
                + " unaligned ones; while interpreted, it splits a misaligned access into pieces.";
    }

    private boolean aligned() {
        return request.offset() % request.width().bytes() == 0;
    }

    private Crossing crossing() {
        return request.geometry().crossing(request.offset(), request.width());
    }

    private String boundary() {
        int bytes = request.geometry().lineBytes();
        if (crossing() == Crossing.PAGE) {
            bytes = request.geometry().pageBytes();
        }
        int last = request.offset() + request.width().bytes() - 1;
        return "across a " + LowerCase.of(crossing()) + " (at " + (last - last % bytes) + ")";
    }
}
