// SPDX-License-Identifier: Apache-2.0
package org.tearline.published;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Set;
import org.tearline.plan.Architecture;
import org.tearline.platform.CpuSignature;
import org.tearline.promise.CpuFeature;
import org.tearline.promise.CpuTraits;

/**
 * The CPU model, in numbers and names. Immutable; an absent fact is null.
 *
 * @param key               the grouping key, always equal to {@link #computedKey()}
 * @param vendor            the vendor's name as the CPU gives it, such as GenuineIntel or ARM
 * @param implementer       Arm's implementer code
 * @param part              Arm's part number
 * @param variant           Arm's variant, the r of r1p2
 * @param revision          Arm's revision, the p of r1p2
 * @param microarchitecture the name that the field uses, such as Cascade Lake
 * @param microcode         the microcode revision in hex
 * @param features          those that promises ask for and that it has; empty if it has none of them
 */
public record PublishedCpu(String key, String vendor, Integer family, Integer model, Integer stepping,
    Integer implementer,
                  Integer part, Integer variant, Integer revision, String brand, String microarchitecture,
                  String microcode, @JsonInclude(JsonInclude.Include.NON_NULL) List<CpuFeature> features) {
    /** Nobody can change the features afterwards. */
    public PublishedCpu {
        features = features == null ? null : List.copyOf(features);
    }

    /** Returns the key that follows from the numbers, as {@link CpuSignature#key()} has it. */
    public String computedKey() {
        return signature().key();
    }

    /** Returns the numbers and names from which the rest follows. */
    public CpuSignature signature() {
        return new CpuSignature(vendor, family, model, stepping, implementer, part, variant, revision, brand);
    }

    /** The same CPU with the key that follows from its numbers. */
    public PublishedCpu withComputedKey() {
        return new PublishedCpu(computedKey(), vendor, family, model, stepping, implementer, part, variant, revision,
            brand,
            microarchitecture, microcode, features);
    }

    /** Returns what promises depend on; the one way from a CPU to them, for a published one and for the one at hand. */
    public CpuTraits traits(Architecture architecture) {
        return new CpuTraits(architecture, vendor, family, model, features == null ? null : Set.copyOf(features));
    }
}
