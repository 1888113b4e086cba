// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.EnumSet;
import java.util.Set;
import org.tearline.machine.CpuFeature;
import org.tearline.machine.CpuModel;
import org.tearline.trial.Architecture;

/**
 * Holds what promises depend on. Immutable; what is not known is null, and no rule that asks for it applies.
 *
 * @param architecture the instruction set
 * @param vendor       x86: the vendor_id of /proc/cpuinfo, without white space around it
 * @param family       x86: the family
 * @param features     those that it has
 */
public record CpuTraits(Architecture architecture, String vendor, Integer family, Set<CpuFeature> features) {
    /** Nobody can change the features afterwards. */
    public CpuTraits {
        features = features == null ? null : Set.copyOf(features);
    }

    /** Returns those of a model. */
    public static CpuTraits of(Architecture architecture, CpuModel cpu) {
        return new CpuTraits(architecture, cpu.vendor(), cpu.family(), cpu.features() == null ? null
            : Set.copyOf(cpu.features()));
    }

    /** The same CPU with what another look at it found: a hypervisor can hide a feature but not add one. */
    public CpuTraits with(Set<CpuFeature> found) {
        if (features == null || found == null) {
            return new CpuTraits(architecture, vendor, family, features == null ? found : features);
        }
        Set<CpuFeature> both = EnumSet.noneOf(CpuFeature.class);
        both.addAll(features);
        both.addAll(found);
        return new CpuTraits(architecture, vendor, family, both);
    }
}
