// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.EnumSet;
import java.util.Set;
import org.tearline.run.link.CompileRequest;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/** Tells which instructions an access may become, whatever the compiler. */
final class Expected {
    private Expected() {
    }

    static Set<AccessKind> of(WriteMode mode, CompileRequest request, InstructionSet set) {
        if (request.width().isVector()) {
            return EnumSet.of(vector(request.width(), set, AccessKind.STR));
        }
        if (mode == WriteMode.PLAIN && mayBeCalled(request)) {
            return EnumSet.of(AccessKind.CALL, set == InstructionSet.X86_64 ? AccessKind.MOV : AccessKind.STR);
        }
        if (mode.readsAndWrites() && aroundAShort(request)) {
            return EnumSet.of(AccessKind.LOCK_CMPXCHG, AccessKind.CALL);
        }
        return switch (set) {
            case X86_64 -> switch (mode) {
                case PLAIN, OPAQUE, ORDERED, VOLATILE, SEQLOCK -> EnumSet.of(AccessKind.MOV, AccessKind.VMOV);
                case CAS -> EnumSet.of(AccessKind.LOCK_CMPXCHG);
                case GETANDSET -> EnumSet.of(AccessKind.XCHG);
                case GETANDADD -> EnumSet.of(AccessKind.LOCK_XADD);
            };
            case AARCH64 -> switch (mode) {
                case PLAIN, OPAQUE, SEQLOCK -> EnumSet.of(AccessKind.STR);
                case ORDERED, VOLATILE -> EnumSet.of(AccessKind.STR, AccessKind.STLR);
                case CAS -> EnumSet.of(AccessKind.CAS, AccessKind.EXCLUSIVE);
                case GETANDSET -> EnumSet.of(AccessKind.SWP, AccessKind.EXCLUSIVE);
                case GETANDADD -> EnumSet.of(AccessKind.LDADD, AccessKind.EXCLUSIVE);
            };
        };
    }

    static Set<AccessKind> of(ReadMode mode, CompileRequest request, InstructionSet set) {
        if (request.width().isVector()) {
            return EnumSet.of(vector(request.width(), set, AccessKind.LDR));
        }
        if (mode == ReadMode.PLAIN && mayBeCalled(request)) {
            return EnumSet.of(AccessKind.CALL, set == InstructionSet.X86_64 ? AccessKind.MOV : AccessKind.LDR);
        }
        if (mode.readsAndWrites() && aroundAShort(request)) {
            return EnumSet.of(AccessKind.LOCK_CMPXCHG, AccessKind.CALL);
        }
        return switch (set) {
            case X86_64 -> switch (mode) {
                case PLAIN, OPAQUE, ACQUIRE, VOLATILE, AGREE, MASKED, SEQLOCK ->
                    EnumSet.of(AccessKind.MOV, AccessKind.VMOV);
                case CAS -> EnumSet.of(AccessKind.LOCK_CMPXCHG);
                case EXCHANGE -> exchange(AccessKind.LOCK_CMPXCHG, request.tier());
                case GETANDADD -> EnumSet.of(AccessKind.LOCK_XADD);
            };
            case AARCH64 -> switch (mode) {
                case PLAIN, OPAQUE, SEQLOCK -> EnumSet.of(AccessKind.LDR);
                case ACQUIRE, VOLATILE, AGREE, MASKED -> EnumSet.of(AccessKind.LDR, AccessKind.LDAR);
                case CAS -> EnumSet.of(AccessKind.CAS, AccessKind.EXCLUSIVE);
                case EXCHANGE -> {
                    Set<AccessKind> kinds = exchange(AccessKind.CAS, request.tier());
                    kinds.add(request.tier() == Tier.C2 ? AccessKind.EXCLUSIVE : AccessKind.CALL);
                    yield kinds;
                }
                case GETANDADD -> EnumSet.of(AccessKind.LDADD, AccessKind.EXCLUSIVE);
            };
        };
    }

    private static AccessKind vector(Width width, InstructionSet set, AccessKind onArm) {
        return set == InstructionSet.AARCH64 ? onArm : switch (width) {
            case VECTOR_16 -> AccessKind.XMM;
            case VECTOR_32 -> AccessKind.YMM;
            case SHORT, INT, LONG, VECTOR_64 -> AccessKind.ZMM;
        };
    }

    /**
     * Returns whether a plain access may be a call of ByteBuffer's method: C1 inlines it where it knows the buffer's
     * class.
     */
    private static boolean mayBeCalled(CompileRequest request) {
        return request.memory().checkedByJdk() && request.tier() == Tier.C1;
    }

    /** C1 has no read-modify-write of a short: Java code makes one of the aligned int around it. */
    private static boolean aroundAShort(CompileRequest request) {
        return request.width() == Width.SHORT && request.tier() == Tier.C1;
    }

    /** C1 has no compareAndExchange of its own; it calls the JVM's native method. */
    private static Set<AccessKind> exchange(AccessKind inCode, Tier tier) {
        return EnumSet.of(tier == Tier.C2 ? inCode : AccessKind.CALL);
    }
}
