// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.trial.Architecture;

/**
 * The contents of /proc/cpuinfo: fields for each CPU, and fields common to all. The keys depend on the architecture.
 * Thread-safe.
 */
final class Cpuinfo {
    static final String FILE = "/proc/cpuinfo";
    /** s390x has one line per CPU instead of a paragraph. */
    private static final Pattern ONE_LINE = Pattern.compile("processor (\\d{1,5})");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,5}");
    /** The form of any value. */
    static final String ANY = ".*";

    /** The version and the revision, which is major and minor in two digits each. */
    private static final Pattern PVR = Pattern.compile(
        "pvr ([0-9a-fA-F]{4}) [0-9a-fA-F]([0-9a-fA-F])[0-9a-fA-F]([0-9a-fA-F])");
    private static final Pattern POWER_NAME = Pattern.compile("^POWER(\\d{1,2})");
    private static final Pattern LOONGSON = Pattern.compile("(?i)Loongson-(\\d[A-F]\\d{4})(?![0-9]).*");
    /** A vendor and a design, as in device trees: {@code sifive,u74-mc}. */
    private static final Pattern DEVICE_TREE_NAME = Pattern.compile("([a-z]+),[a-z0-9-]+");
    /** POWER generations by processor version, from Linux's arch/powerpc/include/asm/reg.h. */
    private static final Map<Integer, Integer> POWER_GENERATIONS = Map.of(0x3f, 7, 0x4a, 7, 0x4b, 8, 0x4c, 8, 0x4d, 8,
        0x4e, 9, 0x80, 10, 0x82, 11);
    /** Vendors by mvendorid, from Linux's arch/riscv/include/asm/vendorid_list.h. */
    private static final Map<String, String> RISCV_VENDORS = Map.of("0x489", "SiFive", "0x31e", "Andes", "0x5b7",
        "T-Head", "0x710", "SpacemiT");

    private final Map<Integer, Map<String, String>> cpus = new TreeMap<>();
    private final Map<String, String> common = new LinkedHashMap<>();

    private Cpuinfo() {
    }

    /** The contents of the file; nothing if it is missing. */
    static Cpuinfo of(KernelFiles kernel) {
        return parse(kernel.text("proc/cpuinfo").orElse(""));
    }

    static Cpuinfo parse(String text) {
        Cpuinfo info = new Cpuinfo();
        Map<String, String> paragraph = info.common;
        for (String line : text.split("\\R")) {
            String[] field = line.split(":", 2);
            if (field.length < 2) {
                // A blank line ends a CPU's paragraph.
                paragraph = info.common;
                continue;
            }
            String key = field[0].strip();
            String value = field[1].strip();
            Matcher oneLine = ONE_LINE.matcher(key);
            if (oneLine.matches()) {
                info.cpus.put(Integer.valueOf(oneLine.group(1)), fieldsOfLine(value));
            } else if (key.equals("processor") && NUMBER.matcher(value).matches()) {
                paragraph = info.cpus.computeIfAbsent(Integer.valueOf(value), cpu -> new LinkedHashMap<>());
            } else if (!value.isEmpty()) {
                paragraph.putIfAbsent(key, value);
            }
        }
        return info;
    }

    /** The CPUs in the file, which lists only those online. */
    List<Integer> cpus() {
        return List.copyOf(cpus.keySet());
    }

    /** The fields of one CPU, and the common ones. */
    private Map<String, String> fields(int cpu) {
        Map<String, String> fields = new HashMap<>(common);
        fields.putAll(cpus.getOrDefault(cpu, Map.of()));
        return fields;
    }

    /** A field of the first CPU, or a common one. */
    Optional<String> value(String key) {
        return Optional.ofNullable(fields(first()).get(key));
    }

    /** Whether the first CPU has this field, with a value of this form. */
    boolean shows(String key, String form) {
        return value(key).filter(text -> text.matches(form)).isPresent();
    }

    /** The first CPU; 0 if the file has only common fields. */
    int first() {
        return cpus.keySet().stream().findFirst().orElse(0);
    }

    /** The model of one CPU, with the features of the first; empty if the file's format is unknown. */
    Optional<CpuModel> model(int cpu) {
        Map<String, String> fields = fields(cpu);
        String microcode = Optional.ofNullable(fields.get("microcode"))
            .filter(text -> text.matches("0x[0-9a-f]{1,16}"))
            .orElse(null);
        return architecture().map(known -> new Fields(fields).model(known).with(microcode, features()));
    }

    /** The fields of one CPU, and the common ones. */
    private record Fields(Map<String, String> fields) {
        CpuModel model(Architecture architecture) {
            return switch (architecture) {
                case X86_64 -> CpuModel.numbered(fields.get("vendor_id"), number("cpu family", 0xfff),
                    number("model", Integer.MAX_VALUE), number("stepping", 0xff),
                    fields.get("model name"));
                case AARCH64, OTHER -> arm();
                case RISCV64 -> CpuModel.numbered(riscvVendor(), null,
                    architectureNumber(fields.getOrDefault("marchid", "0")), null, fields.get("uarch"));
                case PPC64 -> power();
                case S390X -> CpuModel.numbered(CpuModel.IBM, null, hex(text("machine")), null, null);
                case LOONGARCH64 -> loongson();
            };
        }

        private CpuModel arm() {
            String maker = fields.get("CPU implementer");
            Integer implementer = number("CPU implementer", 0xff);
            return CpuModel.arm(Microarchitecture.armVendor(implementer).orElse(maker), implementer,
                number("CPU part", 0xfff), number("CPU variant", 0xff),
                number("CPU revision", 0xff), fields.get("model name"));
        }

        private String riscvVendor() {
            String number = fields.getOrDefault("mvendorid", "0x0");
            if (!number.equals("0x0")) {
                return RISCV_VENDORS.getOrDefault(number, number);
            }
            Matcher design = DEVICE_TREE_NAME.matcher(text("uarch"));
            if (design.matches()) {
                return design.group(1);
            }
            return null;
        }

        private CpuModel power() {
            Matcher pvr = PVR.matcher(text("revision"));
            String name = fields.get("cpu");
            if (!pvr.find()) {
                return CpuModel.numbered(CpuModel.IBM, null, null, null, name);
            }
            int version = Integer.parseInt(pvr.group(1), 16);
            // The revision 0x0203 means 2.3. Like a stepping, it becomes one byte: 0x23.
            int stepping = Integer.parseInt(pvr.group(2) + pvr.group(3), 16);
            // The name comes second, because in a compatibility mode it is that of an older CPU.
            Integer generation = POWER_GENERATIONS.get(version);
            Matcher called = POWER_NAME.matcher(text("cpu"));
            if (generation == null && called.find()) {
                generation = Integer.valueOf(called.group(1));
            }
            return CpuModel.numbered(CpuModel.IBM, generation, version, stepping, name);
        }

        private CpuModel loongson() {
            Matcher chip = LOONGSON.matcher(text("Model Name"));
            Integer model = null;
            if (chip.matches()) {
                model = hex(chip.group(1));
            }
            return CpuModel.numbered("Loongson", null, model, number("CPU Revision", 0xff),
                fields.get("Model Name"));
        }

        /** A field, or an empty text. */
        private String text(String key) {
            return fields.getOrDefault(key, "");
        }

        private Integer number(String key, int most) {
            return Cpuinfo.number(text(key), most);
        }
    }

    /**
     * Parses a hex number and clears the highest bit, which marks numbers assigned by the vendor. Returns null unless
     * the rest is a positive int.
     */
    private static Integer architectureNumber(String marchid) {
        try {
            long number = Long.parseUnsignedLong(marchid.replaceFirst("^0[xX]", ""), 16) & Long.MAX_VALUE;
            if (0 < number && number <= Integer.MAX_VALUE) {
                return (int) number;
            }
        } catch (NumberFormatException e) {
            // Not a number, so it is unknown.
        }
        return null;
    }

    private static Integer hex(String digits) {
        return number("0x" + digits, Integer.MAX_VALUE);
    }

    /** Parses a decimal or hex number; null unless it is between 0 and the maximum. */
    private static Integer number(String text, int most) {
        try {
            int number = Integer.decode(text.strip());
            if (0 <= number && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Not a number, so it is unknown.
        }
        return null;
    }

    /** The architecture, detected from the fields of the file; OTHER for ARMv7, empty if unknown. */
    Optional<Architecture> architecture() {
        if (shows("CPU implementer", ANY)) {
            // ARMv7 lacks AArch64.
            if (shows("CPU architecture", "7")) {
                return Optional.of(Architecture.OTHER);
            }
            return Optional.of(Architecture.AARCH64);
        }
        if (shows("vendor_id", "IBM/S390")) {
            return Optional.of(Architecture.S390X);
        }
        if (shows("vendor_id", ANY) && shows("flags", ANY)) {
            return Optional.of(Architecture.X86_64);
        }
        if (shows("mvendorid", ANY) || shows("isa", "rv.*")) {
            return Optional.of(Architecture.RISCV64);
        }
        if (shows("revision", ".*pvr.*")) {
            return Optional.of(Architecture.PPC64);
        }
        if (shows("CPU Family", "Loongson.*")) {
            return Optional.of(Architecture.LOONGARCH64);
        }
        return Optional.empty();
    }

    /** Whether the file matches the JVM's architecture, or either is unknown. */
    boolean fits(Optional<Architecture> jvm) {
        Architecture shown = architecture().orElse(Architecture.OTHER);
        Architecture own = jvm.orElse(shown);
        return own == Architecture.OTHER || shown == Architecture.OTHER || shown == own;
    }

    Optional<List<String>> x86Flags() {
        return architecture().filter(Architecture.X86_64::equals)
            .flatMap(x86 -> value("flags"))
            .map(flags -> Arrays.asList(flags.split("\\s+")));
    }

    /** The published features of the first CPU; null if the file has no list of features. */
    List<CpuFeature> features() {
        // RISC-V separates extensions by underscores.
        return value("flags").or(() -> value("Features"))
            .or(() -> value("features"))
            .or(() -> value("isa").map(isa -> isa.replace('_', ' ')))
            .map(text -> CpuFeature.among(Arrays.asList(text.split(" +"))))
            .orElse(null);
    }

    private static Map<String, String> fieldsOfLine(String line) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String field : line.split(",")) {
            String[] pair = field.split("=", 2);
            if (pair.length == 2) {
                fields.put(pair[0].strip(), pair[1].strip());
            }
        }
        return fields;
    }
}
