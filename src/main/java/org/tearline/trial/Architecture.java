// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The instruction sets of 64-bit JVMs, and how each performs accesses. Thread-safe. */
public enum Architecture {
    X86_64("amd64"), AARCH64, RISCV64, PPC64("ppc64le"), S390X, LOONGARCH64,
    /** Any other instruction set, including all 32-bit ones. How it accesses a long is unknown. */
    OTHER;

    private final List<String> otherNames;

    Architecture(String... otherNames) {
        this.otherNames = Arrays.asList(otherNames);
    }

    /** The instruction set with this name in os.arch or in a result file; {@link #OTHER} for an unknown name. */
    public static Architecture of(String name) {
        return Stream.of(values())
            .filter(known -> known.toString().equals(name) || known.otherNames.contains(name))
            .findFirst()
            .orElse(OTHER);
    }

    /** The name in published results: x86_64 for {@code amd64}, otherwise the value of os.arch. */
    public static String published(String name) {
        if (X86_64.otherNames.contains(name)) {
            return X86_64.toString();
        }
        return name;
    }

    /** Whether misaligned accesses never fault and locked ones are atomic even across a line. */
    public boolean locksMisaligned() {
        return this == X86_64;
    }

    /** The alignment in bytes of the addresses at which a misaligned value may be cut. */
    int cutEvery(int offset, Width width) {
        int most = width.bytesPerWord();
        return switch (this) {
            // A load or store that is not atomic is cut where the next aligned value starts.
            case X86_64, AARCH64 -> most;
            // The manuals guarantee atomicity only for pieces no larger than the alignment of the address.
            case PPC64, S390X -> Math.min(most, Integer.lowestOneBit(offset));
            // A kernel may emulate the access byte by byte, or the behaviour is unknown.
            case RISCV64, LOONGARCH64, OTHER -> 1;
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
