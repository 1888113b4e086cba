// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.tearline.archive.ArchivedCell;
import org.tearline.archive.Comparison.Pair;
import org.tearline.archive.Comparison;
import org.tearline.archive.FileGranules;
import org.tearline.archive.KnownCpu.Bounds;
import org.tearline.file.JcstressCase.Place;
import org.tearline.file.JcstressCase;
import org.tearline.file.MixedCase;
import org.tearline.file.ResultFile;
import org.tearline.run.SweepBudget;
import org.tearline.trial.LowerCase;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Granules.Granule.Sum;
import org.tearline.verdict.Granules.TriedPair;
import org.tearline.verdict.Granules;
import org.tearline.words.Members;

/** Prints the findings of a result file, or a comparison, as JSON that follows {@code schema/show.schema.json}. */
public final class FindingJson {
    private static final int SCHEMA_VERSION = 1;
    private static final int SWEEP_SCHEMA_VERSION = 1;

    private FindingJson() {
    }

    public static String print(ResultFile file) {
        return JsonText.of(of(file));
    }

    /** Prints a finished sweep and its findings as JSON that follows {@code schema/sweep.schema.json}. */
    public static String print(ResultFile file, Path result, Path page, boolean complete, boolean submittable) {
        return JsonText.of(Members.of(
            "schemaVersion", SWEEP_SCHEMA_VERSION,
            "result", result.toString(),
            "page", page.toString(),
            "complete", complete,
            "submittable", submittable,
            "findings", of(file)));
    }

    /** Prints the size of a sweep that was only planned. */
    public static String plan(SweepBudget budget) {
        return JsonText.of(Members.of("schemaVersion", SWEEP_SCHEMA_VERSION, "trials", budget.trials(),
            "estimatedSeconds", budget.seconds()));
    }

    private static Object of(ResultFile file) {
        List<TriedPair> tried = FileGranules.tried(file);
        return Members.of(
            "schemaVersion", SCHEMA_VERSION,
            "kind", file.kind(),
            "cpu", file.environment().cpu().key(),
            "design", file.environment().cpu().microarchitecture(),
            "granules", granules(Granules.of(tried)),
            "counts", counts(tried),
            "guards", guards(file),
            "jcstress", Stream.of(Place.values()).map(place -> jcstress(file, place)).toList());
    }

    /** Prints what the first sweep has in common with the others, which are called b. */
    public static String print(Comparison comparison) {
        return JsonText.of(Members.of(
            "schemaVersion", SCHEMA_VERSION,
            "a", granules(comparison.a()),
            "b", granules(comparison.b()),
            "changed", comparison.changed(),
            "cells", comparison.cells().stream().map(FindingJson::cell).toList()));
    }

    private static Object granules(Granules granules) {
        Map<String, Object> bounds = new LinkedHashMap<>();
        GranulesText.kinds(granules).forEach(kind -> bounds.put(kind.toString(), Bounds.of(granules.of(kind))));
        bounds.put("locked", LowerCase.of(granules.locked()));
        return bounds;
    }

    /** Returns the changes and tears of each kind of access, width and boundary. */
    private static Object counts(List<TriedPair> tried) {
        Map<List<Object>, Sum> sums = new LinkedHashMap<>();
        for (TriedPair pair : tried) {
            pair.places().forEach(sum -> sums.merge(List.of(pair.kind(), pair.width().bytes(), sum.boundary()), sum,
                Sum::plus));
        }
        return sums.entrySet().stream()
            .map(entry -> Members.of("kind", entry.getKey().get(0), "width", entry.getKey().get(1), "boundary",
                entry.getKey().get(2), "changes", entry.getValue().changes(), "torn", entry.getValue().torn()))
            .toList();
    }

    private static Object guards(ResultFile file) {
        return file.series().stream()
            .filter(series -> series.read().guarded())
            .map(series -> Members.of("read", series.read(), "write", series.write(),
                "changes", Counts.sum(series.changes()), "torn", Counts.sum(series.torn())))
            .toList();
    }

    private static Object jcstress(ResultFile file, Place place) {
        List<JcstressCase> cases = file.cases().stream().filter(one -> one.place() == place).toList();
        List<MixedCase> mixed = file.mixed().stream()
            .filter(one -> one.place() == place && !one.oneSize())
            .toList();
        return Members.of(
            "offset", place.offset(),
            "cases", cases.size(),
            "torn", cases.stream().filter(JcstressCase::torn).count(),
            "twoSizes", mixed.size(),
            "unexplained", mixed.stream().filter(one -> one.unexplained() > 0).count());
    }

    private static Object cell(Pair pair) {
        TrialSpec trial = pair.a().key().trial();
        return Members.of("write", trial.write(), "read", trial.read(), "width", trial.width().bytes(), "memory",
            trial.memory(), "processes", trial.processes().count(), "tier", trial.tier(), "offset", trial.offset(),
            "across", trial.testedBoundary(), "a", side(pair.a()), "b", side(pair.b()));
    }

    private static Object side(ArchivedCell cell) {
        return Members.of("torn", cell.torn(), "changes", cell.changes(), "tornPerChange", cell.rate());
    }
}
