package org.tearline.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The instruction sets that a 64-bit JVM runs on, as far as seams and promises differ between them. Immutable. */
public enum Architecture {
    X86_64("amd64"),
    AARCH64,
    RISCV64,
    PPC64("ppc64le"),
    S390X,
    LOONGARCH64,
    /** Any other, also every 32-bit one: nothing is known of how it makes a long. */
    OTHER;

    private final List<String> otherNames;

    Architecture(String... otherNames) {
        this.otherNames = List.of(otherNames);
    }

    /** The instruction set that a JVM (os.arch) or a result file (environment.arch) calls so. */
    public static Architecture of(String name) {
        return Arrays.stream(values()).filter(one -> one.toString().equals(name) || one.otherNames.contains(name))
            .findFirst().orElse(OTHER);
    }

    /**
     * How many bytes one cut of a misaligned value is from the next, at the least.
     *
     * @param offset misaligned; its lowest set bit is the address', whose base is the start of a page
     */
    int cutEvery(int offset, Width width) {
        return switch (this) {
            // A load or store that is not whole is cut where the next aligned value begins.
            case X86_64, AARCH64 -> width.bytes();
            // Both books promise only pieces of the size to which the address is aligned.
            case PPC64, S390X -> Integer.lowestOneBit(offset);
            // A kernel may emulate the access byte by byte; of the rest nothing is known.
            case RISCV64, LOONGARCH64, OTHER -> 1;
        };
    }

    /** The name as result files and the registry of promises have it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
