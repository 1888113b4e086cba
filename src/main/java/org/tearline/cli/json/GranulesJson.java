// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tearline.file.PublishedMachine;
import org.tearline.machine.Machine;
import org.tearline.promise.PromisedGranule;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Granule;
import org.tearline.verdict.Granules;
import org.tearline.verdict.TrialResult;

/** Measured granules as one JSON object, in the shape of {@code schema/granules-run.schema.json}. Thread-safe. */
public final class GranulesJson {
    private static final int SCHEMA_VERSION = 1;

    private GranulesJson() {
    }

    private record Document(int schemaVersion, String cpu, String design, String jvm, int lineBytes, int width,
                            String memory, String tier, Map<String, Bounds> granules, String locked, Promised promised,
                            List<Trial> trials) {
    }

    /** Bytes; null where nothing is known. */
    private record Bounds(Integer atLeast, Integer atMost, boolean quick) {
        private static Bounds of(Granule granule) {
            return new Bounds(granule.atLeast() == Granule.UNKNOWN_LEAST ? null : granule.atLeast(),
                granule.atMost() == Granule.UNKNOWN_MOST ? null : granule.atMost(), granule.quick());
        }
    }

    private record Promised(int bytes, List<String> rules) {
    }

    private record Trial(int offset, String write, String read, String verdict, long changes, long torn) {
        private static Trial of(TrialResult result) {
            Counts counts = result.outcome() == null ? Counts.NONE : result.outcome().tally().counts();
            return new Trial(result.trial().offset(), result.trial().write().toString(),
                result.trial().read().toString(), result.judgement().verdict().answer(), counts.changes(),
                counts.torn());
        }
    }

    /** Returns the object as indented text. */
    public static String print(Granules granules, List<TrialResult> trials, TrialSpec trial,
                               Machine machine) {
        Width width = trial.width();
        Map<String, Bounds> bounds = new LinkedHashMap<>();
        for (Granules.Kind kind : Granules.Kind.values()) {
            if (kind != Granules.Kind.LOCKED && granules.known().containsKey(kind)) {
                bounds.put(kind.name().toLowerCase(Locale.ROOT), Bounds.of(granules.of(kind, width)));
            }
        }
        PromisedGranule promised = PublishedMachine.promisedGranule(machine, width);
        return JsonText.of(new Document(SCHEMA_VERSION, machine.cpuName(),
            machine.cpuOrUnknown().withDesign().microarchitecture(), machine.jvm().toString(),
            machine.geometry().lineBytes(), width.bytes(), trial.memory().toString(), trial.tier().toString(), bounds,
            granules.locked().name().toLowerCase(Locale.ROOT),
            new Promised(promised.bytes(), promised.ruleIds()), trials.stream().map(Trial::of).toList()));
    }
}
