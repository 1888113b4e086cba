// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tearline.file.PublishedMachine;
import org.tearline.machine.Machine;
import org.tearline.promise.Guarantees.PromisedGranule;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Tally.Counts;
import org.tearline.verdict.TrialResult;

/** Measured granules in the shape of {@code schema/granules-run.schema.json}. */
public final class GranulesJson {
    private static final int SCHEMA_VERSION = 1;

    private GranulesJson() {
    }

    public static String print(Granules granules, List<TrialResult> trials, TrialSpec trial, Machine machine) {
        Width width = trial.width();
        Map<String, Object> bounds = new LinkedHashMap<>();
        for (Granules.Kind kind : Granules.Kind.values()) {
            if (kind != Granules.Kind.LOCKED && granules.known().containsKey(kind)) {
                bounds.put(kind.name().toLowerCase(Locale.ROOT), bounds(granules.of(kind, width)));
            }
        }
        PromisedGranule promised = PublishedMachine.promisedGranule(machine, width);
        return JsonText.of(JsonText.object("schemaVersion", SCHEMA_VERSION, "cpu", machine.cpuName(),
            "design", machine.cpuOrUnknown().withDesign().microarchitecture(), "jvm", machine.jvm().toString(),
            "lineBytes", machine.geometry().lineBytes(), "width", width.bytes(), "memory", trial.memory(),
            "tier", trial.tier(), "granules", bounds, "locked", granules.locked().name().toLowerCase(Locale.ROOT),
            "promised", JsonText.object("bytes", promised.bytes(), "rules", promised.ruleIds()),
            "trials", trials.stream().map(GranulesJson::trial).toList()));
    }

    private static Map<String, Object> bounds(Granule granule) {
        return JsonText.object("atLeast", granule.atLeast() == Granule.UNKNOWN_LEAST ? null : granule.atLeast(),
            "atMost", granule.atMost() == Granule.UNKNOWN_MOST ? null : granule.atMost(), "quick", granule.quick());
    }

    private static Map<String, Object> trial(TrialResult result) {
        Counts counts = result.outcome() == null ? Counts.NONE : result.outcome().tally().counts();
        return JsonText.object("offset", result.trial().offset(),
            "across", result.trial().oneSided() ? result.trial().across() : null, "write", result.trial().write(),
            "read", result.trial().read(), "verdict", result.judgement().verdict().answer(), "changes",
            counts.changes(), "torn", counts.torn());
    }
}
