// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.tearline.archive.FileGranules;
import org.tearline.archive.KnownCpu.Bounds;
import org.tearline.file.JcstressCase.Place;
import org.tearline.file.JcstressCase;
import org.tearline.file.MixedCase;
import org.tearline.file.ResultFile;
import org.tearline.trial.LowerCase;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Granules.Granule.Sum;
import org.tearline.verdict.Granules.TriedPair;
import org.tearline.verdict.Granules;
import org.tearline.words.Members;

/** Prints the findings of a result file as JSON that follows {@code schema/show.schema.json}. */
public final class FindingJson {
    /** Of {@code schema/show.schema.json}. */
    static final int SCHEMA_VERSION = 1;

    private FindingJson() {
    }

    public static String print(ResultFile file) {
        return JsonText.of(of(file));
    }

    static Object of(ResultFile file) {
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

    static Object granules(Granules granules) {
        Map<String, Object> bounds = new LinkedHashMap<>();
        granules.kinds().forEach(kind -> bounds.put(kind.toString(), Bounds.of(granules.of(kind))));
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
}
