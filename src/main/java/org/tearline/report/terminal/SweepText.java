// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.terminal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tearline.engine.SweepEstimate;
import org.tearline.merge.Merge;
import org.tearline.merge.Pair;
import org.tearline.plan.Architecture;
import org.tearline.promise.PairClass;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;
import org.tearline.report.text.Screen;
import org.tearline.report.text.Words;

/** A sweep's result for a terminal: the finding, its table, and the strips. Not thread-safe. */
public final class SweepText {
    private final PrintStream out;
    private final Screen screen;

    /** Prints to a stream, as wide and colourful as the screen allows. */
    public SweepText(PrintStream out, Screen screen) {
        this.out = out;
        this.screen = screen;
    }

    /** Holds what makes strips comparable: their writes and reads lock on the same sides. */
    private record Alike(PairClass kind, Object width, Object processes, Object tier) {
        static Alike of(Series series, ResultFile file) {
            Pair pair = Pair.of(file.kind(), series, false);
            Architecture architecture = Architecture.of(file.environment().arch());
            return new Alike(PairClass.of(pair.writeClass(architecture), pair.readClass(architecture)), pair.width(),
                pair.processes(), pair.tier());
        }
    }

    /** Prints the sentence and the table of a result file, which is at this path. */
    public void printFinding(ResultFile file, String path) {
        new FindingText(out, screen).print(Merge.alone(path, file));
    }

    /** Returns how long a sweep will take, in a sentence. */
    public static String sentence(SweepEstimate estimate) {
        return Words.count(estimate.trials()) + " trials, about " + time(estimate.seconds()) + "; "
            + Words.count(estimate.splitLocked()) + " of them lock across a line, which delays other cores' cache"
            + " misses for about " + time(estimate.splitLockSeconds());
    }

    private static String time(double exact) {
        long seconds = Math.round(exact);
        long minutes = TimeUnit.SECONDS.toMinutes(seconds);
        return minutes > 1 ? minutes + " min" : seconds + " s";
    }

    /** Prints the strip of each write and read: one character an offset. */
    public void printStrips(ResultFile file) {
        out.println();
        new HeatStrip(out, screen).print(file, file.series());
    }

    /** Prints the strips of those writes and reads that tore at other offsets than the others of their class. */
    public void printUnlikeStrips(ResultFile file) {
        Map<Alike, List<Series>> classes = file.series().stream().collect(Collectors.groupingBy(
            series -> Alike.of(series, file), LinkedHashMap::new, Collectors.toList()));
        List<Series> unlike = new ArrayList<>();
        classes.values().forEach(some -> {
            Map<List<Integer>, List<Series>> patterns = some.stream().collect(Collectors.groupingBy(
                SweepText::tornOffsets, LinkedHashMap::new, Collectors.toList()));
            int most = patterns.values().stream().mapToInt(List::size).max().orElse(0);
            boolean tie = patterns.values().stream().filter(one -> one.size() == most).count() > 1;
            patterns.values().stream().filter(one -> tie || one.size() < most).forEach(unlike::addAll);
        });
        if (!unlike.isEmpty()) {
            out.println();
            out.println("Not torn at the same offsets as others of their class:");
            new HeatStrip(out, screen).print(file, Collections.unmodifiableList(unlike));
        }
    }

    private static List<Integer> tornOffsets(Series series) {
        return IntStream.range(0, series.offsets().size()).filter(i -> series.torn().get(i) > 0)
            .mapToObj(series.offsets()::get).toList();
    }
}
