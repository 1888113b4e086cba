// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.List;
import org.tearline.archive.KnownCpu;
import org.tearline.judge.EveryCpu;
import org.tearline.judge.JudgedPlace;
import org.tearline.promise.Guarantees.CpuFamily;
import org.tearline.verdict.Answer;
import org.tearline.verdict.Fate;
import org.tearline.words.Members;

/** Says in the JSON of a judgement what happens at one place on every CPU. */
record JudgedPlaceJson(JudgedPlace place) {
    Object object() {
        EveryCpu every = place.cpus();
        return Members.of(
            "offset", place.offset(),
            "bytes", place.bytes(),
            "boundary", place.boundary(),
            "placement", place.placement(),
            "certain", place.certain(),
            "inPieces", every.inPieces(),
            "bulk", every.bulk(),
            "ifShared", place.ifShared().valueCode(),
            "torn", cpus(Fate.TORN),
            "whole", cpus(Fate.WHOLE),
            "unknown", cpus(Fate.UNKNOWN),
            "promises", every.families().entrySet().stream()
                .map(one -> promise(one.getKey(), one.getValue())).toList());
    }

    private List<String> cpus(Fate fate) {
        return place.cpus().cpus(fate).stream().map(KnownCpu::id).toList();
    }

    private static Object promise(CpuFamily family, Answer answer) {
        return Members.of("family", family.name(), "architecture", family.traits().architecture(),
            "promise", answer.promise().promise(), "faultsUntilCompiled", answer.faultsAtFirst(),
            "rules", answer.promise().ruleIds());
    }
}
