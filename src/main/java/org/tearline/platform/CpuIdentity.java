// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says which CPU it is, in the words of its instruction set. Immutable; what is not known is null.
 *
 * @param isa         family of instruction sets
 * @param vendor      x86: vendor_id; Arm: the implementer's name or number; POWER and s390x: IBM; RISC-V: the name or
 *                    number of mvendorid, or what the name of the design begins with; LoongArch: Loongson
 * @param family      x86: family; Arm: architecture; POWER: generation
 * @param model       x86: model; Arm: part; POWER: version of the PVR; s390x: machine type; RISC-V: marchid; LoongArch:
 *                    number of the chip, if it is one in hex
 * @param stepping    x86: stepping; Arm: variant and revision such as r1p1; POWER: revision of the PVR in a byte;
 *                    LoongArch: revision
 * @param microcode   x86: revision of the microcode
 * @param brand       the CPU's own name for itself
 * @param implementer Arm: who made it, as a number
 */
public record CpuIdentity(Isa isa, String vendor, String family, String model, String stepping, String microcode,
                          String brand, String implementer) {
    private static final String IBM = "IBM";
    private static final Pattern PVR = Pattern.compile("pvr ([0-9a-fA-F]{4}) ([0-9a-fA-F]{4})");
    private static final Pattern POWER_NAME = Pattern.compile("^POWER(\\d{1,2})");
    private static final Pattern LOONGSON = Pattern.compile("(?i)Loongson-(\\d[A-F]\\d{4})(?![0-9]).*");
    private static final Pattern ARM_STEPPING = Pattern.compile("r(\\d{1,3})p(\\d{1,3})");
    /** Twelve bits, also of an Arm part. */
    private static final int MOST_FAMILY = 0xfff;
    private static final int MOST_STEPPING = 0xff;
    /** Maker and design, as device trees name them. */
    private static final Pattern DEVICE_TREE_NAME = Pattern.compile("[a-z]+,[a-z0-9-]+");
    private static final int HEX = 16;
    private static final int BYTE = 8;
    private static final int NIBBLE = 0xf;
    private static final int NIBBLE_BITS = 4;

    /** The versions of the register that says what it is, arch/powerpc/include/asm/reg.h of Linux. */
    private static final Map<Integer, String> POWER_GENERATIONS = Map.ofEntries(Map.entry(0x3f, "7"),
        Map.entry(0x4a, "7"), Map.entry(0x4b, "8"), Map.entry(0x4c, "8"), Map.entry(0x4d, "8"), Map.entry(0x4e, "9"),
        Map.entry(0x80, "10"), Map.entry(0x82, "11"));

    /** JEDEC numbers as the register has them, arch/riscv/include/asm/vendorid_list.h of Linux. */
    private static final Map<String, String> RISCV_VENDORS = Map.of("0x489", "SiFive", "0x31e", "Andes", "0x5b7",
        "T-Head", "0x710", "SpacemiT");

    /** Returns the identity of one CPU; empty if the form of the file is not known. */
    static Optional<CpuIdentity> of(Cpuinfo info, int cpu) {
        return info.isa().map(isa -> switch (isa) {
            case X86 -> new CpuIdentity(isa, get(info, cpu, "vendor_id"), get(info, cpu, "cpu family"),
                get(info, cpu, "model"), get(info, cpu, "stepping"), get(info, cpu, "microcode"),
                get(info, cpu, "model name"), null);
            case ARM -> arm(info, cpu);
            case RISCV -> riscv(info, cpu);
            case POWER -> power(info, cpu);
            case S390 -> new CpuIdentity(isa, IBM, null, hexed(get(info, cpu, "machine")), null, null, null, null);
            case LOONGARCH -> loongArch(info, cpu);
        });
    }

    /** Returns a name for files and tables, the same that a result file has. */
    public String key() {
        return signature().key();
    }

    /** Returns the numbers of it, as far as they are numbers and such as CPUs have. */
    public CpuSignature signature() {
        boolean arm = isa == Isa.ARM;
        Matcher parts = ARM_STEPPING.matcher(arm && stepping != null ? stepping : "");
        boolean parsed = parts.matches();
        return new CpuSignature(vendor == null ? "unknown" : vendor.strip(), arm ? null : number(family, MOST_FAMILY),
            arm ? null : number(model, Integer.MAX_VALUE), arm ? null : number(stepping, MOST_STEPPING),
            arm ? number(implementer, MOST_STEPPING) : null, arm ? number(model, MOST_FAMILY) : null,
            parsed ? number(parts.group(1), MOST_STEPPING) : null,
            parsed ? number(parts.group(2), MOST_STEPPING) : null, brand);
    }

    /**
     * Returns what the CPU is called in one line, harmless for a terminal: its own name with its numbers; its numbers
     * alone; or the fallback.
     */
    public String name(String fallback) {
        String named = brand != null ? brand
            : implementer != null && model != null ? "implementer " + implementer + " part " + model
            : isa == Isa.S390 && model != null ? IBM + " machine " + bareHex(model) : fallback;
        boolean signature = isa == Isa.X86 && family != null && model != null && stepping != null;
        return Plain.text(signature ? named + " (family " + family + " model " + model + " stepping " + stepping + ")"
            : named);
    }

    private static CpuIdentity arm(Cpuinfo info, int cpu) {
        String implementer = get(info, cpu, "CPU implementer");
        String variant = get(info, cpu, "CPU variant");
        String revision = get(info, cpu, "CPU revision");
        String stepping = variant == null || revision == null ? null : "r" + decimal(variant) + "p" + revision;
        // Kernels before 3.17 wrote the name of the state where others write the version.
        String architecture = "AArch64".equals(get(info, cpu, "CPU architecture")) ? "8"
            : get(info, cpu, "CPU architecture");
        return new CpuIdentity(Isa.ARM, Microarchitecture.armVendor(implementer), architecture,
            get(info, cpu, "CPU part"), stepping, null, get(info, cpu, "model name"), implementer);
    }

    private static CpuIdentity riscv(Cpuinfo info, int cpu) {
        String design = get(info, cpu, "uarch");
        String number = get(info, cpu, "mvendorid");
        String vendor = number != null && !number.equals("0x0") ? RISCV_VENDORS.getOrDefault(number, number)
            : design == null || !DEVICE_TREE_NAME.matcher(design).matches() ? null : design.split(",", 2)[0];
        String marchid = get(info, cpu, "marchid");
        return new CpuIdentity(Isa.RISCV, vendor, null, marchid == null ? null : architecture(marchid), null, null,
            design, null);
    }

    /** Without the highest bit, which tells that the vendor gave the number itself; zero is no number. */
    private static String architecture(String marchid) {
        try {
            long number = Long.parseUnsignedLong(bareHex(marchid), HEX) & Long.MAX_VALUE;
            return number == 0 ? null : "0x" + Long.toHexString(number);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static CpuIdentity power(Cpuinfo info, int cpu) {
        Matcher pvr = PVR.matcher(info.value(cpu, "revision").orElse(""));
        String name = get(info, cpu, "cpu");
        if (!pvr.find()) {
            return new CpuIdentity(Isa.POWER, IBM, null, null, null, null, name, null);
        }
        int version = Integer.parseInt(pvr.group(1), HEX);
        int revision = Integer.parseInt(pvr.group(2), HEX);
        // The kernel's name may be that of an older CPU whose mode this one is in; the register tells the truth.
        Matcher called = POWER_NAME.matcher(name == null ? "" : name);
        String generation = POWER_GENERATIONS.getOrDefault(version, called.find() ? called.group(1) : null);
        return new CpuIdentity(Isa.POWER, IBM, generation, String.format(Locale.ROOT, "0x%02x", version),
            String.format(Locale.ROOT, "0x%02x", (revision >> BYTE & NIBBLE) << NIBBLE_BITS | revision & NIBBLE), null,
            name, null);
    }

    private static CpuIdentity loongArch(Cpuinfo info, int cpu) {
        String name = get(info, cpu, "Model Name");
        Matcher chip = LOONGSON.matcher(name == null ? "" : name);
        return new CpuIdentity(Isa.LOONGARCH, "Loongson", null, chip.matches() ? "0x" + chip.group(1) : null,
            get(info, cpu, "CPU Revision"), null, name, null);
    }

    /** Returns the kernel writes the variant in hex; it is called r10p1 from there on. */
    private static String decimal(String number) {
        Integer value = number(number, MOST_STEPPING);
        return value == null ? number : value.toString();
    }

    private static String hexed(String digits) {
        return digits == null ? null : "0x" + digits;
    }

    private static String get(Cpuinfo info, int cpu, String key) {
        return info.value(cpu, key).orElse(null);
    }

    private static Integer number(String text, int most) {
        try {
            Integer number = text == null ? null : Integer.decode(text.strip());
            return number == null || number < 0 || number > most ? null : number;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static String bareHex(String number) {
        return number == null ? null : number.replaceFirst("^0[xX]", "");
    }
}
