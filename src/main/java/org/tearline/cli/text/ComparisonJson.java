// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import org.tearline.archive.Comparison.Pair;
import org.tearline.archive.Comparison;
import org.tearline.archive.ArchivedCell;
import org.tearline.trial.TrialSpec;
import org.tearline.words.Members;

/** Prints what a sweep has in common with others, and what differs, as JSON that follows {@code show.schema.json}. */
public final class ComparisonJson {
    private ComparisonJson() {
    }

    /** Prints what the first sweep has in common with the others, which are called b. */
    public static String print(Comparison comparison) {
        return JsonText.of(Members.of(
            "schemaVersion", FindingJson.SCHEMA_VERSION,
            "a", FindingJson.granules(comparison.a()),
            "b", FindingJson.granules(comparison.b()),
            "changed", comparison.changed(),
            "cells", comparison.cells().stream().map(ComparisonJson::cell).toList()));
    }

    private static Object cell(Pair pair) {
        TrialSpec trial = pair.a().key().trial();
        return Members.of(
            "write", trial.write(),
            "read", trial.read(),
            "width", trial.width().bytes(),
            "memory", trial.memory(),
            "processes", trial.processes().count(),
            "tier", trial.tier(),
            "offset", trial.offset(),
            "across", trial.testedBoundary(),
            "a", side(pair.a()),
            "b", side(pair.b()));
    }

    private static Object side(ArchivedCell cell) {
        return Members.of("torn", cell.torn(), "changes", cell.changes(), "tornPerChange", cell.rate());
    }
}
