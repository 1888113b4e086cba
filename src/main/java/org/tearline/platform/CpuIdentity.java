package org.tearline.platform;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which CPU it is, in the words of its instruction set. Immutable; what is not known is null.
 *
 * @param isa         family of instruction sets
 * @param vendor      x86 and s390x: vendor_id; Arm: the implementer's name or number; RISC-V: mvendorid
 * @param family      x86: family; Arm: architecture; RISC-V: marchid; LoongArch: series
 * @param model       x86: model; Arm: part; POWER: version of the PVR; s390x: machine type; RISC-V: mimpid; LoongArch:
 *                    revision
 * @param stepping    x86: stepping; Arm: variant and revision such as r1p1; POWER: revision of the PVR
 * @param microcode   x86: revision of the microcode
 * @param brand       the CPU's own name for itself
 * @param implementer Arm: who made it, as a number
 */
public record CpuIdentity(Isa isa, String vendor, String family, String model, String stepping, String microcode,
                          String brand, String implementer) {
    private static final Pattern PVR = Pattern.compile("pvr ([0-9a-fA-F]{4}) ([0-9a-fA-F]{4})");

    /** The identity of one CPU; empty if the form of the file is not known. */
    static Optional<CpuIdentity> of(Cpuinfo info, int cpu) {
        return info.isa().map(isa -> switch (isa) {
            case X86 -> new CpuIdentity(isa, get(info, cpu, "vendor_id"), get(info, cpu, "cpu family"),
                get(info, cpu, "model"), get(info, cpu, "stepping"), get(info, cpu, "microcode"),
                get(info, cpu, "model name"), null);
            case ARM -> arm(info, cpu);
            case RISCV -> new CpuIdentity(isa, get(info, cpu, "mvendorid"), get(info, cpu, "marchid"),
                get(info, cpu, "mimpid"), null, null, get(info, cpu, "uarch"), null);
            case POWER -> power(info, cpu);
            case S390 -> new CpuIdentity(isa, get(info, cpu, "vendor_id"), null, get(info, cpu, "machine"), null, null,
                null, null);
            case LOONGARCH -> new CpuIdentity(isa, null, get(info, cpu, "CPU Family"), get(info, cpu, "CPU Revision"),
                null, null, get(info, cpu, "Model Name"), null);
        });
    }

    /** A name for files and tables, made of the numbers that the hardware gives, such as genuineintel-06-55-07. */
    public Optional<String> key() {
        return switch (isa) {
            case X86 -> join(vendor == null ? null : slug(vendor), hex(family), hex(model), hex(stepping));
            case ARM -> join(vendor == null ? null : slug(vendor), bareHex(implementer), bareHex(model), stepping);
            case RISCV -> join("riscv", bareHex(vendor), bareHex(family), bareHex(model));
            case POWER -> join("power", model, stepping);
            case S390 -> join("s390", model);
            case LOONGARCH -> join("loongarch", brand == null ? null : slug(brand), bareHex(model));
        };
    }

    private static CpuIdentity arm(Cpuinfo info, int cpu) {
        String implementer = get(info, cpu, "CPU implementer");
        String variant = get(info, cpu, "CPU variant");
        String revision = get(info, cpu, "CPU revision");
        String stepping = variant == null || revision == null ? null : "r" + bareHex(variant) + "p" + revision;
        // Kernels before 3.17 wrote the name of the state where others write the version.
        String architecture = "AArch64".equals(get(info, cpu, "CPU architecture")) ? "8"
            : get(info, cpu, "CPU architecture");
        return new CpuIdentity(Isa.ARM, Microarchitecture.armVendor(implementer), architecture,
            get(info, cpu, "CPU part"), stepping, null, get(info, cpu, "model name"), implementer);
    }

    private static CpuIdentity power(Cpuinfo info, int cpu) {
        Matcher pvr = PVR.matcher(info.value(cpu, "revision").orElse(""));
        boolean found = pvr.find();
        return new CpuIdentity(Isa.POWER, null, null, found ? pvr.group(1) : null, found ? pvr.group(2) : null, null,
            get(info, cpu, "cpu"), null);
    }

    private static String get(Cpuinfo info, int cpu, String key) {
        return info.value(cpu, key).orElse(null);
    }

    private static Optional<String> join(String... parts) {
        for (String part : parts) {
            if (part == null || part.isEmpty()) {
                return Optional.empty();
            }
        }
        return Optional.of(String.join("-", parts).toLowerCase(Locale.ROOT));
    }

    private static String hex(String decimal) {
        try {
            return decimal == null ? null : String.format(Locale.ROOT, "%02x", Integer.parseInt(decimal));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static String bareHex(String number) {
        return number == null ? null : number.replaceFirst("^0[xX]", "");
    }

    private static String slug(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }
}
