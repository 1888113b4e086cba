package org.tearline.result.file;

import org.tearline.platform.CpuSignature;

/**
 * The CPU model: numbers where it has them, names beside them. Immutable; an absent fact is null.
 *
 * @param key               the grouping key, always equal to {@link #computedKey()}
 * @param vendor            the vendor's name as the CPU gives it, such as GenuineIntel or ARM
 * @param implementer       Arm's implementer code
 * @param part              Arm's part number
 * @param variant           Arm's variant, the r of r1p2
 * @param revision          Arm's revision, the p of r1p2
 * @param microarchitecture the name that the field uses, such as Cascade Lake
 * @param microcode         the microcode revision in hex
 */
public record Cpu(String key, String vendor, Integer family, Integer model, Integer stepping, Integer implementer,
                  Integer part, Integer variant, Integer revision, String brand, String microarchitecture,
                  String microcode) {

    /** The key that follows from the numbers, as {@link CpuSignature#key()} has it. */
    public String computedKey() {
        return new CpuSignature(vendor, family, model, stepping, implementer, part, variant, revision, brand).key();
    }

    /** The same CPU with the key that follows from its numbers. */
    public Cpu withComputedKey() {
        return new Cpu(computedKey(), vendor, family, model, stepping, implementer, part, variant, revision, brand,
            microarchitecture, microcode);
    }
}
