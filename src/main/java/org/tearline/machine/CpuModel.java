// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.trial.Architecture;

/**
 * The model of a CPU, as the system reports it and as written to result files. Unknown facts are null.
 *
 * @param key               {@code genuineintel-06-55-07} (hex), {@code arm-41-d40-r1p1}, {@code ibm-power9-4e-22},
 *                          {@code ibm-8561}; if there are no numbers, the vendor and the first words of the brand
 * @param vendor            x86: as reported by the CPU; otherwise the usual name, or the number of an unknown vendor;
 *                          {@code unknown} instead of null
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
 * @param features          those of {@link CpuFeature} that this CPU has
 */
public record CpuModel(String key, String vendor, Integer family, Integer model, Integer stepping,
    Integer implementer, Integer part, Integer variant, Integer revision, String brand, String microarchitecture,
    String microcode,
    @JsonSetter(nulls = Nulls.SET) @JsonInclude(JsonInclude.Include.NON_NULL) List<CpuFeature> features) {
    static final CpuModel UNKNOWN = new CpuModel("unknown", "unknown", null, null, null, null, null, null, null,
        null, null, null, null);

    static final String IBM = "IBM";
    /** All characters that no vendor uses, some of which are special in markup, terminals or spreadsheets. */
    private static final Pattern NOT_PUBLISHED = Pattern.compile("[^A-Za-z0-9 ()@.,+_/:#®™-]");
    private static final Pattern NOT_VENDOR = Pattern.compile("[^A-Za-z0-9 ._-]");
    /** Text that the validator rejects because code-hosting sites turn it into links. */
    private static final Pattern LINKING = Pattern.compile(
        "(?i)(?<=[a-z0-9-])\\.(?=[a-z]{2})|#(?=[0-9])|(?<![a-z0-9])@(?=[a-z])|\\bwww\\.");

    /** The schema's limit. */
    private static final int MOST_BRAND = 96;

    public CpuModel {
        if (features != null) {
            features = List.copyOf(features);
        }
    }

    /** The model of any CPU except Arm's, which have other numbers. */
    public static CpuModel numbered(String vendor, Integer family, Integer model, Integer stepping, String brand) {
        return new CpuModel(null, publishedVendor(vendor), family, model, stepping, null, null, null, null,
            published(brand, MOST_BRAND), null, null, null).withComputedKey();
    }

    static CpuModel arm(String vendor, Integer implementer, Integer part, Integer variant, Integer revision,
                        String brand) {
        return new CpuModel(null, publishedVendor(vendor), null, null, null, implementer, part, variant, revision,
            published(brand, MOST_BRAND), null, null, null).withComputedKey();
    }

    public String computedKey() {
        if (implementer != null && part != null && variant != null && revision != null) {
            return String.format(Locale.ROOT, "arm-%02x-%03x-r%dp%d", implementer, part, variant, revision);
        }
        String letters = letters(vendor);
        String name = UNKNOWN.vendor;
        if (!letters.isEmpty()) {
            name = cut(letters, 24);
        }
        if (family != null && model != null && stepping != null) {
            String format = "%s-%02x-%02x-%02x";
            if (vendor.equals(IBM)) {
                format = "%s-power%d-%02x-%02x";
            }
            return String.format(Locale.ROOT, format, name, family, model, stepping);
        }
        if (model != null) {
            return String.format(Locale.ROOT, "%s-%02x", name, model);
        }
        return name + brandWords(name);
    }

    public static String letters(String vendor) {
        return vendor.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "");
    }

    /** Returns the vendor as its CPUs spell it; empty if it is not known. A file may spell it in another way. */
    public Optional<String> spelledVendor() {
        return Microarchitecture.vendorLike(vendor);
    }

    /** Returns at most three words of the brand, each of at most 12 characters. */
    private String brandWords(String name) {
        if (brand == null) {
            return "";
        }
        return Stream.of(brand.toLowerCase(Locale.ROOT).replaceFirst("[(@].*", "").split("[^a-z0-9]+"))
            .filter(word -> !word.isEmpty() && !word.equals(name))
            .limit(3)
            .map(word -> "-" + cut(word, 12))
            .collect(Collectors.joining());
    }

    public CpuModel withComputedKey() {
        return with(computedKey(), microarchitecture, microcode, features);
    }

    /** Looks up the microarchitecture, which loads a table. */
    public CpuModel withDesign() {
        return with(key, Microarchitecture.of(this).orElse(null), microcode, features);
    }

    CpuModel with(String newMicrocode, List<CpuFeature> newFeatures) {
        return with(key, microarchitecture, newMicrocode, newFeatures);
    }

    private CpuModel with(String newKey, String design, String newMicrocode, List<CpuFeature> newFeatures) {
        return new CpuModel(newKey, vendor, family, model, stepping, implementer, part, variant, revision, brand,
            design, newMicrocode, newFeatures);
    }

    /**
     * Whether this model has the kind of numbers that CPUs of an architecture have. Always false for RISC-V and
     * LoongArch, whose designs are not named here. A file may combine any numbers with any architecture.
     */
    public boolean numbersFit(Architecture architecture) {
        return switch (architecture) {
            case X86_64 -> implementer == null && !vendor.equals(IBM);
            case PPC64 -> vendor.equals(IBM) && family != null;
            // IBM's mainframes have no family.
            case S390X -> vendor.equals(IBM) && family == null;
            // Of all other architectures, only the designs of 32-bit Arm are named here.
            case AARCH64, OTHER -> implementer != null;
            case RISCV64, LOONGARCH64 -> false;
        };
    }

    /** The brand, or else Arm's or IBM's numbers or the fallback; followed by the numbers of an x86 CPU. */
    public String name(String fallback) {
        String shortName = shortName(fallback);
        if (family == null || model == null || stepping == null || vendor.equals(IBM)) {
            return shortName;
        }
        return shortName + " (family " + family + " model " + model + " stepping " + stepping + ")";
    }

    private String shortName(String fallback) {
        if (brand != null) {
            return brand;
        }
        if (implementer != null && part != null) {
            return String.format(Locale.ROOT, "implementer 0x%02x part 0x%03x", implementer, part);
        }
        if (vendor.equals(IBM) && model != null) {
            return String.format(Locale.ROOT, "IBM machine %x", model);
        }
        return fallback;
    }

    /** Whether this is an Apple CPU, whose implementer is 0x61, or Rosetta reports one. */
    boolean isApple() {
        return Objects.equals(implementer, 0x61) || (vendor + " " + brand).contains("Apple");
    }

    /**
     * Removes what result files reject, and truncates the text to a maximum length. Returns null for null, or if no
     * letter or digit remains.
     */
    public static String published(String text, int most) {
        if (text == null) {
            return null;
        }
        String clean = clean(text, NOT_PUBLISHED, most);
        if (clean.chars().noneMatch(Character::isLetterOrDigit)) {
            return null;
        }
        return clean;
    }

    private static String publishedVendor(String text) {
        // The schema allows 32 characters.
        String clean = clean(Objects.requireNonNullElse(text, ""), NOT_VENDOR, 32);
        if (clean.matches("[A-Za-z0-9].*")) {
            return clean;
        }
        return UNKNOWN.vendor;
    }

    private static String clean(String text, Pattern rejected, int most) {
        String allowed = rejected.matcher(text).replaceAll(" ");
        String unlinked = LINKING.matcher(allowed).replaceAll(" ");
        return cut(unlinked.replaceAll(" +", " ").strip(), most).strip();
    }

    private static String cut(String text, int most) {
        return text.substring(0, Math.min(text.length(), most));
    }
}
