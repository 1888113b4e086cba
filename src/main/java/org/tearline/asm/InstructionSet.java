// SPDX-License-Identifier: Apache-2.0
package org.tearline.asm;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.tearline.trial.Width;

/**
 * The instruction sets whose machine code is understood, with how objdump is asked for it and how its text is read:
 * matters of decoding, which {@link org.tearline.trial.Architecture} has no part in.
 */
public enum InstructionSet {
    X86_64("i386:x86-64", 62, List.of("-M", "intel"), Arrays.stream(Width.values()).map(Width::bytes)
        .collect(Collectors.toMap(Function.identity(), X86Dialect::new))),
    AARCH64("aarch64", 183, List.of(), Map.of(Long.BYTES, new Aarch64Dialect()));

    private final String objdumpMachine;
    private final short elfMachine;
    private final List<String> objdumpOptions;
    private final Map<Integer, Dialect> dialects;

    InstructionSet(String objdumpMachine, int elfMachine, List<String> objdumpOptions,
                   Map<Integer, Dialect> dialects) {
        this.objdumpMachine = objdumpMachine;
        this.elfMachine = (short) elfMachine;
        this.objdumpOptions = objdumpOptions;
        this.dialects = dialects;
    }

    /**
     * Returns the set of a JVM.
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

    /** Returns the number that ELF files have for it. */
    short elfMachine() {
        return elfMachine;
    }

    List<String> objdumpOptions() {
        return objdumpOptions;
    }

    /** Returns how accesses of 8 bytes are spelled. */
    public Dialect dialect() {
        return dialect(Long.BYTES);
    }

    /**
     * Returns how accesses of so many bytes are spelled.
     *
     * @throws UnsupportedOperationException if nobody has looked at those
     */
    public Dialect dialect(int bytes) {
        Dialect dialect = dialects.get(bytes);
        if (dialect == null) {
            throw new UnsupportedOperationException("in machine code of " + name().toLowerCase(Locale.ROOT)
                + " accesses of " + bytes + " bytes are not looked for");
        }
        return dialect;
    }
}
