// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.Locale;
import org.tearline.trial.Architecture;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/** The kinds of instruction that vendors promise about. Immutable. */
public enum AccessClass {
    /** An ordinary load or store. */
    PLAIN,
    /** A load or store that orders: LDAR and STLR on Arm, an ordinary one elsewhere. */
    ORDERED,
    /**
     * A read-modify-write: locked on x86, CAS, LDADD, SWP or exclusives on Arm, AMO on RISC-V, a pair that reserves on
     * POWER and LoongArch, COMPARE AND SWAP on s390x.
     */
    LOCKED,
    /** RISC-V's compare-and-set: LR/SC, or AMOCAS where HotSpot uses it, of which no less is promised. */
    RESERVED,
    /** A load or store of a vector that takes any address, such as VMOVDQU: the one that the JVM's loops make. */
    VECTOR,
    /** One of 16 bytes that faults on a misaligned address, such as VMOVDQA, which only some promises are of. */
    VECTOR_ALIGNED;

    /** Returns what HotSpot makes of a write of so many bytes. */
    public static AccessClass of(WriteMode mode, Width width, Tier tier, Architecture architecture) {
        return width.isVector() ? VECTOR : of(mode, tier, architecture);
    }

    /** Returns what HotSpot makes of a read of so many bytes, in every tier. */
    public static AccessClass of(ReadMode mode, Width width, Architecture architecture) {
        return width.isVector() ? VECTOR : of(mode, architecture);
    }

    /** Returns what HotSpot makes of a write of at most eight bytes. */
    public static AccessClass of(WriteMode mode, Tier tier, Architecture architecture) {
        boolean locked = architecture.locks(mode, tier);
        return switch (mode) {
            case PLAIN, SEQLOCK -> PLAIN;
            // Elsewhere a barrier and an ordinary store.
            case OPAQUE, ORDERED -> locked ? LOCKED : PLAIN;
            case VOLATILE -> locked ? LOCKED : ORDERED;
            case CAS -> compareAndSet(architecture);
            case GETANDSET, GETANDADD -> LOCKED;
        };
    }

    /** Returns what HotSpot makes of a read of at most eight bytes, in every tier. */
    public static AccessClass of(ReadMode mode, Architecture architecture) {
        return switch (mode) {
            // A vendor promises nothing of a guard, so its reads are all that counts.
            case PLAIN, OPAQUE, SEQLOCK -> PLAIN;
            case ACQUIRE, VOLATILE, AGREE, MASKED -> ORDERED;
            case CAS, EXCHANGE -> compareAndSet(architecture);
            case GETANDADD -> LOCKED;
        };
    }

    private static AccessClass compareAndSet(Architecture architecture) {
        return architecture == Architecture.RISCV64 ? RESERVED : LOCKED;
    }

    /** Returns whether it reads and writes at once. */
    public boolean readsAndWrites() {
        return this == LOCKED || this == RESERVED;
    }

    /** Returns the name in the registry and in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
