// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tearline.machine.Machine.Found;
import org.tearline.trial.Architecture;

/**
 * The model of a CPU, as read from /proc/cpuinfo and written to result files. Unknown facts are null.
 *
 * @param key               {@code genuineintel-06-55-07} (hex), {@code arm-41-d40-r1p1}, {@code ibm-power9-4e-22},
 *                          {@code ibm-8561}; if there are no numbers, the vendor and the first words of the brand
 * @param vendor            as reported by the CPU; Arm: the implementer's name or number; POWER and s390x: IBM
 * @param family            x86: family; POWER: generation
 * @param model             x86: model; POWER: version; s390x: machine type, read as hex; RISC-V: marchid; LoongArch:
 *                          number of the chip, if it is a hex number
 * @param stepping          x86: stepping; POWER and LoongArch: revision
 * @param implementer       Arm's implementer code
 * @param part              Arm's part number
 * @param variant           Arm's variant, the r of r1p2
 * @param revision          Arm's revision, the p of r1p2
 * @param brand             the name that the CPU reports
 * @param microarchitecture the common name of the design, such as Cascade Lake
 * @param microcode         the microcode revision in hex
 * @param features          the features of this CPU on which promises depend
 */
public record CpuModel(String key, String vendor, Integer family, Integer model, Integer stepping,
    Integer implementer, Integer part, Integer variant, Integer revision, String brand, String microarchitecture,
    String microcode, @JsonInclude(JsonInclude.Include.NON_NULL) List<CpuFeature> features) {
    public static final CpuModel UNKNOWN = new CpuModel("unknown", "unknown", null, null, null, null, null, null, null,
        null, null, null, null);

    private static final String IBM = "IBM";
    private static final int APPLE = 0x61;
    private static final Pattern PVR = Pattern.compile("pvr ([0-9a-fA-F]{4}) ([0-9a-fA-F]{4})");
    private static final Pattern POWER_NAME = Pattern.compile("^POWER(\\d{1,2})");
    private static final Pattern LOONGSON = Pattern.compile("(?i)Loongson-(\\d[A-F]\\d{4})(?![0-9]).*");
    private static final Pattern MICROCODE = Pattern.compile("0x[0-9a-f]{1,16}");
    /** A vendor and a design, as in device trees. */
    private static final Pattern DEVICE_TREE_NAME = Pattern.compile("[a-z]+,[a-z0-9-]+");
    private static final int HEX = 16;
    /** Characters that are special in markup, terminals or spreadsheets; no vendor uses them. */
    private static final Pattern NOT_PUBLISHED = Pattern.compile("[^A-Za-z0-9 ()@.,+_/:#®™-]");
    private static final Pattern NOT_VENDOR = Pattern.compile("[^A-Za-z0-9 ._-]");
    /** Text that the validator rejects because code-hosting sites turn it into links. */
    private static final Pattern LINKING = Pattern.compile(
        "(?i)(?<=[a-z0-9-])\\.(?=[a-z]{2})|#(?=[0-9])|(?<![a-z0-9])@(?=[a-z])|\\bwww\\.");

    // Maximum lengths in the schema and in a key.
    private static final int MOST_VENDOR = 32;
    private static final int MOST_BRAND = 96;
    private static final int MOST_KEY_VENDOR = 24;
    private static final int MOST_KEY_WORDS = 3;
    private static final int MOST_KEY_WORD = 12;
    /** Twelve bits, the size of an Arm part number. */
    private static final int MOST_FAMILY = 0xfff;
    private static final int MOST_STEPPING = 0xff;
    /** POWER generations by processor version, from Linux's arch/powerpc/include/asm/reg.h. */
    private static final Map<Integer, Integer> POWER_GENERATIONS = Map.of(0x3f, 7, 0x4a, 7, 0x4b, 8, 0x4c, 8, 0x4d, 8,
        0x4e, 9, 0x80, 10, 0x82, 11);

    /** Vendors by mvendorid, from Linux's arch/riscv/include/asm/vendorid_list.h. */
    private static final Map<String, String> RISCV_VENDORS = Map.of("0x489", "SiFive", "0x31e", "Andes", "0x5b7",
        "T-Head", "0x710", "SpacemiT");

    public CpuModel {
        features = features == null ? null : List.copyOf(features);
    }

    /** The model of one CPU; empty if the file's format is unknown. */
    static Optional<CpuModel> of(Cpuinfo info, int cpu) {
        return info.architecture().map(architecture -> {
            String brand = info.get(cpu, "model name");
            CpuModel model = switch (architecture) {
                case X86_64 -> numbered(info.get(cpu, "vendor_id"), number(info.get(cpu, "cpu family"), MOST_FAMILY),
                    number(info.get(cpu, "model"), Integer.MAX_VALUE), number(info.get(cpu, "stepping"), MOST_STEPPING),
                    brand);
                case AARCH64, OTHER -> arm(info.get(cpu, "CPU implementer"), info.get(cpu, "CPU part"),
                    info.get(cpu, "CPU variant"), info.get(cpu, "CPU revision"), brand);
                case RISCV64 -> riscv(info, cpu);
                case PPC64 -> power(info, cpu);
                case S390X -> numbered(IBM, null, hex(info.get(cpu, "machine")), null, null);
                case LOONGARCH64 -> loongson(info.get(cpu, "Model Name"), info.get(cpu, "CPU Revision"));
            };
            return model.with(info.value(cpu, "microcode").filter(text -> MICROCODE.matcher(text).matches())
                .orElse(null), info.features());
        });
    }

    /** The model of any CPU except Arm's, which have other numbers. */
    public static CpuModel numbered(String vendor, Integer family, Integer model, Integer stepping, String brand) {
        return new CpuModel(null, vendor(vendor), family, model, stepping, null, null, null, null,
            published(brand, MOST_BRAND), null, null, null).withComputedKey();
    }

    private static CpuModel arm(String implementer, String part, String variant, String revision, String brand) {
        Integer maker = number(implementer, MOST_STEPPING);
        return new CpuModel(null, vendor(Microarchitecture.armVendor(maker).orElse(implementer)), null, null, null,
            maker, number(part, MOST_FAMILY), number(variant, MOST_STEPPING), number(revision, MOST_STEPPING),
            published(brand, MOST_BRAND), null, null, null).withComputedKey();
    }

    private static CpuModel riscv(Cpuinfo info, int cpu) {
        String design = info.get(cpu, "uarch");
        String number = info.get(cpu, "mvendorid");
        String vendor = number != null && !number.equals("0x0") ? RISCV_VENDORS.getOrDefault(number, number)
            : design == null || !DEVICE_TREE_NAME.matcher(design).matches() ? null : design.split(",", 2)[0];
        return numbered(vendor, null, architectureNumber(info.get(cpu, "marchid")), null, design);
    }

    /** Clears the highest bit, which marks numbers assigned by the vendor itself. Returns null for zero. */
    private static Integer architectureNumber(String marchid) {
        try {
            long number = marchid == null ? 0 : Long.parseUnsignedLong(marchid.replaceFirst("^0[xX]", ""), HEX)
                & Long.MAX_VALUE;
            return number == 0 || number > Integer.MAX_VALUE ? null : (int) number;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static CpuModel power(Cpuinfo info, int cpu) {
        Matcher pvr = PVR.matcher(info.value(cpu, "revision").orElse(""));
        String name = info.get(cpu, "cpu");
        if (!pvr.find()) {
            return numbered(IBM, null, null, null, name);
        }
        int version = Integer.parseInt(pvr.group(1), HEX);
        int revision = Integer.parseInt(pvr.group(2), HEX);
        // In a compatibility mode, the kernel reports the name of an older CPU. The register has the real version.
        Matcher called = POWER_NAME.matcher(name == null ? "" : name);
        Integer generation = POWER_GENERATIONS.getOrDefault(version, called.find() ? Integer.valueOf(called.group(1))
            : null);
        return numbered(IBM, generation, version, (revision >> 8 & 0xf) << 4 | revision & 0xf, name);
    }

    private static CpuModel loongson(String name, String revision) {
        Matcher chip = LOONGSON.matcher(name == null ? "" : name);
        return numbered("Loongson", null, chip.matches() ? hex(chip.group(1)) : null, number(revision, MOST_STEPPING),
            name);
    }

    public String computedKey() {
        if (implementer != null && part != null && variant != null && revision != null) {
            return String.format(Locale.ROOT, "arm-%02x-%03x-r%dp%d", implementer, part, variant, revision);
        }
        String letters = vendor.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "");
        String name = letters.isEmpty() ? UNKNOWN.vendor : cut(letters, MOST_KEY_VENDOR);
        if (family != null && model != null && stepping != null) {
            return String.format(Locale.ROOT, vendor.equals(IBM) ? "%s-power%d-%02x-%02x" : "%s-%02x-%02x-%02x", name,
                family, model, stepping);
        }
        if (model != null) {
            return String.format(Locale.ROOT, "%s-%02x", name, model);
        }
        String words = brand == null ? "" : Arrays.stream(brand.toLowerCase(Locale.ROOT).replaceFirst("[(@].*", "")
            .split("[^a-z0-9]+")).filter(word -> !word.isEmpty() && !word.equals(name)).limit(MOST_KEY_WORDS)
            .map(word -> cut(word, MOST_KEY_WORD)).collect(Collectors.joining("-"));
        return words.isEmpty() ? name : name + "-" + words;
    }

    public CpuModel withComputedKey() {
        return new CpuModel(computedKey(), vendor, family, model, stepping, implementer, part, variant, revision,
            brand, microarchitecture, microcode, features);
    }

    /** Looks up the microarchitecture, which loads OSHI's table. */
    public CpuModel withDesign() {
        return new CpuModel(key, vendor, family, model, stepping, implementer, part, variant, revision, brand,
            Microarchitecture.of(this).map(Found::value).orElse(null), microcode, features);
    }

    /** Whether the tables of designs list such numbers for an instruction set. A file may claim any other. */
    public boolean isNamedOn(Architecture architecture) {
        return switch (architecture) {
            case X86_64 -> implementer == null && !vendor.equals(IBM);
            case PPC64 -> vendor.equals(IBM) && family != null;
            case S390X -> vendor.equals(IBM) && family == null;
            case AARCH64, OTHER -> implementer != null;
            case RISCV64, LOONGARCH64 -> false;
        };
    }

    private CpuModel with(String code, List<CpuFeature> found) {
        return new CpuModel(key, vendor, family, model, stepping, implementer, part, variant, revision, brand,
            microarchitecture, code, found);
    }

    /** The brand with numbers, or the numbers alone, or the fallback. */
    public String name(String fallback) {
        String named = brand != null ? brand : implementer != null && part != null
            ? String.format(Locale.ROOT, "implementer 0x%02x part 0x%03x", implementer, part)
            : vendor.equals(IBM) && model != null ? String.format(Locale.ROOT, "IBM machine %x", model) : fallback;
        return family == null || model == null || stepping == null || vendor.equals(IBM) ? named
            : named + " (family " + family + " model " + model + " stepping " + stepping + ")";
    }

    /** Whether this is an Apple CPU, or Rosetta reports one. */
    boolean isApple() {
        return implementer != null && implementer == APPLE || vendor.contains("Apple")
            || brand != null && brand.contains("Apple");
    }

    /** Removes characters that result files reject. Returns null if no letter or digit remains. */
    public static String published(String text, int most) {
        String clean = text == null ? "" : clean(text, NOT_PUBLISHED, most);
        return clean.chars().anyMatch(Character::isLetterOrDigit) ? clean : null;
    }

    private static String vendor(String text) {
        String clean = text == null ? "" : clean(text, NOT_VENDOR, MOST_VENDOR);
        return clean.isEmpty() || !Character.isLetterOrDigit(clean.charAt(0)) ? UNKNOWN.vendor : clean;
    }

    private static String clean(String text, Pattern not, int most) {
        return cut(LINKING.matcher(not.matcher(text).replaceAll(" ")).replaceAll(" ").replaceAll(" +", " ").strip(),
            most).strip();
    }

    private static String cut(String text, int most) {
        return text.substring(0, Math.min(text.length(), most));
    }

    private static Integer hex(String digits) {
        return digits == null ? null : number("0x" + digits, Integer.MAX_VALUE);
    }

    private static Integer number(String text, int most) {
        try {
            Integer number = text == null ? null : Integer.decode(text.strip());
            return number == null || number < 0 || number > most ? null : number;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * The features that promises depend on, or that reveal a masked model number, as named in /proc/cpuinfo. No others
     * are published, because a longer list could identify a machine.
     */
    public enum CpuFeature {
        /** x86: AVX, on which the promises for 16 bytes depend. */
        AVX,
        /** x86: AMX, introduced with Sapphire Rapids. A CPU with AMX and an older model number is masked. */
        AMX_TILE,
        /** Arm: FEAT_LSE2, which makes misaligned accesses atomic within 16 bytes. */
        USCAT,
        /** RISC-V: makes misaligned loads, stores and AMOs atomic within 16 bytes. */
        ZAMA16B;

        /** Returns the features among these words, in the order of the constants. */
        public static List<CpuFeature> among(Collection<String> words) {
            return Arrays.stream(values()).filter(feature -> words.contains(feature.toString())).toList();
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
