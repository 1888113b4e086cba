// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;

/**
 * The instruction sets that a 64-bit JVM runs on, and what each does with an access: {@link AccessRules} asks for the
 * rest of the machine.
 */
public enum Architecture {
    X86_64("amd64"), AARCH64, RISCV64, PPC64("ppc64le"), S390X, LOONGARCH64,
    /** Any other, also every 32-bit one: nothing is known of how it makes a long. */
    OTHER;

    /** Asked for every cell of every file. */
    private static final Map<String, Architecture> BY_NAME = new HashMap<>();

    static {
        for (Architecture one : values()) {
            BY_NAME.put(one.toString(), one);
            one.otherNames.forEach(name -> BY_NAME.put(name, one));
        }
    }

    private final List<String> otherNames;

    Architecture(String... otherNames) {
        this.otherNames = List.of(otherNames);
    }

    /** The instruction set of this name in os.arch or in a result file. */
    public static Architecture of(String name) {
        return BY_NAME.getOrDefault(name, OTHER);
    }

    /** The name in published results: {@code amd64} is x86_64 there, every other os.arch stays what it is. */
    public static String published(String name) {
        return X86_64.otherNames.contains(name) ? X86_64.toString() : name;
    }

    /**
     * Whether HotSpot turns a write into a locked instruction on the value itself. On x86-64 a volatile store of the
     * compilers is a MOV and a locked addition <em>on the stack</em>, so it is not; the interpreter's is an XCHG.
     * Elsewhere read-modify-writes are loops, or instructions that fault on a misaligned value.
     */
    public boolean locks(WriteMode write, Tier tier) {
        return locksMisaligned() && switch (write) {
            case PLAIN, SEQLOCK -> false;
            case OPAQUE, ORDERED, VOLATILE -> tier == Tier.INTERPRETER;
            case CAS, GETANDSET, GETANDADD -> true;
        };
    }

    /** The same of a read, in every tier. */
    public boolean locks(ReadMode read) {
        return locksMisaligned() && switch (read) {
            case PLAIN, OPAQUE, ACQUIRE, VOLATILE, AGREE, MASKED, SEQLOCK -> false;
            case CAS, EXCHANGE, GETANDADD -> true;
        };
    }

    /** Whether every access may be misaligned, and a locked one stays locked across a line; elsewhere it may fault. */
    boolean locksMisaligned() {
        return this == X86_64;
    }

    /** The least distance in bytes between two cuts of a misaligned value. */
    int cutEvery(int offset, Width width) {
        int most = width.bytesPerWord();
        return switch (this) {
            // A load or store that is not whole is cut where the next aligned value begins.
            case X86_64, AARCH64 -> most;
            // Both books promise only pieces of the size to which the address is aligned.
            case PPC64, S390X -> Math.min(most, Integer.lowestOneBit(offset));
            // A kernel may emulate the access byte by byte; of the rest nothing is known.
            case RISCV64, LOONGARCH64, OTHER -> 1;
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
