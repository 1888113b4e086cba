// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.tearline.archive.KnownCpu.Bounds;
import org.tearline.machine.Machine;
import org.tearline.promise.MachinePromises;
import org.tearline.promise.PromisedGranule;
import org.tearline.run.GranuleSearch.Found;
import org.tearline.run.GranuleSearch.TriedPlace;
import org.tearline.trial.LowerCase;
import org.tearline.trial.TrialSpec;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Granules;
import org.tearline.words.Members;

/** Prints the granules of a machine as JSON that follows {@code schema/granules-run.schema.json}. */
public final class GranulesJson {
    private GranulesJson() {
    }

    public static String print(Found found, TrialSpec trial, Machine machine) {
        Granules granules = found.granules();
        PromisedGranule promised = new MachinePromises(machine).granule(trial.width());
        Map<String, Object> bounds = new LinkedHashMap<>();
        granules.kinds()
            .forEach(kind -> bounds.put(kind.toString(), bounds(granules.of(kind, trial.width()))));
        return JsonText.of(Members.of(
            "schemaVersion", 1,
            "cpu", machine.cpuName(),
            "design", machine.cpuOrUnknown().withDesign().microarchitecture(),
            "jvm", machine.jvm().toString(),
            "emulated", machine.emulated(),
            "weakness", GranuleWeakness.of(machine),
            "lineBytes", machine.geometry().lineBytes(),
            "width", trial.width().bytes(),
            "memory", trial.memory(),
            "tier", trial.tier(),
            "granules", bounds,
            "locked", LowerCase.of(granules.locked()),
            "promised", Members.of("bytes", promised.bytes(), "rules", promised.ruleIds()),
            "byTheLaw", Members.of("triedOffsets", found.offsets()),
            "trials", found.tried().stream().map(place -> trial(found, place)).toList()));
    }

    private static Object bounds(Granule granule) {
        Bounds bounds = Objects.requireNonNullElse(Bounds.of(granule), Bounds.NONE);
        return Members.of("atLeast", bounds.atLeast(), "atMost", bounds.atMost(), "quick", granule.quick());
    }

    private static Object trial(Found found, TriedPlace place) {
        TrialSpec trial = place.trial();
        return Members.of(
            "offset", trial.offset(),
            "across", trial.testedBoundary(),
            "write", trial.write(),
            "read", trial.read(),
            "verdict", found.verdict(place).answer(),
            "changes", place.counts().changes(),
            "torn", place.counts().torn());
    }
}
