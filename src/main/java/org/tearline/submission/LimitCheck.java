// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Architecture;
import org.tearline.plan.Crossing;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;
import org.tearline.published.SplitLockFinding;
import org.tearline.result.CellReason;
import org.tearline.result.Grading;

/** Tells whether what a series counted can happen at all, whatever its counts are to each other. Thread-safe. */
final class LimitCheck implements Check {
    /**
     * A locked operation takes some 18 cycles with the line at hand: at most 0.22 writes in a nanosecond were seen. Ten
     * times as many are none that a core makes.
     */
    private static final double MAX_LOCKED_PER_NANO = 2;
    /**
     * Time that a writer may have beyond the counted one, which is the reader's: it goes on while its reader waits for
     * a core. On a machine with five threads to a core one made 365 million stores while 50,000 changes were counted
     * in 16 ms.
     */
    private static final long STARVED_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Three loads in a cycle at 6 GHz; each read is compared with the one before, so no reader comes near it. */
    private static final double MAX_READS_PER_NANO = 18;
    /** jcstress tells no time; a configuration that reads as often would run for days. */
    private static final double MAX_JCSTRESS_READS = 1L << 40;
    /**
     * One CPU model took 2.4 to 179 us for a lock across a line in honest files, as others on the host allowed. Within
     * one, the locks of a series took up to 1.6 times as long as the time in which they were made, by the time of one
     * that was measured alone.
     */
    private static final double SPLIT_LOCK_MARGIN = 10;
    /** A slice takes 1 ms at least, and no series more than a day. */
    private static final long MAX_DISCARDED = 100_000_000;
    /** Holds what x86-64 raises for an access inside a line, to memory that is there: nothing. */
    private static final Set<CellReason> FAULTS = EnumSet.of(CellReason.SIGBUS, CellReason.SIGSEGV,
        CellReason.INTERNAL_ERROR);
    /** Memory that cannot be cut short while it is accessed, as a file can. */
    private static final Set<Memory> RAW = EnumSet.of(Memory.UNSAFE, Memory.DIRECT, Memory.BYTEBUFFER, Memory.HEAP);

    @Override
    public void check(ResultFile file, Findings findings) {
        AccessRules rules = file.environment().rules();
        for (Series series : file.series()) {
            checkReader(series, findings);
            double most = file.kind() == Kind.SWEEP ? writerNanos(series) * MAX_READS_PER_NANO : MAX_JCSTRESS_READS;
            if (series.totals().reads() > most) {
                findings.add(ValidationRule.RATE, series.name(), series.totals().reads() + " reads in "
                    + series.totals().nanos() + " ns");
            }
            if (file.kind() == Kind.SWEEP) {
                checkWriter(series, rules, findings);
                checkSplitLocks(series, rules, file.environment().splitLocks(), findings);
            } else if (series.totals().nanos() + series.totals().failedCas() > 0
                || series.totals().writes() > series.totals().reads()) {
                findings.add(ValidationRule.COUNTS, series.name(), "jcstress tells no time and no failed writes, and"
                    + " has a write for each read");
            }
            if (file.environment().architecture() == Architecture.X86_64) {
                checkFaults(series, rules, findings);
            }
        }
    }

    private static void checkReader(Series series, Findings findings) {
        if (series.totals().alien() > series.totals().reads()
            || series.totals().discardedSlices() > MAX_DISCARDED) {
            findings.add(ValidationRule.COUNTS, series.name(), series.totals().alien() + " alien values in "
                + series.totals().reads() + " reads, " + series.totals().discardedSlices() + " slices discarded");
        }
        if (series.totals().confirmed() > 0 && series.read() != ReadMode.CAS) {
            findings.add(ValidationRule.COUNTS, series.name(), "a read by " + series.read() + " confirms nothing");
        }
        if (series.write() == WriteMode.SEQLOCK && series.torn().stream().anyMatch(torn -> torn > 0)) {
            findings.add(ValidationRule.COUNTS, series.name(), "a seqlock returns no torn value");
        }
        series.firstTornNanos().forEach((offset, nanos) -> {
            if (nanos == 0) {
                findings.add(ValidationRule.COUNTS, series.name() + " at " + offset, "torn after 0 ns");
            }
        });
    }

    /** So long the writers of a series may have stored, of which its reader has counted a part. */
    static long writerNanos(Series series) {
        return series.totals().nanos() + STARVED_NANOS * series.offsets().size();
    }

    private static void checkWriter(Series series, AccessRules rules, Findings findings) {
        long nanos = series.totals().nanos();
        boolean folded = series.notes().stream().anyMatch(note -> note.reason() == CellReason.STORES_FOLDED);
        if (!folded && series.totals().writes() > writerNanos(series) * Grading.MAX_STORES_PER_NANO) {
            findings.add(ValidationRule.RATE, series.name(), series.totals().writes() + " writes in " + nanos
                + " ns, and no stores were folded");
        }
        if (rules.locked(series.write(), series.fastestTrial(0).tier())
            && series.totals().writes() > writerNanos(series) * MAX_LOCKED_PER_NANO
            || rules.locked(series.read()) && series.read() != ReadMode.CAS
            && series.totals().reads() > nanos * MAX_LOCKED_PER_NANO) {
            findings.add(ValidationRule.RATE, series.name(), series.totals().writes() + " writes by " + series.write()
                + " and " + series.totals().reads() + " reads by " + series.read() + " in " + series.totals().nanos()
                + " ns");
        }
    }

    /** Each change takes a lock across a line, on each side that locks, and no two CPUs hold one at once. */
    private static void checkSplitLocks(Series series, AccessRules rules, SplitLockFinding cost, Findings findings) {
        if (cost == null || cost.nanos() == null || findings.has(ValidationRule.MACHINE)) {
            return;
        }
        long locks = 0;
        for (int i = 0; i < series.offsets().size(); i++) {
            locks += series.changes().get(i) * rules.splitLockedSides(series.fastestTrial(series.offsets().get(i)));
        }
        if ((double) locks * cost.nanos() > SPLIT_LOCK_MARGIN * (double) series.totals().nanos()) {
            findings.add(ValidationRule.RATE, series.name(), "changes that took " + locks + " locks across a line, "
                + cost.nanos() + " ns each, in " + series.totals().nanos() + " ns");
        }
    }

    private static void checkFaults(Series series, AccessRules rules, Findings findings) {
        if (RAW.contains(series.memory())) {
            series.notes().stream().filter(note -> FAULTS.contains(note.reason())).forEach(note -> note.offsets()
                .stream().filter(offset -> rules.crossing(offset, series.width()) == Crossing.NONE).findFirst()
                .ifPresent(offset -> findings.add(ValidationRule.FAULTS, series.name() + " at " + offset,
                    note.reason() + " of an access inside a line")));
        }
    }
}
