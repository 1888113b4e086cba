// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Families of instruction sets, as far as /proc/cpuinfo has a form of its own for each. A family has 32-bit members
 * too, whose CPUs and names have to be understood although no trial runs on them; what an access comes to on a 64-bit
 * one is {@link org.tearline.plan.Architecture}'s. Immutable.
 */
public enum Isa {
    X86,
    ARM,
    RISCV,
    POWER,
    S390,
    LOONGARCH;

    /** Returns the family of a machine's name, as a kernel, a JVM or a result file writes it. */
    public static Optional<Isa> of(String arch) {
        return Arrays.stream(values()).filter(isa -> isa.runs(arch)).findFirst();
    }

    /** Returns whether the name is one of this family. */
    boolean runs(String arch) {
        return switch (this) {
            case X86 -> List.of("amd64", "x86_64", "x86", "i386", "i686").contains(arch);
            case ARM -> arch.startsWith("aarch64") || arch.startsWith("arm");
            case RISCV -> arch.startsWith("riscv");
            case POWER -> arch.startsWith("ppc");
            case S390 -> arch.startsWith("s390");
            case LOONGARCH -> arch.startsWith("loongarch");
        };
    }

    /** Returns the name as the reports print it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
