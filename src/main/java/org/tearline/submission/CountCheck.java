// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.tearline.plan.AccessRules;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;
import org.tearline.result.CellReason;
import org.tearline.result.Planted;
import org.tearline.result.SweepCell;

/** Tells whether the numbers of every series can be true together. Immutable. Thread-safe. */
final class CountCheck implements Check {
    /** Two stores or three loads per cycle at 6 GHz and more: beyond it the compiler has folded accesses. */
    private static final double MAX_ACCESSES_PER_NANO = 20;
    /** A change needs a line's way from one core to another, some ten of which fit into 100 ns; siblings do better. */
    private static final double MAX_CHANGES_PER_NANO = 1;
    /** No sweep counts one write and read for longer. */
    private static final long MAX_NANOS = TimeUnit.DAYS.toNanos(1);
    /** Changes at the starts of slices need no write of that slice; a cell has few slices without many writes. */
    private static final long STARTS = 16;
    /** Each time that a cell is asked, a fraction of a planted value is lost. */
    private static final long ASKED = SweepCell.MOST_ASKED;
    /** Measured are 0.6 to 1.6; in older files a cas reader has twice as many, see docs/method.md. */
    private static final int MOST_EFFICIENCY = 4;
    /** So few say nothing of a rate. */
    private static final long PLANTED_ROOM = 1_000;
    /** A few of these can be added up without wrapping round. */
    private static final long MOST = Long.MAX_VALUE / 8;

    @Override
    public void check(ResultFile file, Findings findings) {
        Set<String> names = new HashSet<>();
        for (Series series : file.series()) {
            if (!names.add(series.name())) {
                findings.add(ValidationRule.SERIES, series.name(), "is listed twice");
            }
            boolean parallel = checkOffsets(series, file, findings);
            if (!parallel) {
                return;
            }
            checkCounts(series, file, findings);
            checkFirstTears(series, file.kind() == Kind.SWEEP, findings);
            if (file.kind() == Kind.SWEEP) {
                checkPlanted(series, findings);
                checkRates(series, findings);
            }
        }
    }

    private static boolean checkOffsets(Series series, ResultFile file, Findings findings) {
        List<Integer> offsets = series.offsets();
        if (series.changes().size() != offsets.size() || series.torn().size() != offsets.size()) {
            findings.add(ValidationRule.OFFSETS, series.name(), offsets.size() + " offsets, " + series.changes().size()
                + " changes and " + series.torn().size() + " torn");
            return false;
        }
        int planted = file.kind() == Kind.SWEEP ? offsets.size() : 0;
        if (series.plantedFound().size() != planted || series.plantedExpected().size() != planted) {
            findings.add(ValidationRule.OFFSETS, series.name(), offsets.size() + " offsets, "
                + series.plantedFound().size()
                + " plantedFound and " + series.plantedExpected().size() + " plantedExpected");
            return false;
        }
        for (int i = 1; i < offsets.size(); i++) {
            if (offsets.get(i) <= offsets.get(i - 1)) {
                findings.add(ValidationRule.OFFSETS, series.name(), offsets.get(i) + " follows " + offsets.get(i - 1));
                return false;
            }
        }
        int last = offsets.get(offsets.size() - 1);
        if (last > file.environment().geometry().maxOffset(series.width())) {
            findings.add(ValidationRule.OFFSETS, series.name(), last + " lies beyond two pages of "
                + file.environment().pageBytes());
            return false;
        }
        return true;
    }

    private static void checkCounts(Series series, ResultFile file, Findings findings) {
        Series.Totals totals = series.totals();
        boolean sweep = file.kind() == Kind.SWEEP;
        long changes = sum(series.changes()) + sum(series.plantedFound());
        // Where a value may be cut depends on its address within its width alone.
        BitSet within = new BitSet();
        series.offsets().forEach(offset -> within.set(offset % series.widthBytes()));
        AccessRules rules = file.environment().rules();
        int pieces = 1 + within.stream().map(offset ->
            Math.max(1, series.legalSeams(offset, rules).cardinality())).max().orElse(1);
        // A cas reader asks for both mixtures at each seam and reads once; each may find another value.
        long reads = times(totals.reads(), series.read() == ReadMode.CAS ? 2 * pieces - 1 : 1);
        // A compare-and-set that failed stored nothing that anybody could read.
        long stored = Math.max(0, totals.writes() - totals.failedCas());
        long writes = sweep ? times(stored, pieces) + STARTS * series.offsets().size() : Long.MAX_VALUE;
        if (changes > reads) {
            findings.add(ValidationRule.COUNTS, series.name(), changes + " changes in " + totals.reads() + " reads");
        }
        if (changes > writes) {
            findings.add(ValidationRule.COUNTS, series.name(), changes + " changes by " + stored + " writes");
        }
        Set<Integer> hiding = series.hidingTears();
        long tears = 0;
        for (int i = 0; i < series.offsets().size(); i++) {
            long torn = series.torn().get(i);
            if (torn > series.changes().get(i)) {
                findings.add(ValidationRule.COUNTS, series.name() + " at " + series.offsets().get(i), torn + " torn in "
                    + series.changes().get(i) + " changes");
            }
            tears = sum(List.of(tears, hiding.contains(series.offsets().get(i)) ? series.changes().get(i) : torn));
        }
        // A cas reader takes for torn what a compare-and-set has found in memory, and nothing else.
        if (totals.confirmed() > tears
            || sweep && series.read() == ReadMode.CAS && hiding.isEmpty() && totals.confirmed() < tears) {
            findings.add(ValidationRule.COUNTS, series.name(), totals.confirmed() + " of " + tears
                + " tears confirmed");
        }
        if (totals.failedCas() > (series.write() == WriteMode.CAS ? totals.writes() : 0)) {
            findings.add(ValidationRule.COUNTS, series.name(), totals.failedCas() + " of " + totals.writes()
                + " writes by "
                + series.write() + " failed to compare");
        }
        boolean alienNoted = series.notes().stream().anyMatch(note -> note.reason() == CellReason.ALIEN_VALUES);
        if (totals.alien() > 0 != alienNoted) {
            findings.add(ValidationRule.ALIEN, series.name(), totals.alien() + " values are no mixture of two writes, "
                + (alienNoted ? "but a note says that there are some" : "and no note says where"));
        }
    }

    /** The first tear of a cell came while the cell was counted, so those of all cells fit into the time of all. */
    private static void checkFirstTears(Series series, boolean timed, Findings findings) {
        for (int offset : series.firstTornNanos().keySet()) {
            int index = Collections.binarySearch(series.offsets(), offset);
            if (!timed || index < 0 || series.torn().get(index) == 0) {
                findings.add(ValidationRule.COUNTS, series.name() + " at " + offset, "a time of the first tear, but "
                    + (timed ? "no tear" : "nothing was timed"));
            }
        }
        long nanos = sum(series.firstTornNanos().values());
        if (timed && nanos > series.totals().nanos()) {
            findings.add(ValidationRule.RATE, series.name(), nanos + " ns up to the first tears, in "
                + series.totals().nanos() + " ns of counting");
        }
    }

    /** Planted values are stored at a fixed share, so what was found and what was expected follow from the changes. */
    private static void checkPlanted(Series series, Findings findings) {
        Set<Integer> hiding = series.hidingTears();
        for (int i = 0; i < series.offsets().size(); i++) {
            long changes = series.changes().get(i);
            if (series.torn().get(i) > changes) {
                continue;
            }
            long expected = series.plantedExpected().get(i);
            long found = series.plantedFound().get(i);
            long most = Planted.of(0, changes - series.torn().get(i)).expected();
            boolean fits = series.read() == ReadMode.CAS
                // Its planted rounds are rounds of their own, in a tenth of the time.
                ? expected <= changes + PLANTED_ROOM
                : expected <= most && (expected >= most - ASKED || hiding.contains(series.offsets().get(i)));
            if (!fits) {
                findings.add(ValidationRule.PLANTED, series.name() + " at " + series.offsets().get(i), expected
                    + " planted values expected in " + changes + " changes");
            } else if (found > times(expected, MOST_EFFICIENCY) + PLANTED_ROOM) {
                findings.add(ValidationRule.PLANTED, series.name() + " at " + series.offsets().get(i), found
                    + " of " + expected
                    + " planted values found");
            }
        }
    }

    private static void checkRates(Series series, Findings findings) {
        Series.Totals totals = series.totals();
        long changes = sum(series.changes());
        if (totals.nanos() > MAX_NANOS) {
            findings.add(ValidationRule.RATE, series.name(), totals.nanos() + " ns of counting, more than a day");
        }
        if (totals.writes() > LimitCheck.writerNanos(series) * MAX_ACCESSES_PER_NANO
            || totals.reads() > totals.nanos() * MAX_ACCESSES_PER_NANO
            || changes > totals.nanos() * MAX_CHANGES_PER_NANO) {
            findings.add(ValidationRule.RATE, series.name(), totals.writes() + " writes, " + totals.reads()
                + " reads and "
                + changes + " changes in " + totals.nanos() + " ns");
        }
    }

    /** No count is that large, and a few of them together cannot wrap round. */
    private static long times(long count, int factor) {
        return count * factor;
    }

    /** Saturates, so that a hostile file cannot wrap a sum round to something small. */
    private static long sum(Collection<Long> counts) {
        long sum = 0;
        for (long count : counts) {
            sum = Math.min(MOST, sum + count);
        }
        return sum;
    }
}
