package org.tearline.submission;

import org.tearline.plan.AccessRules;
import org.tearline.plan.Tier;
import org.tearline.published.ResultFile;

/** Whether an access can be the instruction that was found for it. Immutable, any thread. */
final class InstructionCheck implements Check {
    /** What moves a value and locks nothing: mov, movq, vmovsd, vmovq. */
    private static final String MOVES = "v?mov.*";

    @Override
    public void check(ResultFile file, Findings findings) {
        AccessRules rules = file.environment().rules();
        for (ResultFile.Instruction found : file.evidence()) {
            boolean locked = found.write() != null ? rules.locked(found.write(), Tier.C2) : rules.locked(found.read());
            if (locked && found.instruction().matches(MOVES)) {
                findings.add(ValidationRule.WITNESS, "/evidence: " + found.memory() + " " + (found.write() != null
                    ? "write " + found.write() : "read " + found.read()), found.instruction() + " does not lock");
            }
        }
    }
}
