// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Locale;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;

/** The kinds of instruction that vendors' promises distinguish. */
public enum AccessClass {
    /** An ordinary load or store. */
    PLAIN,
    /** A load or store with ordering: LDAR and STLR on Arm, an ordinary one elsewhere. */
    ORDERED,
    /**
     * A read-modify-write: locked on x86; CAS, LDADD, SWP or exclusives on Arm; AMO on RISC-V; load-reserve and
     * store-conditional on POWER and LoongArch; COMPARE AND SWAP on s390x.
     */
    LOCKED,
    /** RISC-V's compare-and-set: LR/SC, or AMOCAS if HotSpot uses that. AMOCAS has at least the same promises. */
    RESERVED,
    /** A vector load or store that allows any address, such as the VMOVDQU that HotSpot uses. */
    VECTOR,
    /** A 16-byte access that faults on a misaligned address, such as VMOVDQA. Some promises cover no other. */
    VECTOR_ALIGNED,
    /** The instruction set or the JVM is unknown. */
    UNKNOWN;

    /** Returns the class of the instruction that HotSpot uses for a write. */
    public static AccessClass of(WriteMode mode, Width width, Tier tier, Architecture architecture) {
        if (architecture == Architecture.OTHER) {
            return UNKNOWN;
        }
        return switch (mode) {
            // Only a plain access is a vector. Others are to a long inside it.
            case PLAIN -> width.isVector() ? VECTOR : PLAIN;
            case SEQLOCK -> PLAIN;
            // Compiled, it is an ordinary store with a barrier.
            case OPAQUE, ORDERED -> tier == Tier.INTERPRETER ? interpretedStore(architecture) : PLAIN;
            case VOLATILE -> tier == Tier.INTERPRETER ? interpretedStore(architecture) : withOrder(tier, architecture);
            case CAS -> compareAndSet(architecture);
            case GETANDSET, GETANDADD -> LOCKED;
        };
    }

    /** Returns the class of the instruction that HotSpot uses for a read. */
    public static AccessClass of(ReadMode mode, Width width, Tier tier, Architecture architecture) {
        if (architecture == Architecture.OTHER) {
            return UNKNOWN;
        }
        return switch (mode) {
            case PLAIN -> width.isVector() ? VECTOR : PLAIN;
            // No vendor promises anything about a seqlock, so only its plain reads count.
            case SEQLOCK -> PLAIN;
            // Until an opaque read is compiled, it is a volatile one.
            case OPAQUE -> tier == Tier.INTERPRETER ? ORDERED : PLAIN;
            case ACQUIRE, VOLATILE, AGREE, MASKED -> withOrder(tier, architecture);
            case CAS, EXCHANGE -> compareAndSet(architecture);
            case GETANDADD -> LOCKED;
        };
    }

    /** Until an opaque or ordered store is compiled, it is a volatile one: XCHG on x86-64, STLR on Arm. */
    private static AccessClass interpretedStore(Architecture architecture) {
        return architecture == Architecture.X86_64 ? LOCKED : ORDERED;
    }

    /** On Arm, C1 uses LDR, STR and barriers instead of LDAR and STLR. */
    private static AccessClass withOrder(Tier tier, Architecture architecture) {
        return architecture == Architecture.AARCH64 && tier == Tier.C1 ? PLAIN : ORDERED;
    }

    private static AccessClass compareAndSet(Architecture architecture) {
        return architecture == Architecture.RISCV64 ? RESERVED : LOCKED;
    }

    /** Returns what the instruction does at a misaligned address. */
    public Misaligned misaligned(Architecture architecture) {
        return switch (this) {
            case PLAIN, VECTOR -> Misaligned.ORDINARY;
            case ORDERED -> architecture == Architecture.AARCH64 ? Misaligned.FAULTING : Misaligned.ORDINARY;
            case LOCKED -> architecture.locksMisaligned() ? Misaligned.LOCKED : Misaligned.FAULTING;
            case RESERVED, VECTOR_ALIGNED -> Misaligned.FAULTING;
            case UNKNOWN -> Misaligned.UNKNOWN;
        };
    }

    /** What an instruction does at a misaligned address. */
    public enum Misaligned {
        /** It may tear. */
        ORDINARY,
        /** It is whole, even across a line. */
        LOCKED,
        /** It faults, at least across the CPU's atomicity granule. Where it does not, it is whole. */
        FAULTING,
        UNKNOWN
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
