// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.EnumSet;
import java.util.Set;
import org.tearline.machine.CpuModel;
import org.tearline.machine.CpuModel.CpuFeature;
import org.tearline.trial.Architecture;

/** What promises depend on. A null is not known, and no rule that asks for it applies. */
public record CpuTraits(Architecture architecture, String vendor, Integer family, Set<CpuFeature> features) {
    public CpuTraits {
        features = features == null ? null : Set.copyOf(features);
    }

    public static CpuTraits of(Architecture architecture, CpuModel cpu) {
        return new CpuTraits(architecture, cpu.vendor(), cpu.family(), cpu.features() == null ? null
            : Set.copyOf(cpu.features()));
    }

    /** The same CPU with another look's features: a hypervisor can hide one but not add one. */
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
