// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.Arrays;
import java.util.List;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Side;
import org.tearline.plan.Tier;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;
import org.tearline.published.VectorEvidence;

/** Whether an access can be the instruction that was found for it. Immutable, any thread. */
final class InstructionCheck implements Check {
    /** What moves a value and locks nothing: mov, movq, vmovsd, vmovq. */
    private static final String MOVES = "v?mov.*";
    /** What moves a whole vector, as the tester names it. */
    private static final String MOVES_VECTORS = "v?movdq.*|one vector .*";

    @Override
    public void check(ResultFile file, Findings findings) {
        AccessRules rules = file.environment().rules();
        for (ResultFile.Instruction found : file.evidence()) {
            String fault = found.widthBytes() != null ? faultOfVector(found, file) : fault(found, rules);
            if (fault != null) {
                findings.add(ValidationRule.WITNESS, "/evidence: " + found.access(), found.instruction() + fault);
            }
        }
        if (file.kind() == Kind.SWEEP) {
            file.series().stream().filter(series -> series.width().isVector()
                && series.changes().stream().anyMatch(changes -> changes > 0))
                .forEach(series -> checkVouched(series, file.evidence(), findings));
        }
    }

    private static String fault(ResultFile.Instruction found, AccessRules rules) {
        boolean locked = found.write() != null ? rules.locked(found.write(), Tier.C2) : rules.locked(found.read());
        return locked && found.instruction().matches(MOVES) ? " does not lock"
            : found.instruction().matches(MOVES_VECTORS) ? " moves more than a long" : null;
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

    /** Tears and silences of a vector say something of the CPU only if one instruction was all of the access. */
    private static void checkVouched(Series series, List<ResultFile.Instruction> evidence, Findings findings) {
        Arrays.stream(Side.values()).filter(side -> evidence.stream().noneMatch(found ->
            VectorEvidence.isOf(found, series.width()) && side == (found.write() != null ? Side.WRITE : Side.READ)))
            .forEach(side -> findings.add(ValidationRule.WITNESS, series.name(), "nothing says that its " + side
                + " is one instruction"));
    }
}
