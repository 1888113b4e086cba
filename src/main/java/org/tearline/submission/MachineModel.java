// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tearline.platform.Emulated;
import org.tearline.platform.Hypervisor;
import org.tearline.platform.Isa;
import org.tearline.published.Environment;
import org.tearline.published.PublishedCpu;

/**
 * Says which machines exist: what an instruction set goes together with. What an emulator shows need not go together,
 * so of an emulated machine only the CPU is asked. Pure. Thread-safe.
 *
 * @param lines the sizes of cache lines that its CPUs have
 * @param pages the sizes of pages that its kernels use
 */
record MachineModel(Set<Integer> lines, Set<Integer> pages) {
    private static final int SMALL_PAGE = 4096;
    private static final int MIDDLE_PAGE = 16_384;
    private static final int LARGE_PAGE = 65_536;

    private static final Set<String> ARMS = Set.of("aarch64", "arm");
    private static final Set<String> X86S = Set.of(Environment.X86_64, "x86");
    private static final Set<String> POWERS = Set.of("ppc64le", "ppc64");
    private static final String MAINFRAME = "s390x";

    /** Holds what the CPUID instruction of x86 answers, and nobody else's. */
    private static final Set<String> X86_VENDORS = Set.of("GenuineIntel", "AuthenticAMD", "HygonGenuine",
        "CentaurHauls", "Shanghai", "GenuineTMx86");

    private static final Map<String, MachineModel> MODELS = Map.of(
        Environment.X86_64, new MachineModel(Set.of(64), Set.of(SMALL_PAGE)),
        "x86", new MachineModel(Set.of(32, 64, 128), Set.of(SMALL_PAGE)),
        "aarch64", new MachineModel(Set.of(32, 64, 128, 256), Set.of(SMALL_PAGE, MIDDLE_PAGE, LARGE_PAGE)),
        "arm", new MachineModel(Set.of(32, 64, 128), Set.of(SMALL_PAGE, MIDDLE_PAGE, LARGE_PAGE)),
        "riscv64", new MachineModel(Set.of(32, 64, 128), Set.of(SMALL_PAGE)),
        "ppc64le", new MachineModel(Set.of(64, 128), Set.of(SMALL_PAGE, LARGE_PAGE)),
        "ppc64", new MachineModel(Set.of(64, 128), Set.of(SMALL_PAGE, LARGE_PAGE)),
        MAINFRAME, new MachineModel(Set.of(256), Set.of(SMALL_PAGE)),
        "loongarch64", new MachineModel(Set.of(32, 64), Set.of(SMALL_PAGE, MIDDLE_PAGE, LARGE_PAGE)));

    /** Systems with few instruction sets; the others go with all. */
    private static final Map<String, Set<String>> SYSTEMS = Map.of("macos", Set.of(Environment.X86_64, "aarch64"),
        "windows", Set.of(Environment.X86_64, "aarch64", "x86"));

    private static final List<Hypervisor> TRANSLATORS = List.of(Hypervisor.TCG, Hypervisor.BOCHS);

    /** Says of a file's environment what cannot be. */
    static void check(Environment environment, Findings findings) {
        checkCpu(environment, findings);
        boolean emulated = environment.emulated() == Emulated.YES;
        MachineModel model = MODELS.get(environment.arch());
        if (emulated || model == null) {
            return;
        }
        checkNotEmulated(environment, findings);
        if (!model.lines.contains(environment.lineBytes())) {
            findings.add(ValidationRule.MACHINE, "/environment/lineBytes", environment.arch() + " has no lines of "
                + environment.lineBytes() + " bytes");
        }
        if (!model.pages.contains(environment.pageBytes())) {
            findings.add(ValidationRule.MACHINE, "/environment/pageBytes", environment.arch() + " has no pages of "
                + environment.pageBytes() + " bytes");
        }
        if (Isa.of(environment.arch()).filter(environment.hypervisor()::hasGuestsOf).isEmpty()) {
            findings.add(ValidationRule.MACHINE, "/environment/hypervisor", environment.hypervisor()
                + " has no guests of "
                + environment.arch());
        }
        if (!SYSTEMS.getOrDefault(environment.os().family(), Set.of(environment.arch()))
            .contains(environment.arch())) {
            findings.add(ValidationRule.MACHINE, "/environment/os/family", environment.os().family()
                + " does not run on "
                + environment.arch());
        }
    }

    /** The CPU is one of the instruction set's, emulated or not. */
    private static void checkCpu(Environment environment, Findings findings) {
        PublishedCpu cpu = environment.cpu();
        String arch = environment.arch();
        boolean armNumbers = cpu.implementer() != null || cpu.part() != null || cpu.variant() != null
            || cpu.revision() != null;
        boolean threeNumbers = cpu.family() != null && cpu.model() != null && cpu.stepping() != null;
        boolean ibm = cpu.vendor().equals("IBM");
        boolean wide = environment.jvm() != null && environment.jvm().vm().contains("64-Bit");
        if (wide && (arch.equals("x86") || arch.equals("arm"))) {
            wrong(findings, "a JVM of 64 bits on " + arch);
        } else if (armNumbers && !ARMS.contains(arch)) {
            wrong(findings, "only Arm has implementer and part, not " + arch);
        } else if (X86_VENDORS.contains(cpu.vendor()) && !X86S.contains(arch)) {
            wrong(findings, cpu.vendor() + " makes no " + arch);
        } else if (threeNumbers && !X86S.contains(arch) && !POWERS.contains(arch)) {
            wrong(findings, "family, model and stepping are given, which x86 and POWER have; " + arch
                + (ARMS.contains(arch) ? " has implementer, part, variant and revision" : " has none of them"));
        } else if (ibm && !POWERS.contains(arch) && !arch.equals(MAINFRAME)) {
            wrong(findings, "IBM makes no " + arch);
        }
    }

    private static void checkNotEmulated(Environment environment, Findings findings) {
        PublishedCpu cpu = environment.cpu();
        if (TRANSLATORS.contains(environment.hypervisor())) {
            findings.add(ValidationRule.EMULATED, "/environment/emulated", "the hypervisor is "
                + environment.hypervisor()
                + ", which translates instructions");
        } else if (cpu.implementer() != null && cpu.implementer() == 0) {
            findings.add(ValidationRule.EMULATED, "/environment/emulated", "no maker of CPUs has implementer 0");
        } else if (Emulated.isClaimedBy(cpu.brand()) && environment.hypervisor() != Hypervisor.KVM) {
            findings.add(ValidationRule.EMULATED, "/environment/emulated", "the CPU calls itself an emulator's");
        } else if (environment.hypervisor() == Hypervisor.QEMU && environment.emulated() == Emulated.NO) {
            findings.add(ValidationRule.EMULATED, "/environment/emulated",
                "nothing says that this QEMU does not translate");
        }
    }

    private static void wrong(Findings findings, String what) {
        findings.add(ValidationRule.MACHINE, "/environment/cpu", what);
    }
}
