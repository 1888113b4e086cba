// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.EnumSet;
import java.util.Set;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.run.link.Message.CompileRequest;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;

/** The instructions that a JIT compiler may use for an access. */
enum Expected {
    MOVE, ORDER, CAS, EXCHANGE, SWAP, ADD;

    static Set<AccessKind> of(WriteMode mode, CompileRequest request, InstructionSet set) {
        return (switch (mode) {
            case PLAIN, OPAQUE, SEQLOCK -> MOVE;
            case ORDERED, VOLATILE -> ORDER;
            case CAS -> CAS;
            case GETANDSET -> SWAP;
            case GETANDADD -> ADD;
        }).of(request, set, mode == WriteMode.PLAIN, AccessKind.STR, AccessKind.STLR);
    }

    static Set<AccessKind> of(ReadMode mode, CompileRequest request, InstructionSet set) {
        return (switch (mode) {
            case PLAIN, OPAQUE, SEQLOCK -> MOVE;
            case ACQUIRE, VOLATILE, AGREE, MASKED -> ORDER;
            case CAS -> CAS;
            case EXCHANGE -> EXCHANGE;
            case GETANDADD -> ADD;
        }).of(request, set, mode == ReadMode.PLAIN, AccessKind.LDR, AccessKind.LDAR);
    }

    private Set<AccessKind> of(CompileRequest request, InstructionSet set, boolean plain, AccessKind onArm,
                               AccessKind orderedOnArm) {
        boolean x86 = set == InstructionSet.X86_64;
        boolean c1 = request.tier() == Tier.C1;
        if (request.width().isVector()) {
            return EnumSet.of(x86 ? vector(request.width()) : onArm);
        }
        if (plain && request.memory().checkedByJdk() && c1) {
            // C1 inlines ByteBuffer's method only if it knows the buffer's class.
            return EnumSet.of(AccessKind.CALL, x86 ? AccessKind.MOV : onArm);
        }
        if (this != MOVE && this != ORDER && request.width() == Width.SHORT && c1) {
            // C1 has no intrinsic for a short: Java code updates the aligned int around it.
            return EnumSet.of(AccessKind.LOCK_CMPXCHG, AccessKind.CALL);
        }
        if (this == EXCHANGE && c1) {
            // C1 calls the JVM's native method.
            return EnumSet.of(AccessKind.CALL);
        }
        return switch (this) {
            case MOVE -> x86 ? EnumSet.of(AccessKind.MOV, AccessKind.VMOV) : EnumSet.of(onArm);
            case ORDER -> x86 ? EnumSet.of(AccessKind.MOV, AccessKind.VMOV) : EnumSet.of(onArm, orderedOnArm);
            case CAS, EXCHANGE -> x86 ? EnumSet.of(AccessKind.LOCK_CMPXCHG)
                : EnumSet.of(AccessKind.CAS, AccessKind.EXCLUSIVE);
            case SWAP -> x86 ? EnumSet.of(AccessKind.XCHG) : EnumSet.of(AccessKind.SWP, AccessKind.EXCLUSIVE);
            case ADD -> x86 ? EnumSet.of(AccessKind.LOCK_XADD) : EnumSet.of(AccessKind.LDADD, AccessKind.EXCLUSIVE);
        };
    }

    private static AccessKind vector(Width width) {
        return width == Width.VECTOR_16 ? AccessKind.XMM : width == Width.VECTOR_32 ? AccessKind.YMM : AccessKind.ZMM;
    }
}
