// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tearline.loop.ReadKernel.ReadTally;
import org.tearline.loop.WriteKernel.WriteTally;
import org.tearline.run.link.Message.HasRead;
import org.tearline.trial.Width;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Planted;
import org.tearline.verdict.Rate;
import org.tearline.verdict.Tally;
import org.tearline.verdict.TornDecoder;
import org.tearline.verdict.TrialOutcome;
import org.tearline.verdict.Witness;

/** The counts of one thread in one round, or a sum of such counts. Not thread-safe. */
final class RoundTally {
    /** The largest width in bytes; a value of that width has one seam fewer. */
    private static final int MOST_SEAMS = Width.VECTOR_64.bytes();

    private Counts counts = Counts.NONE;
    private final long[] seams = new long[MOST_SEAMS];
    private final long[] lowNew = new long[MOST_SEAMS];
    private final long[] highNew = new long[MOST_SEAMS];
    private final List<Witness> witnesses = new ArrayList<>();
    private long nanos;
    private long writerNanos;
    private long firstTornNanos = -1;
    private long planted;
    private Rate rate = Rate.NONE;
    private String problem;

    /** Adds the values that a reader kept because their bytes differ: each one is torn, planted or alien. */
    void addTorn(TornDecoder decoder, ReadTally tally, int kept, long nanosSoFar) {
        long torn = 0;
        long alien = 0;
        int words = tally.words;
        for (int i = 0; i < kept; i++) {
            // Each value follows the one that was read before it.
            int beforeAt = 2 * i * words;
            int seenAt = beforeAt + words;
            int seam = decoder.seam(tally.torn, seenAt);
            if (seam == TornDecoder.PLANTED) {
                planted++;
            } else if (seam == TornDecoder.ALIEN) {
                alien++;
            } else {
                torn++;
                addSeam(seam, decoder.newer(tally.torn, seenAt));
                if (witnesses.size() < TrialOutcome.MAX_WITNESSES && decoder.isEvidence(tally.torn, seenAt)) {
                    witnesses.add(decoder.witness(tally.torn, beforeAt, seenAt, seam));
                }
            }
        }
        if (!witnesses.isEmpty() && firstTornNanos < 0) {
            firstTornNanos = nanosSoFar;
        }
        counts = counts.plus(new Counts(0, 0, 0, torn, alien, 0, 0));
    }

    /** @param newer see {@link TornDecoder#newer} */
    private void addSeam(int seam, int newer) {
        seams[seam]++;
        if (newer < 0) {
            lowNew[seam]++;
        } else if (newer > 0) {
            highNew[seam]++;
        }
    }

    /** Call this after the last {@link #addTorn}, because planted values do not count as changes. */
    void addReads(ReadTally tally, long roundNanos) {
        counts = counts.plus(new Counts(0, tally.reads, tally.changes - planted, 0, 0, tally.confirmed, 0));
        nanos = Math.max(nanos, roundNanos);
    }

    void addWrites(WriteTally tally, long storingNanos) {
        counts = counts.plus(new Counts(tally.writes, 0, 0, 0, 0, 0, tally.failed));
        writerNanos += storingNanos;
    }

    /** Adds another thread's tally of the same round. */
    void join(RoundTally other) {
        // Whether that thread was on its CPU does not matter here.
        join(other.asRead(true));
        writerNanos += other.writerNanos;
    }

    /** Adds what another process read in the same round. */
    void join(HasRead read) {
        append(read.tally(), read.firstTornNanos());
        nanos = Math.max(nanos, read.nanos());
        noteProblem(read.problem());
    }

    /** Returns what {@link #join(HasRead)} takes in another process. */
    HasRead asRead(boolean placed) {
        return new HasRead(tally(planted()), nanos, firstTornNanos, problem, placed);
    }

    /** Adds a later round, as a separate sample of the rate. */
    void addRound(RoundTally later) {
        // Made relative to the start of the sum.
        long firstTorn = later.firstTornNanos;
        if (firstTorn >= 0) {
            firstTorn += nanos;
        }
        append(later.tally(later.planted()), firstTorn);
        writerNanos += later.writerNanos;
        rate = rate.plus(later.counts.seen());
        nanos += later.nanos;
    }

    private void append(Tally other, long otherFirstNanos) {
        counts = counts.plus(other.counts());
        planted += other.planted().found();
        add(seams, other.seams());
        add(lowNew, other.lowNew());
        add(highNew, other.highNew());
        if (otherFirstNanos >= 0 && (firstTornNanos < 0 || otherFirstNanos < firstTornNanos)) {
            firstTornNanos = otherFirstNanos;
        }
        other.witnesses().stream().limit(TrialOutcome.MAX_WITNESSES - witnesses.size()).forEach(witnesses::add);
    }

    /** Notes why some accesses may not have run in the requested tier; null for nothing. */
    void noteProblem(String found) {
        if (found != null) {
            problem = found;
        }
    }

    /** Why some accesses of this round may not have run in the requested tier, or null. */
    String problem() {
        return problem;
    }

    Counts counts() {
        return counts;
    }

    /** The planted values found, and the number expected for these changes. */
    Planted planted() {
        return Planted.of(planted, counts.changes() - counts.torn() - counts.alien());
    }

    Tally tally(Planted plantedFound) {
        // Drops trailing zeros, except among the first eight seams.
        int used = MOST_SEAMS;
        while (used > Long.BYTES && seams[used - 1] == 0) {
            used--;
        }
        return new Tally(counts, list(seams, used), list(lowNew, used), list(highNew, used), List.copyOf(witnesses),
            plantedFound);
    }

    private static List<Long> list(long[] counts, int used) {
        return Arrays.stream(counts, 0, used).boxed().toList();
    }

    private static void add(long[] counts, List<Long> others) {
        for (int i = 0; i < others.size(); i++) {
            counts[i] += others.get(i);
        }
    }

    Rate rate() {
        return rate.with(counts.seen());
    }

    List<Witness> witnesses() {
        return witnesses;
    }

    long nanos() {
        return nanos;
    }

    /** The writing time, summed over all writers. */
    long writerNanos() {
        return writerNanos;
    }

    long firstTornNanos() {
        return firstTornNanos;
    }
}
