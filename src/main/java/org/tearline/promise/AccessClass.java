package org.tearline.promise;

import java.util.Locale;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Tier;
import org.tearline.plan.WriteMode;

/** The kinds of instruction that vendors promise about. Immutable. */
public enum AccessClass {
    /** An ordinary load or store. */
    PLAIN,
    /** A load or store that orders: LDAR and STLR on Arm, an ordinary one elsewhere. */
    ORDERED,
    /** A read-modify-write: locked on x86, CAS, LDADD, SWP or exclusives on Arm, AMO or LR/SC on RISC-V. */
    LOCKED,
    /** A 16-byte load or store of a vector unit. */
    VECTOR;

    /**
     * What HotSpot makes of a write.
     *
     * @param x86 whether the instruction set is x86-64
     */
    public static AccessClass of(WriteMode mode, Tier tier, boolean x86) {
        return switch (mode) {
            case PLAIN -> PLAIN;
            // Elsewhere a barrier and an ordinary store.
            case OPAQUE, ORDERED -> x86 && mode.lockedOnX86(tier) ? LOCKED : PLAIN;
            case VOLATILE -> x86 && mode.lockedOnX86(tier) ? LOCKED : ORDERED;
            case CAS, GETANDSET, GETANDADD -> LOCKED;
        };
    }

    /** What HotSpot makes of a read, in every tier. */
    public static AccessClass of(ReadMode mode) {
        return switch (mode) {
            case PLAIN, OPAQUE -> PLAIN;
            case ACQUIRE, VOLATILE -> ORDERED;
            case CAS, EXCHANGE, GETANDADD -> LOCKED;
        };
    }

    /** The name in the registry and in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
