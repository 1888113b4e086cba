package org.tearline.asm;

import java.util.List;

/**
 * The instruction sets whose machine code is understood, with how objdump is asked for it and how its text is read:
 * matters of decoding, which {@link org.tearline.plan.Architecture} has no part in. Immutable.
 */
public enum InstructionSet {
    X86_64("i386:x86-64", List.of("-M", "intel"), new X86Dialect()),
    AARCH64("aarch64", List.of(), new Aarch64Dialect());

    private final String objdumpMachine;
    private final List<String> objdumpOptions;
    private final Dialect dialect;

    InstructionSet(String objdumpMachine, List<String> objdumpOptions, Dialect dialect) {
        this.objdumpMachine = objdumpMachine;
        this.objdumpOptions = objdumpOptions;
        this.dialect = dialect;
    }

    /**
     * The set of a JVM.
     *
     * @param osArch the system property os.arch
     * @throws UnsupportedOperationException if its code is not understood
     */
    public static InstructionSet of(String osArch) {
        return switch (osArch) {
            case "amd64", "x86_64" -> X86_64;
            case "aarch64", "arm64" -> AARCH64;
            default -> throw new UnsupportedOperationException("machine code of " + osArch
                + " is not understood, only that of amd64 and aarch64");
        };
    }

    String objdumpMachine() {
        return objdumpMachine;
    }

    List<String> objdumpOptions() {
        return objdumpOptions;
    }

    public Dialect dialect() {
        return dialect;
    }
}
