// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.Comparator;
import java.util.Locale;
import org.tearline.file.Environment;
import org.tearline.machine.CpuModel;
import org.tearline.machine.Emulated;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;

/**
 * What identifies a CPU design: whether it is emulated, the instruction set, the vendor, the family, the name computed
 * from the model, and the line and page size. The name in the file is ignored. Thread-safe.
 *
 * @param named whether the CPU's numbers name the design; otherwise its key is the name
 */
record CpuIdentity(boolean emulated, String arch, String vendor, Integer family, String design, boolean named,
                   Geometry geometry) {
    static final Comparator<CpuIdentity> ORDER = Comparator.comparing(CpuIdentity::emulated)
        .thenComparing(CpuIdentity::design).thenComparing(CpuIdentity::arch).thenComparing(CpuIdentity::vendor)
        .thenComparing(CpuIdentity::family, Comparator.nullsFirst(Comparator.naturalOrder()))
        .thenComparing(CpuIdentity::named).thenComparing(cpu -> cpu.geometry.lineBytes())
        .thenComparing(cpu -> cpu.geometry.pageBytes());

    static CpuIdentity of(Environment environment) {
        boolean emulated = environment.emulated() == Emulated.YES;
        CpuModel cpu = environment.cpu().withDesign();
        // A file may claim any design, so the numbers must fit the architecture. An emulator's need not: it may report
        // the CPU that it runs on.
        boolean named = cpu.microarchitecture() != null
            && (emulated || cpu.numbersFit(environment.architecture()));
        String design = cpu.key();
        if (named) {
            design = cpu.microarchitecture();
        }
        return new CpuIdentity(emulated, environment.arch(), cpu.vendor(), cpu.family(), design, named,
            environment.geometry());
    }

    String id() {
        String id = design.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceFirst("-$", "");
        if (!named) {
            // A file can choose the words of a key, so they must not be the id of a named design.
            id = "key." + id;
        }
        if (!geometry.equals(Geometry.USUAL)) {
            id += "-line" + geometry.lineBytes() + "-page" + geometry.pageBytes();
        }
        if (emulated) {
            id += "-emulated";
        }
        if (emulated || !arch.equals(Environment.X86_64)) {
            id += "-" + arch;
        }
        return id;
    }

    /** Returns rules for a JVM with unaligned accesses, because the key of a cell marks accesses in pieces. */
    AccessRules rules() {
        boolean unalignedAccesses = true;
        return new AccessRules(Architecture.of(arch), geometry, unalignedAccesses);
    }

    /** Whether two designs differ at most in the line and page size. */
    boolean sameCpu(CpuIdentity other) {
        return equals(new CpuIdentity(other.emulated, other.arch, other.vendor, other.family, other.design, other.named,
            geometry));
    }
}
