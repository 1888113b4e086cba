// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import oshi.hardware.CentralProcessor.ProcessorIdentifier;

/**
 * Names the design of a CPU, from Linux's sources and OSHI's table. Makes no native calls, so captured machines work,
 * too.
 */
final class Microarchitecture {
    private static final String OSHI = "OSHI's table";
    private static final String KERNEL = "Linux intel-family.h";
    private static final String KERNEL_AMD = "Linux amd.c";
    /** The first family of AMD's Zen designs. */
    private static final int FIRST_ZEN = 23;
    /** Hygon's family, a licensed Zen. */
    private static final int DHYANA = 24;
    /** Machine types from Linux's Kconfig for s390; in each generation, the smaller machine is second. */
    private static final Map<Integer, String> MAINFRAMES = Map.ofEntries(Map.entry(0x2817, "z196"),
        Map.entry(0x2818, "z114"), Map.entry(0x2827, "zEC12"), Map.entry(0x2828, "zBC12"),
        Map.entry(0x2964, "z13"), Map.entry(0x2965, "z13s"), Map.entry(0x3906, "z14"),
        Map.entry(0x3907, "z14 ZR1"), Map.entry(0x8561, "z15"), Map.entry(0x8562, "z15 T02"),
        Map.entry(0x3931, "z16"), Map.entry(0x3932, "z16 A02"), Map.entry(0x9175, "z17"));

    /** Intel's family 6 designs that OSHI 7.5 lacks or misnames, and 143, whose name is looked up here for AMX. */
    private static final Map<Integer, String> INTEL_6 = Map.ofEntries(Map.entry(143, "Sapphire Rapids"),
        Map.entry(166, "Comet Lake"),
        Map.entry(173, "Granite Rapids"), Map.entry(174, "Granite Rapids"), Map.entry(175, "Sierra Forest"),
        Map.entry(181, "Arrow Lake"), Map.entry(189, "Lunar Lake"), Map.entry(190, "Gracemont"),
        Map.entry(197, "Arrow Lake"), Map.entry(198, "Arrow Lake"), Map.entry(204, "Panther Lake"),
        Map.entry(207, "Emerald Rapids"), Map.entry(213, "Wildcat Lake"), Map.entry(215, "Bartlett Lake"));
    /** The model number that Cooper Lake shares with other designs. */
    private static final int COOPER_LAKE = 85;
    /** The stepping of Cooper Lake that was sold. OSHI recognizes only earlier ones. */
    private static final int COOPER_LAKE_STEPPING = 11;
    private static final int EMERALD_RAPIDS = 207;
    /**
     * Intel's family 6 designs with AMX whose model numbers do not exceed that of Emerald Rapids. Any other such number
     * of a CPU with AMX comes from a hypervisor that masks the real one.
     */
    private static final Set<String> WITH_AMX = Set.of("Sapphire Rapids", "Emerald Rapids", "Granite Rapids");
    /** The vendors whose CPUs can run a JVM, by Arm's implementer codes. */
    private static final Map<Integer, String> ARM_VENDORS = Map.ofEntries(Map.entry(0x41, "ARM"),
        Map.entry(0x42, "Broadcom"), Map.entry(0x43, "Cavium"), Map.entry(0x46, "FUJITSU"),
        Map.entry(0x48, "HiSilicon"), Map.entry(0x4e, "NVIDIA"), Map.entry(0x50, "APM"), Map.entry(0x51, "Qualcomm"),
        Map.entry(0x53, "Samsung"), Map.entry(0x56, "Marvell"), Map.entry(0x61, "Apple"), Map.entry(0x69, "Intel"),
        Map.entry(0x6d, "Microsoft"), Map.entry(0x70, "Phytium"), Map.entry(0xc0, "Ampere"));

    private Microarchitecture() {
    }

    static Optional<Found<String>> of(CpuModel cpu) {
        if (cpu.implementer() != null) {
            return arm(cpu);
        }
        if (cpu.vendor().equals(CpuModel.IBM)) {
            return ibm(cpu);
        }
        if (cpu.family() == null || cpu.model() == null) {
            return Optional.empty();
        }
        return switch (cpu.vendor()) {
            case "GenuineIntel" -> intel(cpu);
            case "AuthenticAMD" -> amd(cpu);
            case "HygonGenuine" -> named("Dhyana", KERNEL_AMD).filter(name -> cpu.family() == DHYANA);
            default -> Optional.empty();
        };
    }

    private static Optional<Found<String>> named(String name, String source) {
        return Optional.of(new Found<>(name, source));
    }

    private static Optional<Found<String>> arm(CpuModel cpu) {
        if (cpu.part() == null || !cpu.vendor().equals("ARM")) {
            return Optional.empty();
        }
        // For the vendor ARM, OSHI 7.5 looks up "arm..0xd40", but its table contains "arm.0xd40". Without a vendor,
        // OSHI looks up the family alone.
        return oshi("", String.format(Locale.ROOT, "arm.0x%03x", cpu.part()), "", "");
    }

    private static Optional<Found<String>> ibm(CpuModel cpu) {
        if (cpu.family() != null) {
            return named("POWER" + cpu.family(), "Linux reg.h");
        }
        return Optional.ofNullable(cpu.model())
            .map(MAINFRAMES::get)
            .map(name -> new Found<>(name, "Linux Kconfig of s390"));
    }

    private static Optional<Found<String>> intel(CpuModel cpu) {
        int model = cpu.model();
        if (cpu.family() != 6) {
            return oshi(cpu);
        }
        String name = INTEL_6.getOrDefault(model, "");
        boolean amx = cpu.features() != null && cpu.features().contains(CpuFeature.AMX_TILE);
        if (amx && model <= EMERALD_RAPIDS && !WITH_AMX.contains(name)) {
            return named(String.format(Locale.ROOT, "Masked Intel %02x-%02x", cpu.family(), model), "AMX");
        }
        if (model == COOPER_LAKE && Objects.equals(cpu.stepping(), COOPER_LAKE_STEPPING)) {
            return named("Cooper Lake", KERNEL);
        }
        if (name.isEmpty()) {
            return oshi(cpu);
        }
        return named(name, KERNEL);
    }

    /**
     * Uses OSHI only up to Zen's first family. OSHI 7.5 reports Zen 3 for every unlisted model of family 25, including
     * the Zen 4 EPYCs, and Zen 4 for model 80, a Zen 3.
     */
    private static Optional<Found<String>> amd(CpuModel cpu) {
        Optional<Found<String>> zen = zen(cpu.family(), cpu.model());
        if (cpu.family() > FIRST_ZEN) {
            return zen;
        }
        return oshi(cpu).or(() -> zen);
    }

    static Optional<String> armVendor(Integer implementer) {
        return Optional.ofNullable(implementer).map(ARM_VENDORS::get);
    }

    /**
     * The generation of a Zen CPU, from the kernel's ranges of model numbers, nearly all of which start at multiples of
     * 16; empty if no range contains the model.
     */
    private static Optional<Found<String>> zen(int family, int model) {
        int range = model >> 4;
        return Optional.ofNullable(switch (family) {
            case FIRST_ZEN -> switch (range) {
                case 0, 1, 2, 5 -> "Zen";
                case 3, 4, 6, 7, 9, 10 -> "Zen 2";
                default -> null;
            };
            case 25 -> switch (range) {
                case 0, 2, 3, 4, 5 -> "Zen 3";
                case 1, 6, 7, 8, 9, 10 -> "Zen 4";
                default -> null;
            };
            case 26 -> switch (range) {
                case 0, 1, 2, 4, 6, 7 -> "Zen 5";
                case 13 -> model % 16 < 8 ? "Zen 5" : "Zen 6";
                case 5, 8, 9, 10, 12, 14 -> "Zen 6";
                default -> null;
            };
            default -> null;
        }).map(name -> new Found<>(name, KERNEL_AMD));
    }

    private static Optional<Found<String>> oshi(CpuModel cpu) {
        return oshi(cpu.vendor(), cpu.family().toString(), cpu.model().toString(),
            Objects.toString(cpu.stepping(), ""));
    }

    private static Optional<Found<String>> oshi(String vendor, String family, String model, String stepping) {
        // The processor's name and ID, its word size and frequency do not affect the result.
        String name = new ProcessorIdentifier(vendor, "", family, model, stepping, "", true, 1L)
            .getMicroarchitecture();
        if (name == null || name.isEmpty() || name.equalsIgnoreCase("unknown")) {
            return Optional.empty();
        }
        return named(name, OSHI);
    }
}
