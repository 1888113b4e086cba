package org.tearline.submission;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Width;
import org.tearline.result.file.ControlCount;
import org.tearline.result.file.ControlRecord;
import org.tearline.result.file.Kind;
import org.tearline.result.file.PlacementRecord;
import org.tearline.result.file.ResultFile;
import org.tearline.result.file.Series;
import org.tearline.result.file.SeriesTotals;

/** Whether the numbers of every series can be true together. Immutable, any thread. */
final class CountCheck implements Check {
    /** Two stores or three loads per cycle at 6 GHz and more: beyond it the compiler has folded accesses. */
    private static final double MAX_ACCESSES_PER_NANO = 20;
    /** A change needs a line's way from one core to another, some ten of which fit into 100 ns; siblings do better. */
    private static final double MAX_CHANGES_PER_NANO = 1;
    /** The cas reader asks for two candidates at each of seven seams for every change that it could count. */
    private static final int MAX_CANDIDATES = 14;

    @Override
    public void check(ResultFile file, Findings findings) {
        Set<String> names = new HashSet<>();
        for (Series series : file.series()) {
            if (!names.add(series.name())) {
                findings.add(Rule.SERIES, series.name(), "is listed twice");
            }
            boolean parallel = checkOffsets(series, file, findings);
            if (parallel) {
                checkCounts(series, findings);
            }
            if (series.totals().alien() > 0) {
                findings.add(Rule.ALIEN, series.name(), series.totals().alien()
                    + " values are no mixture of two writes");
            }
            if (file.kind() == Kind.SWEEP) {
                checkRates(series, findings);
            }
        }
        for (PlacementRecord placement : file.placements()) {
            for (ControlRecord control : placement.controls()) {
                checkControl(placement.name() + "/" + control.tier(), control.aligned(), findings);
            }
        }
    }

    private static boolean checkOffsets(Series series, ResultFile file, Findings findings) {
        List<Integer> offsets = series.offsets();
        if (series.changes().size() != offsets.size() || series.torn().size() != offsets.size()) {
            findings.add(Rule.OFFSETS, series.name(), offsets.size() + " offsets, " + series.changes().size()
                + " changes and " + series.torn().size() + " torn");
            return false;
        }
        int planted = file.kind() == Kind.SWEEP ? offsets.size() : 0;
        if (series.plantedFound().size() != planted || series.plantedExpected().size() != planted) {
            findings.add(Rule.OFFSETS, series.name(), offsets.size() + " offsets, " + series.plantedFound().size()
                + " plantedFound and " + series.plantedExpected().size() + " plantedExpected");
            return false;
        }
        for (int i = 1; i < offsets.size(); i++) {
            if (offsets.get(i) <= offsets.get(i - 1)) {
                findings.add(Rule.OFFSETS, series.name(), offsets.get(i) + " follows " + offsets.get(i - 1));
                return false;
            }
        }
        int last = offsets.get(offsets.size() - 1);
        if (last > file.environment().geometry().maxOffset(Width.LONG)) {
            findings.add(Rule.OFFSETS, series.name(), last + " lies beyond two pages of "
                + file.environment().pageBytes());
            return false;
        }
        return true;
    }

    private static void checkCounts(Series series, Findings findings) {
        SeriesTotals totals = series.totals();
        long torn = sum(series.torn());
        if (sum(series.changes()) > totals.reads()) {
            findings.add(Rule.COUNTS, series.name(), sum(series.changes()) + " changes in " + totals.reads()
                + " reads");
        }
        if (totals.confirmed() > torn) {
            findings.add(Rule.COUNTS, series.name(), totals.confirmed() + " of " + torn + " tears confirmed");
        }
        if (totals.failedCas() > totals.writes()) {
            findings.add(Rule.COUNTS, series.name(), totals.failedCas() + " of " + totals.writes()
                + " compare-and-sets failed");
        }
        if (series.read() == ReadMode.CAS) {
            if (torn / MAX_CANDIDATES > totals.reads()) {
                findings.add(Rule.COUNTS, series.name(), torn + " torn in " + totals.reads() + " rounds");
            }
            return;
        }
        for (int i = 0; i < series.offsets().size(); i++) {
            if (series.torn().get(i) > series.changes().get(i)) {
                findings.add(Rule.COUNTS, series.name() + " at " + series.offsets().get(i), series.torn().get(i)
                    + " torn in " + series.changes().get(i) + " changes");
            }
        }
    }

    private static void checkRates(Series series, Findings findings) {
        SeriesTotals totals = series.totals();
        long changes = sum(series.changes());
        if (totals.writes() > totals.nanos() * MAX_ACCESSES_PER_NANO
            || totals.reads() > totals.nanos() * MAX_ACCESSES_PER_NANO
            || changes > totals.nanos() * MAX_CHANGES_PER_NANO) {
            findings.add(Rule.RATE, series.name(), totals.writes() + " writes, " + totals.reads() + " reads and "
                + changes + " changes in " + totals.nanos() + " ns");
        }
    }

    private static void checkControl(String name, ControlCount control, Findings findings) {
        if (control.failed() > control.runs() || control.torn() > control.changes()) {
            findings.add(Rule.COUNTS, name, "a control failed in " + control.failed() + " of " + control.runs()
                + " runs and tore " + control.torn() + " times in " + control.changes() + " changes");
        }
    }

    /** Saturates, so that a hostile file cannot wrap a sum round to something small. */
    private static long sum(List<Long> counts) {
        long sum = 0;
        for (long count : counts) {
            sum = Math.min(Long.MAX_VALUE - ResultFile.MAX_COUNT, sum + count);
        }
        return sum;
    }
}
