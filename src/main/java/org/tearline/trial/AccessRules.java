// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.BitSet;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.tearline.trial.Geometry.Alignment;
import org.tearline.trial.Geometry.Crossing;
import org.tearline.trial.TrialSpec.Budget;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;

/**
 * What one machine and its JVM make of an access: whether a trial is locked, split-locked, made of pieces, refused or
 * may fault, where its value may be cut, and how many changes its negative result needs. Thread-safe.
 *
 * @param unalignedAccesses the flag UseUnalignedAccesses: on by default on x86-64 and AArch64; on RISC-V by CPU
 * @param java              the JVM's feature version, such as 17: later ones have more memories and refuse more
 */
public record AccessRules(Architecture architecture, Geometry geometry, boolean unalignedAccesses, int java) {
    private static final Set<WriteMode> PLAIN_WRITES = EnumSet.of(WriteMode.PLAIN, WriteMode.OPAQUE, WriteMode.SEQLOCK);
    private static final Set<ReadMode> PLAIN_READS = EnumSet.of(ReadMode.PLAIN, ReadMode.OPAQUE, ReadMode.SEQLOCK);

    /** A machine with the version of Java that runs this. */
    public AccessRules(Architecture architecture, Geometry geometry, boolean unalignedAccesses) {
        this(architecture, geometry, unalignedAccesses, Runtime.version().feature());
    }

    /** The same machine with another JVM. */
    public AccessRules in(boolean itsUnalignedAccesses, int itsJava) {
        return new AccessRules(architecture, geometry, itsUnalignedAccesses, itsJava);
    }

    public Crossing crossing(TrialSpec trial) {
        return crossing(trial.seenOffset(), trial.seenWidth());
    }

    /** Where the value lies that the trial looks at. */
    public Alignment alignment(TrialSpec trial) {
        return Alignment.of(trial.seenOffset(), trial.seenWidth().bytes(), geometry);
    }

    public Crossing crossing(int offset, Width width) {
        return geometry.crossing(offset, width);
    }

    public boolean crosses(TrialSpec trial) {
        return crossing(trial) != Crossing.NONE;
    }

    /** Whether a write is a locked instruction on the value itself. */
    public boolean locked(WriteMode write, Tier tier) {
        return architecture.locks(write, tier);
    }

    public boolean locked(ReadMode read) {
        return architecture.locks(read);
    }

    public int lockedSides(TrialSpec trial) {
        return (locked(trial.write(), trial.tier()) ? 1 : 0) + (locked(trial.read()) ? 1 : 0);
    }

    /** Sides that lock across a line: each such access delays other cores. */
    public int splitLockedSides(TrialSpec trial) {
        return crosses(trial) ? lockedSides(trial) : 0;
    }

    public boolean splitLocked(TrialSpec trial) {
        return splitLockedSides(trial) > 0;
    }

    public boolean hasSplitLocks() {
        return architecture.locksMisaligned();
    }

    /**
     * Whether the JVM makes the access of several instructions, so that a tear says nothing of the CPU. The JDK's
     * ByteBuffer, MemorySegment and view of a byte array do so in the interpreter, where getLongUnaligned and
     * putLongUnaligned are Java code that goes piece by piece; C1 and C2 have an intrinsic for them (seen on JDK 17 and
     * 25), unless HotSpot's flag UseUnalignedAccesses is off (vmIntrinsics.cpp). AvoidUnalignedAccesses has no part in
     * it: it is asked in array copies and in the interpreter's fetch of operands, never for an access.
     */
    public boolean piecewise(TrialSpec trial) {
        return !trial.width().isVector() && (trial.tier() == Tier.INTERPRETER || !unalignedAccesses)
            && inPiecesByJava(trial);
    }

    /**
     * Whether the access is several instructions outside the compiled loop, so that a tear there may be the JVM's. A
     * vector is one instruction in C2 only: without its intrinsic it goes lane by lane.
     */
    public boolean piecewiseOutsideItsLoop(TrialSpec trial) {
        return trial.width().isVector() || inPiecesByJava(trial);
    }

    private static boolean inPiecesByJava(TrialSpec trial) {
        return trial.memory().checkedByJdk() && !trial.aligned()
            && (trial.write() == WriteMode.PLAIN || trial.read() == ReadMode.PLAIN);
    }

    /**
     * Whether the API refuses the access. A byteBufferViewVarHandle throws IllegalStateException at a misaligned index
     * for every mode but plain get and set, and UnsupportedOperationException for read-modify-writes of a short. A
     * MemorySegment has unaligned layouts for plain accesses, and throws IllegalArgumentException where an aligned one
     * does not fit; of a short it has no read-modify-writes either. Agrona's UnsafeBuffer has plain and volatile
     * accesses of a short alone. Guards are made of Unsafe's accesses. Unsafe's read-modify-write of a short has an
     * instruction in C2 only: elsewhere it is one of the aligned int around the short, and refused where there is none.
     * The Vector API has plain loads and stores of a ByteBuffer, and below C2 they are Java code; whether the CPU has
     * the register is not known here.
     */
    public boolean refused(TrialSpec trial) {
        if (trial.width().isVector()) {
            boolean lockedInside = architecture.locksMisaligned() && (trial.write() == WriteMode.PLAIN
                ? trial.read() == ReadMode.EXCHANGE : trial.write() == WriteMode.CAS && trial.read() == ReadMode.PLAIN);
            return trial.width().problem(java) != null || trial.memory() != Memory.BYTEBUFFER
                || trial.oneSided() && !lockedInside || trial.tier() != Tier.C2;
        }
        boolean narrow = trial.width() == Width.SHORT;
        boolean readsAndWrites = trial.write().readsAndWrites() || trial.read().readsAndWrites();
        if (trial.memory().problem(java) != null) {
            return true;
        }
        boolean spansWord = narrow && readsAndWrites && trial.tier() != Tier.C2
            && trial.offset() % Integer.BYTES == Integer.BYTES - 1;
        if (made(trial)) {
            return trial.memory() == Memory.DIRECT || trial.memory().checkedByJdk() || spansWord
                || trial.memory() == Memory.HEAP && trial.read() == ReadMode.MASKED;
        }
        boolean plain = trial.write() == WriteMode.PLAIN && trial.read() == ReadMode.PLAIN;
        return switch (trial.memory()) {
            case BYTEBUFFER, HEAPVIEW, SEGMENT -> !trial.aligned() && !plain || narrow && readsAndWrites;
            case DIRECT -> narrow && (trial.write() != WriteMode.PLAIN && trial.write() != WriteMode.VOLATILE
                || trial.read() != ReadMode.PLAIN && trial.read() != ReadMode.VOLATILE);
            case UNSAFE, HEAP, MAPPED -> spansWord;
        };
    }

    /** The trial, or with plain accesses, which every API has, if the API refuses it. */
    public TrialSpec orPlain(TrialSpec trial) {
        return refused(trial) ? trial.with(WriteMode.PLAIN, ReadMode.PLAIN) : trial;
    }

    /** Several accesses on a side, which only Unsafe has here. */
    private static boolean made(TrialSpec trial) {
        return trial.write() == WriteMode.SEQLOCK || trial.read().guarded();
    }

    /** Whether the CPU may fault: on plain and opaque loads and stores none does, aligned or not. */
    public boolean mayFault(TrialSpec trial) {
        boolean ordersOrLocks = !PLAIN_WRITES.contains(trial.write()) || !PLAIN_READS.contains(trial.read());
        return !architecture.locksMisaligned() && !trial.aligned() && ordersOrLocks;
    }

    /** Whether a trial that nobody asked for, such as a calibration, may run: no fault, no forbidden lock. */
    public boolean mayRunUnasked(TrialSpec trial, SplitLocks splitLocks) {
        return !mayFault(trial) && (splitLocks.allowed() || !splitLocked(trial));
    }

    public long defaultChanges(TrialSpec trial) {
        return switch (splitLockedSides(trial)) {
            case 0 -> Budget.DEFAULT_CHANGES;
            case 1 -> Budget.DEFAULT_HALF_LOCKED_CHANGES;
            default -> Budget.DEFAULT_SPLIT_LOCKED_CHANGES;
        };
    }

    /**
     * The seams at which a tear is legal. Aligned, a value is not cut at all. One misaligned instruction is cut only
     * where the instruction set allows: on x86-64 and AArch64 where the next aligned value begins, so there is one
     * seam; on POWER and s390x at every multiple of the address' lowest set bit; elsewhere before any byte. An access
     * that the JVM makes of pieces may be cut before any byte. A vector's register may be cut between any two of its
     * longs, aligned or not, and its address at every multiple of 8: one value can hold bytes of several writes.
     */
    public BitSet legalSeams(TrialSpec trial) {
        int bytes = trial.width().bytes();
        BitSet seams = new BitSet(bytes);
        if (trial.oneSided()) {
            seams.set(trial.cut() - trial.inside());
            seams.set(Long.BYTES - trial.seenOffset() % Long.BYTES);
            seams.clear(Long.BYTES);
            return seams;
        }
        if (trial.width().isVector()) {
            for (int seam = Long.BYTES; seam < bytes; seam += Long.BYTES) {
                seams.set(seam);
            }
        }
        if (trial.offset() % trial.width().bytesPerWord() != 0) {
            int every = piecewise(trial) ? 1 : architecture.cutEvery(trial.offset(), trial.width());
            IntStream.range(1, bytes).filter(seam -> (trial.offset() + seam) % every == 0).forEach(seams::set);
        }
        return seams;
    }

    /**
     * The same trial at an aligned place, whose silence shows that a harness invents no tears. Of a vector only 16
     * bytes are promised to be whole there, by AMD.
     */
    public TrialSpec alignedControl(TrialSpec trial) {
        return trial.at(0).of(trial.width().isVector() ? Width.VECTOR_16 : trial.width());
    }

    /** The cut of planted values: where hardware cuts, and in the middle where it does not. */
    public int plantedSeam(TrialSpec trial) {
        int bytes = trial.width().bytes();
        return trial.oneSided() ? trial.cut() - trial.inside()
            : trial.aligned() ? bytes / 2 : bytes - trial.offset() % bytes;
    }

    /** Whether trials may lock across a line, and if not, why. */
    public enum SplitLocks {
        ALLOWED(null),
        FORBIDDEN_BY_USER("split locks are forbidden (--no-split-locks)"),
        SLOWED("the kernel slows locking across a line, so it was left out"),
        FATAL("the kernel kills processes that lock across a line");

        private final String cause;

        SplitLocks(String cause) {
            this.cause = cause;
        }

        public boolean allowed() {
            return this == ALLOWED;
        }

        /** The second half of a sentence; null if they are allowed. */
        public String cause() {
            return cause;
        }
    }
}
