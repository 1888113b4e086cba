// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.Set;
import org.tearline.machine.CpuFeature;
import org.tearline.trial.AccessClass;
import org.tearline.trial.Alignment;

/** The promises for each CPU and access, written by hand and independently of the registry. */
final class PromiseTable {
    private static final String NONE = " no-rule";
    private static final Set<Integer> UP_TO_8 = Set.of(2, 4, 8);

    private PromiseTable() {
    }

    static String expected(CpuTraits cpu, int width, AccessClass access, Alignment placement) {
        if (access == AccessClass.UNKNOWN) {
            return NONE;
        }
        return switch (cpu.architecture()) {
            case X86_64 -> cpu.vendor() == null ? NONE : switch (cpu.vendor()) {
                case "GenuineIntel" -> intel(cpu, width, access, placement);
                case "AuthenticAMD" -> amd(cpu, width, access, placement);
                case "CentaurHauls", "Shanghai", "HygonGenuine" -> others(cpu, width, access, placement);
                default -> NONE;
            };
            case AARCH64 -> arm(cpu, width, access, placement);
            case RISCV64 -> riscv(cpu, width, access, placement);
            case PPC64, S390X -> books(width, access, placement, "P2 not-guaranteed", "P2 faults");
            case LOONGARCH64 -> books(width, access, placement, loongson(cpu), "P3 faults");
            case OTHER -> NONE;
        };
    }

    private static String intel(CpuTraits cpu, int width, AccessClass access, Alignment placement) {
        int family = cpu.family() == null ? 0 : cpu.family();
        boolean across = placement == Alignment.ACROSS_LINE || placement == Alignment.ACROSS_PAGE;
        return switch (access) {
            case VECTOR -> width >= 16 ? "I15 not-guaranteed" : NONE;
            case VECTOR_ALIGNED -> vector(cpu, width, placement, "I14");
            case LOCKED -> !UP_TO_8.contains(width) || family < 4 ? NONE : family >= 5 ? "I22 atomic"
                : width < 8 ? "I21 atomic" : NONE;
            case RESERVED, UNKNOWN -> NONE;
            case PLAIN, ORDERED -> {
                if (width >= 16) {
                    yield NONE;
                }
                if (placement == Alignment.ALIGNED) {
                    yield width == 8 ? family >= 5 ? "I5 atomic" : NONE : family >= 4 ? "I1 atomic" : NONE;
                }
                if (width == 1) {
                    yield NONE;
                }
                yield across ? "I9 not-guaranteed" : family >= 6 ? "I8 atomic"
                    : family >= 4 ? "I4 not-guaranteed" : NONE;
            }
        };
    }

    private static String amd(CpuTraits cpu, int width, AccessClass access, Alignment placement) {
        return switch (access) {
            case VECTOR -> width < 16 ? NONE : width > 16 || placement != Alignment.ALIGNED ? "A8 not-guaranteed"
                : cpu.features() == null ? NONE : has(cpu, CpuFeature.AVX) ? "A7 atomic" : "A8 not-guaranteed";
            case VECTOR_ALIGNED -> vector(cpu, width, placement, "A7");
            case LOCKED -> UP_TO_8.contains(width) ? "A13 atomic" : NONE;
            case RESERVED, UNKNOWN -> NONE;
            case PLAIN, ORDERED -> {
                if (width >= 16) {
                    yield NONE;
                }
                if (placement == Alignment.ALIGNED) {
                    yield "A1 atomic";
                }
                yield width == 8 ? "A4 not-guaranteed" : width == 1 ? NONE
                    : placement == Alignment.INSIDE_8 ? "A2 atomic" : "A3 not-guaranteed";
            }
        };
    }

    private static String others(CpuTraits cpu, int width, AccessClass access, Alignment placement) {
        if (access == AccessClass.VECTOR) {
            return NONE;
        }
        if (access == AccessClass.VECTOR_ALIGNED) {
            return cpu.vendor().equals("HygonGenuine") ? vector(cpu, width, placement, "X2")
                : cpu.vendor().equals("Shanghai") ? vector(cpu, width, placement, "X3")
                : cpu.family() != null && cpu.family() >= 7 ? vector(cpu, width, placement, "X1") : NONE;
        }
        return access != AccessClass.RESERVED && UP_TO_8.contains(width) ? "X4 no-rule" : NONE;
    }

    private static String vector(CpuTraits cpu, int width, Alignment placement, String rule) {
        return width == 16 && placement == Alignment.ALIGNED && has(cpu, CpuFeature.AVX) ? rule + " atomic" : NONE;
    }

    private static boolean isVector(AccessClass access) {
        return access == AccessClass.VECTOR || access == AccessClass.VECTOR_ALIGNED;
    }

    private static String arm(CpuTraits cpu, int width, AccessClass access, Alignment placement) {
        if (isVector(access) || access == AccessClass.RESERVED || width >= 16) {
            return NONE;
        }
        boolean plain = access == AccessClass.PLAIN;
        if (placement == Alignment.ALIGNED) {
            return plain ? "R1 atomic" : "R1b atomic";
        }
        if (width == 1 || cpu.features() == null) {
            return NONE;
        }
        if (!has(cpu, CpuFeature.USCAT)) {
            return plain ? "R2 not-guaranteed" : "R12 faults";
        }
        if (inside16(placement)) {
            return plain ? "R5 atomic" : "R14 atomic";
        }
        return plain ? "R6 not-guaranteed" : access == AccessClass.ORDERED ? "R16 faults" : "R15 atomic-or-faults";
    }

    private static String riscv(CpuTraits cpu, int width, AccessClass access, Alignment placement) {
        boolean plain = access == AccessClass.PLAIN || access == AccessClass.ORDERED;
        if (isVector(access) || width >= 16) {
            return NONE;
        }
        if (placement == Alignment.ALIGNED) {
            return plain || width >= 4 ? "V1 atomic" : NONE;
        }
        if (width == 1) {
            return NONE;
        }
        if (access == AccessClass.RESERVED) {
            return "V4 faults";
        }
        if (inside16(placement)) {
            if (cpu.features() == null) {
                return NONE;
            }
            if (has(cpu, CpuFeature.ZAMA16B)) {
                return "V2 atomic";
            }
        }
        return "V3 not-guaranteed-or-traps";
    }

    private static String loongson(CpuTraits cpu) {
        if (cpu.features() == null) {
            return NONE;
        }
        return has(cpu, CpuFeature.UAL) ? "P3 not-guaranteed" : "P3 not-guaranteed-or-traps";
    }

    private static String books(int width, AccessClass access, Alignment placement, String misaligned,
                                String misalignedUpdate) {
        boolean plain = access == AccessClass.PLAIN || access == AccessClass.ORDERED;
        if (!plain && access != AccessClass.LOCKED || width >= 16) {
            return NONE;
        }
        if (placement == Alignment.ALIGNED) {
            return plain || width >= 4 ? "P1 atomic" : NONE;
        }
        return width == 1 ? NONE : plain ? misaligned : misalignedUpdate;
    }

    private static boolean inside16(Alignment placement) {
        return placement == Alignment.INSIDE_8 || placement == Alignment.ACROSS_8;
    }

    private static boolean has(CpuTraits cpu, CpuFeature feature) {
        return cpu.features() != null && cpu.features().contains(feature);
    }
}
