// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.run.link.Message.CompileRequest;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;

/** The instructions that a JIT compiler may use for an access. Thread-safe. */
record Expected(CompileRequest request, boolean x86) {
    Set<AccessKind> of(WriteMode mode) {
        return switch (mode) {
            case PLAIN -> plain(AccessKind.STR);
            case OPAQUE, SEQLOCK -> move(AccessKind.STR);
            case ORDERED, VOLATILE -> move(AccessKind.STR, AccessKind.STLR);
            case CAS -> locked(AccessKind.LOCK_CMPXCHG, AccessKind.CAS);
            case GETANDSET -> locked(AccessKind.XCHG, AccessKind.SWP);
            case GETANDADD -> locked(AccessKind.LOCK_XADD, AccessKind.LDADD);
        };
    }

    Set<AccessKind> of(ReadMode mode) {
        return switch (mode) {
            case PLAIN -> plain(AccessKind.LDR);
            case OPAQUE, SEQLOCK -> move(AccessKind.LDR);
            case ACQUIRE, VOLATILE, AGREE, MASKED -> move(AccessKind.LDR, AccessKind.LDAR);
            case CAS -> locked(AccessKind.LOCK_CMPXCHG, AccessKind.CAS);
            // C1 calls the JVM's native method.
            case EXCHANGE -> c1() && request.width() != Width.SHORT ? EnumSet.of(AccessKind.CALL)
                : locked(AccessKind.LOCK_CMPXCHG, AccessKind.CAS);
            case GETANDADD -> locked(AccessKind.LOCK_XADD, AccessKind.LDADD);
        };
    }

    private boolean c1() {
        return request.tier() == Tier.C1;
    }

    private Set<AccessKind> plain(AccessKind onArm) {
        // C1 inlines ByteBuffer's method only if it knows the buffer's class.
        return request.memory().checkedByJdk() && c1() && !request.width().isVector()
            ? EnumSet.of(AccessKind.CALL, x86 ? AccessKind.MOV : onArm) : move(onArm);
    }

    private Set<AccessKind> move(AccessKind... onArm) {
        return !x86 ? EnumSet.copyOf(List.of(onArm)) : switch (request.width()) {
            case VECTOR_16 -> EnumSet.of(AccessKind.XMM);
            case VECTOR_32 -> EnumSet.of(AccessKind.YMM);
            case VECTOR_64 -> EnumSet.of(AccessKind.ZMM);
            case SHORT, INT, LONG -> EnumSet.of(AccessKind.MOV, AccessKind.VMOV);
        };
    }

    private Set<AccessKind> locked(AccessKind onX86, AccessKind onArm) {
        if (request.width() == Width.SHORT && c1()) {
            // C1 has no intrinsic for a short, so Java code updates the aligned int around it.
            return EnumSet.of(AccessKind.LOCK_CMPXCHG, AccessKind.CALL);
        }
        return x86 ? EnumSet.of(onX86) : EnumSet.of(onArm, AccessKind.EXCLUSIVE);
    }
}
