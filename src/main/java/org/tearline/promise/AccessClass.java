// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.Locale;
import org.tearline.trial.Architecture;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;

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
    VECTOR_ALIGNED;

    public static AccessClass of(WriteMode mode, Width width, Tier tier, Architecture architecture) {
        return width.isVector() ? VECTOR : of(mode, tier, architecture);
    }

    public static AccessClass of(ReadMode mode, Width width, Architecture architecture) {
        return width.isVector() ? VECTOR : of(mode, architecture);
    }

    /** Returns the class of the instruction that HotSpot uses for a write of at most eight bytes. */
    public static AccessClass of(WriteMode mode, Tier tier, Architecture architecture) {
        boolean locked = architecture.locks(mode, tier);
        return switch (mode) {
            case PLAIN, SEQLOCK -> PLAIN;
            // An unlocked one is an ordinary store with a barrier.
            case OPAQUE, ORDERED -> locked ? LOCKED : PLAIN;
            case VOLATILE -> locked ? LOCKED : ORDERED;
            case CAS -> compareAndSet(architecture);
            case GETANDSET, GETANDADD -> LOCKED;
        };
    }

    /** Returns the class of the instruction that HotSpot uses, in every tier, for a read of at most eight bytes. */
    public static AccessClass of(ReadMode mode, Architecture architecture) {
        return switch (mode) {
            // No vendor promises anything about a seqlock, so only its plain reads count.
            case PLAIN, OPAQUE, SEQLOCK -> PLAIN;
            case ACQUIRE, VOLATILE, AGREE, MASKED -> ORDERED;
            case CAS, EXCHANGE -> compareAndSet(architecture);
            case GETANDADD -> LOCKED;
        };
    }

    private static AccessClass compareAndSet(Architecture architecture) {
        return architecture == Architecture.RISCV64 ? RESERVED : LOCKED;
    }

    public boolean readsAndWrites() {
        return this == LOCKED || this == RESERVED;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Pairs of a write and a read, classified by which of them is a read-modify-write. */
    public enum PairClass {
        ORDINARY("load and store", "ordinary stores and loads, plain to volatile"),
        LOCKED_READ("locked read", "an ordinary store, read by a compare-and-set or another read-modify-write"),
        LOCKED_WRITE("locked write", "a compare-and-set or another read-modify-write, read by an ordinary load"),
        BOTH_LOCKED("both locked", "written and read by a compare-and-set or another read-modify-write");

        private final String title;
        private final String meaning;

        PairClass(String title, String meaning) {
            this.title = title;
            this.meaning = meaning;
        }

        public static PairClass of(AccessClass write, AccessClass read) {
            return write.readsAndWrites() ? read.readsAndWrites() ? BOTH_LOCKED : LOCKED_WRITE
                : read.readsAndWrites() ? LOCKED_READ : ORDINARY;
        }

        public String title() {
            return title;
        }

        public String meaning() {
            return meaning;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
