// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.Set;
import org.tearline.machine.CpuFeature;
import org.tearline.machine.CpuModel;
import org.tearline.trial.Architecture;

/**
 * The properties of a CPU on which promises depend. Null means unknown; a rule that depends on an unknown property
 * does not apply.
 */
public record CpuTraits(Architecture architecture, String vendor, Integer family, Set<CpuFeature> features) {
    public CpuTraits {
        if (features != null) {
            features = Set.copyOf(features);
        }
    }

    public static CpuTraits of(Architecture architecture, CpuModel cpu) {
        Set<CpuFeature> features = null;
        if (cpu.features() != null) {
            features = Set.copyOf(cpu.features());
        }
        return new CpuTraits(architecture, cpu.vendor(), cpu.family(), features);
    }
}
