// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.Set;
import java.util.stream.Stream;
import org.tearline.promise.CpuTraits;
import org.tearline.trial.Architecture;
import org.tearline.trial.LowerCase;

/** The CPUs for which a program is judged. Thread-safe. */
public enum Target {
    /** Intel and AMD: we know of no promise of another x86-64 vendor for values of up to 8 bytes. */
    X86(Architecture.X86_64, "x86-64 (Intel and AMD)"),
    ARM(Architecture.AARCH64, "Arm"),
    ALL(null, "all CPUs");

    private final Architecture architecture;
    private final String words;

    Target(Architecture architecture, String words) {
        this.architecture = architecture;
        this.words = words;
    }

    /** Returns the target for an architecture's reports: its own CPUs, or all if it has no target of its own. */
    public static Target of(Architecture architecture) {
        return Stream.of(X86, ARM).filter(target -> target.includes(architecture)).findFirst().orElse(ALL);
    }

    /** Whether the promises for these CPUs count. */
    boolean includes(CpuTraits cpu) {
        return includes(cpu.architecture()) && (this != X86
            || Set.of("GenuineIntel", "AuthenticAMD").contains(cpu.vendor()));
    }

    /** Whether measurements of CPUs with this instruction set count. */
    boolean includes(Architecture other) {
        return this == ALL || architecture == other;
    }

    public String words() {
        return words;
    }

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
