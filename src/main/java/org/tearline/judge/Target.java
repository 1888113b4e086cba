// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.Set;
import org.tearline.promise.CpuTraits;
import org.tearline.trial.Architecture;
import org.tearline.trial.LowerCase;

/** The CPUs for which a program is judged. Thread-safe. */
public enum Target {
    /** Intel and AMD: we know of no promise of another x86-64 vendor for values of up to 8 bytes. */
    X86,
    ARM, ALL;

    private static final Set<String> X86_VENDORS = Set.of("GenuineIntel", "AuthenticAMD");

    /** Returns the target for an architecture's reports: its own CPUs, or all if it has no target of its own. */
    public static Target of(Architecture architecture) {
        return switch (architecture) {
            case X86_64 -> X86;
            case AARCH64 -> ARM;
            case RISCV64, PPC64, S390X, LOONGARCH64, OTHER -> ALL;
        };
    }

    /** Whether the promises for these CPUs count. */
    boolean includes(CpuTraits cpu) {
        return includes(cpu.architecture()) && (this != X86 || X86_VENDORS.contains(cpu.vendor()));
    }

    /** Whether measurements of CPUs with this instruction set count. */
    boolean includes(Architecture architecture) {
        return switch (this) {
            case X86 -> architecture == Architecture.X86_64;
            case ARM -> architecture == Architecture.AARCH64;
            case ALL -> true;
        };
    }

    public String words() {
        return switch (this) {
            case X86 -> "x86-64 (Intel and AMD)";
            case ARM -> "Arm";
            case ALL -> "all CPUs";
        };
    }

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
