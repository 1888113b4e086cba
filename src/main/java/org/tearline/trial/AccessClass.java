// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Set;

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
    /** A 16-byte access that faults on a misaligned address, such as VMOVDQA. Some promises cover only this class. */
    VECTOR_ALIGNED,
    /** The instruction set or the JVM is unknown. */
    UNKNOWN;

    /** Returns the class of the instruction that HotSpot uses for a write. */
    public static AccessClass of(WriteMode mode, Width width, Tier tier, Architecture architecture) {
        if (architecture == Architecture.OTHER) {
            return UNKNOWN;
        }
        if (tier == Tier.INTERPRETER
            && Set.of(WriteMode.OPAQUE, WriteMode.ORDERED, WriteMode.VOLATILE).contains(mode)) {
            // The interpreter makes an opaque or ordered store a volatile one: XCHG on x86-64, STLR on Arm.
            if (architecture == Architecture.X86_64) {
                return LOCKED;
            }
            return ORDERED;
        }
        return switch (mode) {
            case PLAIN -> plain(width);
            // Compiled, an opaque or ordered store is an ordinary one with a barrier.
            case SEQLOCK, OPAQUE, ORDERED -> PLAIN;
            case VOLATILE -> withOrder(tier, architecture);
            case CAS -> compareAndSet(architecture);
            case GETANDSET, GETANDADD -> LOCKED;
        };
    }

    /** Returns the class of the instruction that HotSpot uses for a read. */
    public static AccessClass of(ReadMode mode, Width width, Tier tier, Architecture architecture) {
        if (architecture == Architecture.OTHER) {
            return UNKNOWN;
        }
        if (tier == Tier.INTERPRETER && mode == ReadMode.OPAQUE) {
            // The interpreter makes an opaque read a volatile one.
            return ORDERED;
        }
        return switch (mode) {
            case PLAIN -> plain(width);
            // Promises are about single instructions, so a seqlock is classified by its plain read of the value.
            case SEQLOCK, OPAQUE -> PLAIN;
            case ACQUIRE, VOLATILE, AGREE, MASKED -> withOrder(tier, architecture);
            case CAS, EXCHANGE -> compareAndSet(architecture);
            case GETANDADD -> LOCKED;
        };
    }

    /** Only a plain access is to the whole vector; an access in any other mode is to a long inside the vector. */
    public static AccessClass plain(Width width) {
        if (width.isVector()) {
            return VECTOR;
        }
        return PLAIN;
    }

    /** On Arm, C1 uses LDR, STR and barriers instead of LDAR and STLR. */
    private static AccessClass withOrder(Tier tier, Architecture architecture) {
        if (architecture == Architecture.AARCH64 && tier == Tier.C1) {
            return PLAIN;
        }
        return ORDERED;
    }

    private static AccessClass compareAndSet(Architecture architecture) {
        if (architecture == Architecture.RISCV64) {
            return RESERVED;
        }
        return LOCKED;
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
        /** May tear. */
        ORDINARY,
        /** Is atomic, even across a line. */
        LOCKED,
        /** Faults, at least across the CPU's atomicity granule. Is atomic wherever it does not fault. */
        FAULTING,
        UNKNOWN
    }

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
