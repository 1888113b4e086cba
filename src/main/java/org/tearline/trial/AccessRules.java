// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.time.Duration;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * How a machine and JVM perform a trial's accesses: whether they are locked, split-locked, piecewise, refused or may
 * fault, where a value may be cut, and how many changes a negative result needs. Thread-safe.
 *
 * @param unalignedAccesses the flag UseUnalignedAccesses: on by default on x86-64 and AArch64; on RISC-V it depends on
 *                          the CPU
 * @param java              the JVM's feature version, such as 17, on which the kinds of memory and the vectors depend
 */
public record AccessRules(Architecture architecture, Geometry geometry, boolean unalignedAccesses, int java,
                          JvmKind jvm) {
    /** Creates the rules for HotSpot with the Java version of this JVM. */
    public AccessRules(Architecture architecture, Geometry geometry, boolean unalignedAccesses) {
        this(architecture, geometry, unalignedAccesses, Runtime.version().feature(), JvmKind.HOTSPOT);
    }

    /** Returns the rules for the same machine with a JVM of this kind. */
    public AccessRules in(JvmKind kind) {
        return new AccessRules(architecture, geometry, unalignedAccesses, java, kind);
    }

    /** Whether it is known which instructions this JVM uses for an access. */
    public boolean jvmKnown() {
        return jvm == JvmKind.HOTSPOT;
    }

    public Crossing crossing(TrialSpec trial) {
        return geometry.crossing(trial.seenOffset(), trial.seenWidth());
    }

    /** The alignment of the value that is checked for tears. */
    public Alignment alignment(TrialSpec trial) {
        return Alignment.of(trial.seenOffset(), trial.seenWidth(), geometry);
    }

    public boolean crosses(TrialSpec trial) {
        return crossing(trial) != Crossing.NONE;
    }

    /** The instructions of a trial's write and read, which are unknown in an unknown JVM. */
    public AccessPair pair(TrialSpec trial) {
        if (jvmKnown()) {
            return AccessPair.of(trial.write(), trial.read(), trial.width(), trial.tier(), architecture);
        }
        return new AccessPair(architecture, AccessClass.UNKNOWN, AccessClass.UNKNOWN);
    }

    /**
     * The kind of a trial's pair, which determines the granule to compare with; empty if an access takes several
     * instructions or unknown ones.
     */
    public Optional<PairKind> kind(TrialSpec trial) {
        if (piecewise(trial) || trial.guarded()) {
            return Optional.empty();
        }
        return pair(trial).kind();
    }

    public int lockedSides(TrialSpec trial) {
        return (int) Stream.of(Side.values()).filter(pair(trial)::locks).count();
    }

    /**
     * The number of sides that use split locks, which delay other cores. In an unknown JVM, counts the sides that would
     * use split locks with HotSpot, so that no split lock is executed without permission.
     */
    public int splitLockedSides(TrialSpec trial) {
        if (crosses(trial)) {
            return in(JvmKind.HOTSPOT).lockedSides(trial);
        }
        return 0;
    }

    public boolean splitLocked(TrialSpec trial) {
        return splitLockedSides(trial) > 0;
    }

    /** Whether one side uses split locks; see {@link #splitLockedSides}. */
    public boolean splitLocked(TrialSpec trial, Side side) {
        return crosses(trial) && in(JvmKind.HOTSPOT).pair(trial).locks(side);
    }

    public boolean hasSplitLocks() {
        return architecture.locksMisaligned();
    }

    /**
     * Whether the JVM performs the access with several instructions, so a tear does not show what the CPU does. This
     * applies to misaligned plain accesses through the JDK's ByteBuffer, MemorySegment and byte array view in the
     * interpreter, where getLongUnaligned and putLongUnaligned are Java code. C1 and C2 have intrinsics for these
     * methods (checked on JDK 17 and 25), unless the flag UseUnalignedAccesses is off (vmIntrinsics.cpp). The flag
     * AvoidUnalignedAccesses does not matter: HotSpot uses it only for array copies and when the interpreter fetches
     * operands.
     */
    public boolean piecewise(TrialSpec trial) {
        return !trial.width().isVector() && (trial.tier() == Tier.INTERPRETER || !unalignedAccesses)
            && trial.inPiecesByJava();
    }

    /**
     * Whether the access takes several instructions outside the compiled loop, so a tear there may be caused by the
     * JVM. Only C2 accesses a whole vector at once.
     */
    public boolean piecewiseOutsideItsLoop(TrialSpec trial) {
        return trial.width().isVector() || trial.inPiecesByJava();
    }

    /** Whether this JVM, the API or the tester lacks the access. The size of the CPU's registers is not checked. */
    public boolean refused(TrialSpec trial) {
        return new Refusals(architecture, java).include(trial);
    }

    /** Returns the trial or, if it is refused, the same trial with plain accesses, which every API has. */
    public TrialSpec orPlain(TrialSpec trial) {
        if (refused(trial)) {
            return trial.withPlainAccesses();
        }
        return trial;
    }

    /** Whether the CPU may fault, in the trial's tier or in the interpreter, in which every loop starts. */
    public boolean mayFault(TrialSpec trial) {
        return !trial.aligned() && Stream.of(trial, trial.by(Tier.INTERPRETER))
            .map(in(JvmKind.HOTSPOT)::pair)
            .anyMatch(AccessPair::mayFault);
    }

    /**
     * Whether a trial that the user did not request, such as a calibration, may run. It must not be able to fault, and
     * must not need a split lock if these are forbidden.
     */
    public boolean mayRunUnasked(TrialSpec trial, SplitLocks splitLocks) {
        return !mayFault(trial) && (splitLocks.allowed() || !splitLocked(trial));
    }

    public Duration defaultDuration(TrialSpec trial) {
        boolean bothLocked = splitLockedSides(trial) == 2;
        return Duration.ofSeconds(bothLocked ? Budget.DEFAULT_SPLIT_LOCKED_SECONDS : Budget.DEFAULT_SECONDS);
    }

    /** The minimum number of changes for a negative result, whatever the budget. */
    public long leastChanges(TrialSpec trial) {
        if (splitLockedSides(trial) == 2) {
            return Budget.LEAST_SPLIT_LOCKED_CHANGES;
        }
        return Budget.LEAST_CHANGES;
    }

    public long defaultChanges(TrialSpec trial) {
        return switch (splitLockedSides(trial)) {
            case 0 -> Budget.DEFAULT_CHANGES;
            case 1 -> Budget.DEFAULT_HALF_LOCKED_CHANGES;
            default -> Budget.DEFAULT_SPLIT_LOCKED_CHANGES;
        };
    }

    /**
     * The seams at which a tear is legal. An aligned value is never cut. A misaligned access by a single instruction is
     * cut only where the instruction set allows it: on x86-64 and AArch64 where the next aligned value starts, which is
     * one seam; on POWER and s390x at every multiple of the address's lowest set bit; elsewhere before any byte. A
     * piecewise access may be cut before any byte, and so may one of an unknown JVM. A vector may be cut between any
     * two of its longs, aligned or not, and at every address that is a multiple of 8, so one value can contain bytes
     * from several writes. The long of a one-sided trial may be cut at the tested boundary and at a multiple of 8.
     */
    public BitSet legalSeams(TrialSpec trial) {
        int bytes = trial.width().bytes();
        BitSet seams = new BitSet(bytes);
        if (trial.oneSided()) {
            seams.set(plantedSeam(trial));
            if (trial.seenOffset() % Long.BYTES != 0) {
                seams.set(Long.BYTES - trial.seenOffset() % Long.BYTES);
            }
            return seams;
        }
        boolean anywhere = piecewise(trial) || !jvmKnown();
        int cutEvery = anywhere ? 1 : architecture.cutEvery(trial.offset(), trial.width());
        boolean aligned = trial.offset() % trial.width().bytesPerWord() == 0;
        for (int seam = 1; seam < bytes; seam++) {
            boolean betweenLongs = seam % Long.BYTES == 0;
            boolean inside = !aligned && (trial.offset() + seam) % cutEvery == 0;
            seams.set(seam, betweenLongs || inside);
        }
        return seams;
    }

    /**
     * The trial at an aligned offset, where a tear would be a bug in the tester. Replaces any vector with one of 16
     * bytes, the only size for which any vendor, such as AMD, promises atomicity.
     */
    public TrialSpec alignedControl(TrialSpec trial) {
        TrialSpec aligned = trial.at(0);
        if (trial.width().isVector()) {
            return aligned.of(Width.VECTOR_16);
        }
        return aligned;
    }

    /**
     * The control of a sweep for trials like this one: volatile accesses to an aligned value, or plain ones if the
     * memory has no others. A vector serves as a control only if the vendor promises that it is atomic when aligned.
     */
    public TrialSpec controlFor(TrialSpec trial, Predicate<TrialSpec> promised) {
        TrialSpec aligned = orPlain(trial.at(0).withVolatileAccesses());
        if (trial.width().isVector() && !promised.test(alignedControl(aligned))) {
            return aligned.of(Width.LONG);
        }
        return aligned;
    }

    /**
     * The seam of planted values: the tested boundary of a one-sided trial, the start of the next aligned value inside
     * a misaligned value, or the middle of an aligned one.
     */
    public int plantedSeam(TrialSpec trial) {
        int bytes = trial.width().bytes();
        if (trial.oneSided()) {
            return trial.cut() - trial.lockedOffset();
        }
        if (trial.aligned()) {
            return bytes / 2;
        }
        return bytes - trial.offset() % bytes;
    }
}
