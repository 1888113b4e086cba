// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The numbers and names from which the key of a CPU model follows, the same for probe and for result files. Immutable;
 * an absent fact is null.
 *
 * @param family  x86: family; POWER: generation
 * @param model   x86: model; POWER: version; s390x: machine type, its digits taken as hex; RISC-V: architecture
 * @param brand   the CPU's own name, which counts only where there are no numbers
 */
public record CpuSignature(String vendor, Integer family, Integer model, Integer stepping, Integer implementer,
                           Integer part, Integer variant, Integer revision, String brand) {
    /** More words of a name make no better key, and longer ones no path. */
    private static final int WORDS = 3;
    private static final int WORD_LENGTH = 12;
    private static final int VENDOR_LENGTH = 24;
    private static final String IBM = "ibm";
    private static final String UNKNOWN = "unknown";

    /**
     * Returns the key that follows: {@code genuineintel-06-55-07} (hex), {@code arm-41-d40-r1p1}, {@code
     * ibm-power9-4e-22}, {@code ibm-8561}; without numbers the vendor and the first words of the name, such as {@code
     * sifive-u74-mc}.
     */
    public String key() {
        if (implementer != null && part != null && variant != null && revision != null) {
            return String.format(Locale.ROOT, "arm-%02x-%03x-r%dp%d", implementer, part, variant, revision);
        }
        String name = vendor.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "");
        name = name.isEmpty() ? UNKNOWN : name.substring(0, Math.min(name.length(), VENDOR_LENGTH));
        if (family != null && model != null && stepping != null) {
            return name.equals(IBM)
                ? String.format(Locale.ROOT, "ibm-power%d-%02x-%02x", family, model, stepping)
                : String.format(Locale.ROOT, "%s-%02x-%02x-%02x", name, family, model, stepping);
        }
        if (model != null) {
            return String.format(Locale.ROOT, "%s-%02x", name, model);
        }
        String words = brand == null ? "" : words(name);
        return words.isEmpty() ? name : name + "-" + words;
    }

    /** Returns what the design with these numbers is called, if anybody has a name for it. Loads a table. */
    public Optional<String> microarchitecture(Isa isa) {
        CpuIdentity identity = switch (isa) {
            case ARM -> new CpuIdentity(isa, vendor, null, part == null ? null
                : String.format(Locale.ROOT, "0x%03x", part), null, null, brand, null);
            case S390 -> new CpuIdentity(isa, vendor, null, model == null ? null
                : String.format(Locale.ROOT, "0x%04x", model), null, null, brand, null);
            case X86, POWER, RISCV, LOONGARCH -> new CpuIdentity(isa, vendor, text(family), text(model),
                text(stepping), null, brand, null);
        };
        return Microarchitecture.of(identity).map(Found::value);
    }

    /** Returns who has this implementer's number; empty if nobody is known to. */
    public Optional<String> implementerName() {
        String number = implementer == null ? null : String.format(Locale.ROOT, "0x%02x", implementer);
        return Optional.ofNullable(Microarchitecture.armVendor(number)).filter(name -> !name.equals(number));
    }

    private static String text(Integer number) {
        return number == null ? null : number.toString();
    }

    private String words(String name) {
        List<String> words = Arrays.stream(brand.toLowerCase(Locale.ROOT).replaceFirst("[(@].*", "")
            .split("[^a-z0-9]+")).filter(word -> !word.isEmpty() && !word.equals(name)).toList();
        return words.stream().limit(WORDS).map(word -> word.substring(0, Math.min(word.length(), WORD_LENGTH)))
            .collect(Collectors.joining("-"));
    }
}
