// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.tearline.asm.HotLoop.Wanted;
import org.tearline.asm.Instruction.AccessKind;
import org.tearline.run.link.CompileRequest.CompiledLoop;
import org.tearline.run.link.CompileRequest;
import org.tearline.trial.Api;
import org.tearline.trial.Architecture;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/**
 * What a loop's access should look like in machine code. Thread-safe.
 *
 * @param kinds        the instructions that a JIT compiler may use
 * @param several      whether the mode makes several accesses, which are not inspected
 * @param aroundAShort whether the access is to the aligned int around a short, as in C1's read-modify-writes
 */
record ExpectedInstructions(Set<AccessKind> kinds, boolean several, boolean aroundAShort, Wanted wanted) {
    static ExpectedInstructions of(CompiledLoop loop, CompileRequest request, Architecture set) {
        Rules rules = new Rules(request, set == Architecture.X86_64);
        WriteMode write = loop.write();
        if (write != null) {
            return rules.expected(rules.of(write), write == WriteMode.SEQLOCK, write.readsAndWrites(), Wanted.STORES);
        }
        ReadMode read = loop.read();
        Wanted wanted = Wanted.LOADS;
        if (read == ReadMode.CAS) {
            wanted = Wanted.LOCKS;
        }
        return rules.expected(rules.of(read), read.guarded(), read.readsAndWrites(), wanted);
    }

    private record Rules(CompileRequest request, boolean x86) {
        /** Looks for calls if the access is always a call, otherwise for instructions in the loop. */
        ExpectedInstructions expected(Set<AccessKind> kinds, boolean several, boolean updates, Wanted inlined) {
            Wanted wanted = inlined;
            if (kinds.equals(Set.of(AccessKind.CALL))) {
                wanted = Wanted.CALLS;
            }
            return new ExpectedInstructions(kinds, several, shortInC1() && updates, wanted);
        }

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
                case EXCHANGE -> exchange();
                case GETANDADD -> locked(AccessKind.LOCK_XADD, AccessKind.LDADD);
            };
        }

        boolean c1() {
            return request.tier() == Tier.C1;
        }

        boolean shortInC1() {
            return c1() && request.width() == Width.SHORT;
        }

        Set<AccessKind> plain(AccessKind onArm) {
            if (!Api.checks(request.memory()) || !c1() || request.width().isVector()) {
                return move(onArm);
            }
            // C1 inlines the method of the JDK's API only if it knows the class of the buffer or segment.
            return EnumSet.of(AccessKind.CALL, x86 ? AccessKind.MOV : onArm);
        }

        Set<AccessKind> move(AccessKind... onArm) {
            if (!x86) {
                return EnumSet.copyOf(List.of(onArm));
            }
            return switch (request.width()) {
                case VECTOR_16 -> Set.of(AccessKind.XMM);
                case VECTOR_32 -> Set.of(AccessKind.YMM);
                case VECTOR_64 -> Set.of(AccessKind.ZMM);
                case SHORT, INT, LONG -> EnumSet.of(AccessKind.MOV, AccessKind.VMOV);
            };
        }

        Set<AccessKind> exchange() {
            if (c1() && !shortInC1()) {
                // C1 calls the JVM's native method.
                return Set.of(AccessKind.CALL);
            }
            return locked(AccessKind.LOCK_CMPXCHG, AccessKind.CAS);
        }

        Set<AccessKind> locked(AccessKind onX86, AccessKind onArm) {
            if (shortInC1()) {
                // C1 has no intrinsic for a short, so Java code updates the aligned int around it.
                return EnumSet.of(AccessKind.LOCK_CMPXCHG, AccessKind.CALL);
            }
            if (x86) {
                return Set.of(onX86);
            }
            return EnumSet.of(onArm, AccessKind.EXCLUSIVE);
        }
    }
}
