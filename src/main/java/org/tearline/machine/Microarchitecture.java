// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

/** Names the design of a CPU, from the table {@code machine/designs.properties}. Thread-safe. */
final class Microarchitecture {
    private static final int EMERALD_RAPIDS = 207;
    /**
     * Intel's family 6 designs with AMX whose model numbers do not exceed that of Emerald Rapids. Any other such number
     * of a CPU with AMX comes from a hypervisor that masks the real one.
     */
    private static final Set<String> WITH_AMX = Set.of("Sapphire Rapids", "Emerald Rapids", "Granite Rapids");

    private static final Properties NAMES = Bundled.properties("/machine/designs.properties");

    private Microarchitecture() {
    }

    static Optional<String> of(CpuModel cpu) {
        String vendor = cpu.vendor();
        if (cpu.implementer() != null) {
            return Optional.ofNullable(cpu.part()).flatMap(part -> named(vendor + String.format(Locale.ROOT, ".%03x",
                part)));
        }
        if (vendor.equals(CpuModel.IBM) && cpu.family() != null) {
            return Optional.of("POWER" + cpu.family());
        }
        if (vendor.equals(CpuModel.IBM)) {
            return Optional.ofNullable(cpu.model()).flatMap(type -> named(vendor + "." + Integer.toHexString(type)));
        }
        if (cpu.family() == null || cpu.model() == null) {
            return Optional.empty();
        }
        Optional<String> name = numbered(cpu);
        if (isMasked(cpu, name.orElse(""))) {
            return Optional.of(String.format(Locale.ROOT, "Masked Intel %02x-%02x", cpu.family(), cpu.model()));
        }
        return name;
    }

    private static Optional<String> numbered(CpuModel cpu) {
        String family = cpu.vendor() + "." + cpu.family();
        String model = family + "." + cpu.model();
        // The table has ranges of 16 models.
        return Stream.of(model + "." + cpu.stepping(), model, family + ".r" + cpu.model() / 16, family)
            .map(NAMES::getProperty)
            .filter(Objects::nonNull)
            .findFirst();
    }

    private static boolean isMasked(CpuModel cpu, String name) {
        List<CpuFeature> features = Objects.requireNonNullElse(cpu.features(), List.of());
        return cpu.vendor().equals("GenuineIntel") && cpu.family() == 6 && features.contains(CpuFeature.AMX_TILE)
            && cpu.model() <= EMERALD_RAPIDS && !WITH_AMX.contains(name);
    }

    /** Returns a known vendor or name that differs from this one at most in case and signs. */
    static Optional<String> vendorLike(String vendor) {
        String key = CpuModel.letters(vendor);
        Set<String> keys = NAMES.stringPropertyNames();
        return Stream.concat(keys.stream().map(name -> name.replaceFirst("\\..*", "")),
                keys.stream().map(NAMES::getProperty))
            .filter(known -> CpuModel.letters(known).equals(key))
            .findFirst();
    }

    private static Optional<String> named(String key) {
        return Optional.ofNullable(NAMES.getProperty(key));
    }

    /** Returns the name of a vendor whose CPUs can run a JVM, by Arm's code. */
    static Optional<String> armVendor(Integer implementer) {
        return Optional.ofNullable(implementer).flatMap(code -> named("implementer." + Integer.toHexString(code)));
    }
}
