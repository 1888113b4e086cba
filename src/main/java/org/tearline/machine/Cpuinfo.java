// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.machine.CpuModel.CpuFeature;
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
    /** The last Arm architecture without AArch64. */
    private static final String ARMV7 = "7";

    private final Map<Integer, Map<String, String>> cpus = new TreeMap<>();
    private final Map<String, String> common = new LinkedHashMap<>();

    private Cpuinfo() {
    }

    static Cpuinfo parse(String text) {
        Cpuinfo info = new Cpuinfo();
        Map<String, String> paragraph = info.common;
        for (String line : text.split("\\R")) {
            int colon = line.indexOf(':');
            if (colon < 0) {
                paragraph = info.common;
                continue;
            }
            String key = line.substring(0, colon).strip();
            String value = line.substring(colon + 1).strip();
            Matcher oneLine = ONE_LINE.matcher(key);
            if (oneLine.matches()) {
                info.cpus.put(Integer.valueOf(oneLine.group(1)), fields(value));
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
        return new ArrayList<>(cpus.keySet());
    }

    /** The value for one CPU, or else the common value. */
    Optional<String> value(int cpu, String key) {
        return Optional.ofNullable(cpus.getOrDefault(cpu, Map.of()).getOrDefault(key, common.get(key)));
    }

    Optional<String> value(String key) {
        return value(first(), key);
    }

    int first() {
        return cpus.keySet().stream().findFirst().orElse(0);
    }

    /** Like {@link #value(int, String)}, but null if absent. */
    String get(int cpu, String key) {
        return value(cpu, key).orElse(null);
    }

    /** The architecture, detected from the keys in the file; OTHER for Arm without AArch64. */
    Optional<Architecture> architecture() {
        if (value("CPU implementer").isPresent()) {
            return Optional.of(value("CPU architecture").filter(ARMV7::equals).isPresent() ? Architecture.OTHER
                : Architecture.AARCH64);
        }
        if (value("vendor_id").filter("IBM/S390"::equals).isPresent()) {
            return Optional.of(Architecture.S390X);
        }
        if (value("vendor_id").isPresent() && value("flags").isPresent()) {
            return Optional.of(Architecture.X86_64);
        }
        if (value("mvendorid").isPresent() || value("isa").filter(isa -> isa.startsWith("rv")).isPresent()) {
            return Optional.of(Architecture.RISCV64);
        }
        if (value("revision").filter(revision -> revision.contains("pvr")).isPresent()) {
            return Optional.of(Architecture.PPC64);
        }
        return value("CPU Family").filter(family -> family.startsWith("Loongson"))
            .map(family -> Architecture.LOONGARCH64);
    }

    /** Whether the file matches the JVM's architecture, or either is unknown. */
    static boolean fits(Optional<Cpuinfo> cpuinfo, Architecture jvm) {
        return jvm == null || jvm == Architecture.OTHER || cpuinfo.flatMap(Cpuinfo::architecture)
            .filter(shown -> shown != jvm && shown != Architecture.OTHER).isEmpty();
    }

    Optional<List<String>> x86Flags() {
        return architecture().filter(Architecture.X86_64::equals).flatMap(x86 -> value("flags"))
            .map(flags -> Arrays.asList(flags.split("\\s+")));
    }

    /** The features that promises depend on; null if the file has no list of features. */
    List<CpuFeature> features() {
        return value("flags").or(() -> value("Features")).or(() -> value("features")).or(() -> value("isa")
            .map(isa -> isa.replace('_', ' '))).map(text -> CpuFeature.among(Arrays.asList(text.split(" +"))))
            .orElse(null);
    }

    private static Map<String, String> fields(String line) {
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
