package org.tearline.platform;

import java.util.Locale;

/** Families of instruction sets, as far as /proc/cpuinfo has a form of its own for each. Immutable. */
public enum Isa {
    X86,
    ARM,
    RISCV,
    POWER,
    S390,
    LOONGARCH;

    /** The name as the reports print it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
