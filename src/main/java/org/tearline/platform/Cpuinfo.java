// SPDX-License-Identifier: Apache-2.0
package org.tearline.platform;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * /proc/cpuinfo: what it says of each CPU, and what it says once for all of them. The keys differ from one instruction
 * set to the next and are kept as they are. Immutable. Thread-safe.
 */
final class Cpuinfo {
    static final String FILE = "/proc/cpuinfo";

    /** s390x has one line per CPU instead of a paragraph. */
    private static final Pattern ONE_LINE = Pattern.compile("processor (\\d{1,5})");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,5}");

    private final Map<Integer, Map<String, String>> cpus = new TreeMap<>();
    private final Map<String, String> common = new LinkedHashMap<>();

    private Cpuinfo() {
    }

    /** Reads the text of the file. */
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

    /** Returns the CPUs that are listed, which are those online. */
    List<Integer> cpus() {
        return new ArrayList<>(cpus.keySet());
    }

    /** Returns what is said of one CPU, or of all. */
    Optional<String> value(int cpu, String key) {
        return Optional.ofNullable(cpus.getOrDefault(cpu, Map.of()).getOrDefault(key, common.get(key)));
    }

    /** Returns what is said of the first CPU, or of all. */
    Optional<String> value(String key) {
        return value(first(), key);
    }

    /** Returns the lowest number of a CPU that is online. */
    int first() {
        return cpus.keySet().stream().findFirst().orElse(0);
    }

    /** Returns which form the file has. */
    Optional<Isa> isa() {
        if (value("CPU implementer").isPresent()) {
            return Optional.of(Isa.ARM);
        }
        if (value("vendor_id").filter("IBM/S390"::equals).isPresent()) {
            return Optional.of(Isa.S390);
        }
        if (value("vendor_id").isPresent() && value("flags").isPresent()) {
            return Optional.of(Isa.X86);
        }
        if (value("mvendorid").isPresent() || value("isa").filter(isa -> isa.startsWith("rv")).isPresent()) {
            return Optional.of(Isa.RISCV);
        }
        if (value("revision").filter(revision -> revision.contains("pvr")).isPresent()) {
            return Optional.of(Isa.POWER);
        }
        return value("CPU Family").filter(family -> family.startsWith("Loongson")).map(family -> Isa.LOONGARCH);
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
