// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.tearline.platform.CpuSignature;
import org.tearline.platform.Emulated;
import org.tearline.platform.Isa;
import org.tearline.published.Environment;
import org.tearline.published.PublishedCpu;
import org.tearline.published.ResultFile;

/**
 * Tells whether the names of a CPU belong to its numbers: results are grouped by numbers and found by names, so a name
 * of somebody else's would put a tear on the wrong CPU. What an emulator shows need not go together. It remembers the
 * answers. Thread-safe.
 */
final class CpuNamesCheck implements Check {
    private static final String BRAND = "/environment/cpu/brand";
    private static final String DESIGN = "/environment/cpu/microarchitecture";

    /** Words that one vendor's CPUs have in their names and no other's. */
    private static final List<Words> WORDS = List.of(
        new Words(List.of("GenuineIntel", "Intel"), "Intel|Xeon|Core\\(TM\\)|Pentium|Celeron"),
        new Words(List.of("AuthenticAMD"), "AMD|EPYC|Ryzen|Opteron|Athlon|Phenom|Threadripper"),
        new Words(List.of("HygonGenuine"), "Hygon"),
        new Words(List.of("CentaurHauls", "Shanghai"), "ZHAOXIN|KaiXian|KaiSheng"),
        new Words(List.of("Apple"), "Apple"),
        new Words(List.of("Qualcomm"), "Snapdragon|Oryon"),
        new Words(List.of("ARM"), "Cortex|Neoverse"),
        new Words(List.of("IBM"), "POWER\\d+"));

    /** Far more CPU models than anybody has results of; files that invent CPUs do not fill the memory. */
    private static final int MAX_DESIGNS = 1_000;

    /** OSHI reads its table from the jar whenever it is asked. */
    private final Map<Asked, Optional<String>> designs = new ConcurrentHashMap<>();

    private record Asked(Isa isa, CpuSignature cpu) {
    }

    @Override
    public void check(ResultFile file, Findings findings) {
        Environment environment = file.environment();
        if (environment.emulated() == Emulated.YES || findings.has(ValidationRule.CPU_KEY)
            || findings.has(ValidationRule.MACHINE)) {
            return;
        }
        PublishedCpu cpu = environment.cpu();
        cpu.signature().implementerName().filter(name -> !cpu.vendor().startsWith(name)).ifPresent(name ->
            findings.add(ValidationRule.CPU_NAMES, "/environment/cpu/vendor", "implementer " + cpu.implementer()
                + " is " + name
                + ", not " + cpu.vendor()));
        checkDesign(environment, findings);
        if (cpu.brand() != null) {
            WORDS.stream().filter(words -> words.vendors.stream().noneMatch(cpu.vendor()::startsWith)
                && words.pattern.matcher(cpu.brand()).find()).findFirst().ifPresent(words ->
                    findings.add(ValidationRule.CPU_NAMES, BRAND, cpu.brand() + " is not a name of a CPU by "
                        + cpu.vendor()));
        }
    }

    private void checkDesign(Environment environment, Findings findings) {
        PublishedCpu cpu = environment.cpu();
        if (cpu.microarchitecture() == null) {
            return;
        }
        if (designs.size() > MAX_DESIGNS) {
            designs.clear();
        }
        Optional<String> known = Isa.of(environment.arch()).flatMap(isa -> designs.computeIfAbsent(
            new Asked(isa, cpu.signature()), asked -> asked.cpu.microarchitecture(asked.isa)));
        // Elsewhere than on Linux the system's own table may have a name that ours lacks.
        boolean ownTable = environment.os().family().equals("linux");
        if (known.isPresent() ? !known.get().equals(cpu.microarchitecture()) : ownTable) {
            findings.add(ValidationRule.CPU_NAMES, DESIGN, cpu.key() + " is "
                + known.orElse("a design that this version has no name for") + ", not " + cpu.microarchitecture());
        }
    }

    private record Words(List<String> vendors, Pattern pattern) {
        Words(List<String> vendors, String words) {
            this(vendors, Pattern.compile("(?i)(?<![A-Za-z])(?:" + words + ")(?![A-Za-z])"));
        }
    }
}
