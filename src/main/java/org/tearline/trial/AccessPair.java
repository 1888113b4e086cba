// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Optional;
import java.util.stream.Stream;
import org.tearline.trial.AccessClass.Misaligned;

/** A write and a read as a JVM performs them, and which of the two can tear. Thread-safe. */
public record AccessPair(Architecture architecture, AccessClass write, AccessClass read) {
    /** Returns the instructions that HotSpot uses. */
    public static AccessPair of(WriteMode write, ReadMode read, Width width, Tier tier, Architecture architecture) {
        return new AccessPair(architecture, AccessClass.of(write, width, tier, architecture),
            AccessClass.of(read, width, tier, architecture));
    }

    public Misaligned writing() {
        return write.misaligned(architecture);
    }

    public Misaligned reading() {
        return read.misaligned(architecture);
    }

    /** Whether a misaligned access of one side is locked. */
    public boolean locks(Side side) {
        Misaligned access = switch (side) {
            case WRITE -> writing();
            case READ -> reading();
        };
        return access == Misaligned.LOCKED;
    }

    /** Whether a misaligned access of either side may fault. */
    boolean mayFault() {
        return Stream.of(writing(), reading()).anyMatch(side -> side == Misaligned.FAULTING
            || side == Misaligned.UNKNOWN && !architecture.locksMisaligned());
    }

    /** Returns the kind of pair, which determines the granule to compare with; empty if an instruction is unknown. */
    public Optional<PairKind> kind() {
        if (writing() == Misaligned.UNKNOWN || reading() == Misaligned.UNKNOWN) {
            return Optional.empty();
        }
        return Optional.of(PairKind.of(writing() == Misaligned.ORDINARY, reading() == Misaligned.ORDINARY));
    }
}
