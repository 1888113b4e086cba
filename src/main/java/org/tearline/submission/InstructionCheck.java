// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Side;
import org.tearline.plan.Tier;
import org.tearline.plan.WriteMode;
import org.tearline.published.Kind;
import org.tearline.published.KnownNames;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;
import org.tearline.published.SeriesTier;
import org.tearline.published.VectorEvidence;

/** Tells whether an access can be the instruction that was found for it. Immutable. Thread-safe. */
final class InstructionCheck implements Check {
    @Override
    public void check(ResultFile file, Findings findings) {
        // Of a machine that cannot be nothing follows.
        List<ResultFile.Instruction> evidence = findings.has(ValidationRule.MACHINE) ? List.of() : file.evidence();
        Set<String> named = new HashSet<>();
        for (ResultFile.Instruction found : evidence) {
            if (!named.add(found.access() + found.tier())) {
                findings.add(ValidationRule.INSTRUCTION, "/evidence: " + found.access(), "is listed twice");
            }
            String fault = found.widthBytes() != null ? faultOfVector(found, file) : fault(found, file);
            if (fault != null) {
                findings.add(ValidationRule.INSTRUCTION, "/evidence: " + found.access(), found.instruction() + fault);
            }
        }
        if (file.kind() == Kind.SWEEP) {
            checkMemories(file, evidence, findings);
            file.series().stream().filter(series -> series.width().isVector()
                && series.changes().stream().anyMatch(changes -> changes > 0))
                .forEach(series -> checkVouched(series, file.evidence(), findings));
        }
    }

    /** Returns what each kind of access may be; only longs are looked at, by compilers whose code can be read. */
    private static String fault(ResultFile.Instruction found, ResultFile file) {
        Map<String, String> allowed = KnownNames.load().instructions().get(file.environment().arch());
        Tier tier = found.tier() == SeriesTier.C1 ? Tier.C1 : Tier.C2;
        if (allowed == null || found.tier() != SeriesTier.C1 && found.tier() != SeriesTier.C2) {
            return " could not be read there";
        }
        String kind = found.write() != null ? kind(found.write(), allowed) : kind(found.read(), allowed);
        Map<String, String> called = KnownNames.load().instructions().get("calledByC1");
        boolean call = tier == Tier.C1 && (found.read() == ReadMode.EXCHANGE
            ? found.instruction().matches(called.get("exchange"))
            : found.memory().checkedByJdk() && (found.write() == WriteMode.PLAIN || found.read() == ReadMode.PLAIN)
            && found.instruction().matches(called.get("plain")));
        return call || found.instruction().matches(allowed.get(kind)) ? null
            : " is not what " + found.access() + " becomes on " + file.environment().arch();
    }

    private static String kind(WriteMode mode, Map<String, String> allowed) {
        return switch (mode) {
            case CAS, GETANDSET, GETANDADD -> mode.toString();
            case VOLATILE -> allowed.containsKey("fenced") ? "fenced" : "store";
            case OPAQUE, ORDERED, SEQLOCK -> allowed.containsKey("ordered") ? "ordered" : "store";
            case PLAIN -> allowed.containsKey("move") ? "move" : "store";
        };
    }

    private static String kind(ReadMode mode, Map<String, String> allowed) {
        return switch (mode) {
            case CAS, EXCHANGE -> "cas";
            case GETANDADD -> "getandadd";
            case PLAIN, OPAQUE, ACQUIRE, VOLATILE, AGREE, MASKED, SEQLOCK -> allowed.containsKey("move") ? "move"
                : "load";
        };
    }

    private static String faultOfVector(ResultFile.Instruction found, ResultFile file) {
        boolean tried = file.series().stream().anyMatch(series -> VectorEvidence.isOf(found, series.width())
            && found.memory() == series.memory() && found.tier() == series.tier()
            && (found.write() != null ? found.write() == series.write() : found.read() == series.read()));
        if (!tried) {
            return " of an access that no series makes";
        }
        return VectorEvidence.isOne(found, file.environment().architecture()) ? null
            : " is no single access of " + found.widthBytes() + " bytes";
    }

    /** Whoever reads the code of several memories reads that of all; a file with little evidence claims little. */
    private static void checkMemories(ResultFile file, List<ResultFile.Instruction> evidence, Findings findings) {
        Set<Memory> read = evidence.stream().filter(found -> found.widthBytes() == null)
            .map(ResultFile.Instruction::memory).collect(Collectors.toSet());
        file.series().stream().filter(series -> read.size() > 1 && !series.width().isVector()
            && series.changes().stream().anyMatch(changes -> changes > 0) && !read.contains(series.memory()))
            .forEach(series -> findings.add(ValidationRule.INSTRUCTION, series.name(),
                "no instruction of this memory was found, but of others"));
    }

    /**
     * Tears and negative results of a vector say something of the CPU only if one instruction was all of the access.
     */
    private static void checkVouched(Series series, List<ResultFile.Instruction> evidence, Findings findings) {
        Arrays.stream(Side.values()).filter(side -> evidence.stream().noneMatch(found ->
            VectorEvidence.isOf(found, series.width()) && side == (found.write() != null ? Side.WRITE : Side.READ)))
            .forEach(side -> findings.add(ValidationRule.WITNESS, series.name(), "nothing says that its " + side
                + " is one instruction"));
    }
}
