// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.tearline.plan.Architecture;
import org.tearline.plan.Width;
import org.tearline.platform.JvmFlag;
import org.tearline.platform.Emulated;
import org.tearline.promise.CpuFeature;
import org.tearline.published.Environment;
import org.tearline.published.Kind;
import org.tearline.published.PublishedCpu;
import org.tearline.published.PublishedJvm;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;
import org.tearline.published.SeriesTier;

/** Tells whether there is such a JVM, and whether it could run what the file says. Thread-safe. */
final class JvmCheck implements Check {
    private static final int FIRST = 17;
    /** JDK 17 came then, and two versions have come each year since. */
    private static final LocalDate FIRST_CAME = LocalDate.of(2021, 9, 1);
    private static final int MONTHS_BETWEEN = 6;
    private static final Pattern VERSION = Pattern.compile("[1-9]\\d{1,2}(\\.\\d{1,5}){0,6}([+-][A-Za-z0-9.+_-]*)?");
    /** An update comes each quarter, and now and then one between. */
    private static final int UPDATES_A_YEAR = 6;
    /** The compilers whose code is looked at are HotSpot's; a JVM of 64 bits has no other kinds. */
    private static final Pattern HOTSPOT = Pattern.compile(
        "(OpenJDK|Java HotSpot\\(TM\\)) (64-Bit )?(Server|Client|Minimal|Zero) VM");
    private static final Pattern HOTSPOT_64 = Pattern.compile("(OpenJDK|Java HotSpot\\(TM\\)) 64-Bit (Server|Zero) VM");
    private static final List<JvmFlag> COLLECTORS = List.of(JvmFlag.USE_SERIAL_GC, JvmFlag.USE_PARALLEL_GC,
        JvmFlag.USE_G1_GC, JvmFlag.USE_Z_GC, JvmFlag.USE_SHENANDOAH_GC);
    private static final List<JvmFlag> NUMBERS = List.of(JvmFlag.TIERED_STOP_AT_LEVEL, JvmFlag.USE_AVX,
        JvmFlag.USE_SSE);
    private static final int MOST_LEVEL = 4;
    private static final int MOST_AVX = 3;
    private static final int MOST_SSE = 4;
    private static final int LEAST_SSE = 2;
    /** The lowest level of UseAVX that has registers of 32 and of 64 bytes. */
    private static final int AVX_OF_32 = 1;
    private static final int AVX_OF_64 = 3;

    /**
     * Tells the CPUs before AVX and before AVX-512 by Intel's and AMD's model numbers: a closed list, which later CPUs
     * are not on. The JVM lowers UseAVX to what its CPU has.
     */
    private static final int INTEL_FAMILY = 6;
    private static final int SANDY_BRIDGE = 0x2a;
    private static final Set<Integer> WESTMERE = Set.of(0x2c, 0x2e, 0x2f);
    private static final int SKYLAKE_SERVER = 0x55;
    /** Broadwell-DE, Goldmont, Skylake, Kaby Lake, Coffee Lake and Comet Lake. */
    private static final Set<Integer> WITHOUT_AVX_512 = Set.of(0x56, 0x5c, 0x5e, 0x5f, 0x7a, 0x8e, 0x9e, 0xa5, 0xa6);
    private static final int BULLDOZER = 0x15;
    private static final int DHYANA = 0x18;
    private static final int ZEN_3 = 0x19;
    private static final int ZEN_4_SERVERS = 0x10;
    private static final int ZEN_3_CLIENTS = 0x20;
    private static final int ZEN_4_CLIENTS = 0x60;

    /** A version is none. */
    private static final Pattern NAME = Pattern.compile("^[A-Za-z].*[A-Za-z]");

    @Override
    public void check(ResultFile file, Findings findings) {
        PublishedJvm jvm = file.environment().jvm();
        checkVersion(jvm, file.date(), findings);
        checkNames(file, jvm, findings);
        checkFlags(file, jvm, findings);
    }

    private static void checkVersion(PublishedJvm jvm, LocalDate date, Findings findings) {
        if (!VERSION.matcher(jvm.version()).matches()) {
            findings.add(ValidationRule.JVM, "/environment/jvm/version", jvm.version() + " is no version of a JDK");
            return;
        }
        int feature = Integer.parseInt(jvm.version().split("[^0-9]")[0]);
        // Early builds of a version come before it does.
        long newest = FIRST + Math.max(0, ChronoUnit.MONTHS.between(FIRST_CAME, date)) / MONTHS_BETWEEN + 1;
        if (feature < FIRST || feature > newest) {
            findings.add(ValidationRule.JVM, "/environment/jvm/version", "JDK " + feature + " on " + date
                + ", when the tester could run on " + FIRST + " to " + newest);
            return;
        }
        String[] numbers = jvm.version().split("[+-]")[0].split("\\.");
        long months = Math.max(0, ChronoUnit.MONTHS.between(FIRST_CAME, date)
            - (long) MONTHS_BETWEEN * (feature - FIRST));
        long updates = (months + MONTHS_BETWEEN) * UPDATES_A_YEAR / (2 * MONTHS_BETWEEN);
        // The second number has been 0 ever since versions have four.
        if (numbers.length > 1 && Integer.parseInt(numbers[1]) != 0
            || numbers.length > 2 && Integer.parseInt(numbers[2]) > updates) {
            findings.add(ValidationRule.JVM, "/environment/jvm/version", "no " + jvm.version() + " on " + date
                + ", when JDK " + feature + " had had at most " + updates + " updates");
        }
    }

    private static void checkNames(ResultFile file, PublishedJvm jvm, Findings findings) {
        boolean wide = file.environment().architecture() != Architecture.OTHER;
        if (findings.has(ValidationRule.TEXT) || findings.has(ValidationRule.LEAK)) {
            return;
        }
        for (String name : List.of(jvm.vendor(), jvm.vm())) {
            if (!NAME.matcher(name).find()) {
                findings.add(ValidationRule.JVM, "/environment/jvm", name + " is no name of a JVM");
            }
        }
        // Whoever ran jcstress may have had another JVM: its results name no instructions.
        if (file.kind() != Kind.JCSTRESS && !(wide ? HOTSPOT_64 : HOTSPOT).matcher(jvm.vm()).matches()) {
            findings.add(ValidationRule.JVM, "/environment/jvm/vm", jvm.vm() + " is no HotSpot of "
                + file.environment().arch() + ", which is called OpenJDK or Java HotSpot(TM) " + (wide ? "64-Bit " : "")
                + "Server VM");
        }
        if (jvm.vm().contains("Zero")) {
            file.series().stream().filter(series -> series.tier() == SeriesTier.C2 || series.tier() == SeriesTier.C1)
                .forEach(series -> findings.add(ValidationRule.JVM, series.name(), jvm.vm() + " compiles nothing"));
        }
    }

    private static void checkFlags(ResultFile file, PublishedJvm jvm, Findings findings) {
        if (jvm.flags().isEmpty()) {
            return;
        }
        jvm.flags().forEach((flag, value) -> {
            if (NUMBERS.contains(flag) ? !value.matches("[0-9]") : !value.matches("true|false")) {
                wrong(findings, flag + " is " + value);
            }
        });
        if (findings.has(ValidationRule.FLAGS)) {
            return;
        }
        List<JvmFlag> used = COLLECTORS.stream().filter(flag -> "true".equals(jvm.flags().get(flag))).toList();
        if (used.size() != 1) {
            wrong(findings, used.isEmpty() ? "no collector" : "more than one collector: " + used);
        }
        int level = number(jvm, JvmFlag.TIERED_STOP_AT_LEVEL, MOST_LEVEL);
        boolean tiered = !"false".equals(jvm.flags().get(JvmFlag.TIERED_COMPILATION));
        int avx = number(jvm, JvmFlag.USE_AVX, MOST_AVX);
        Environment environment = file.environment();
        boolean x86 = environment.architecture() == Architecture.X86_64 || environment.arch().equals("x86");
        if (environment.architecture() == Architecture.X86_64 && number(jvm, JvmFlag.USE_SSE, MOST_SSE) < LEAST_SSE) {
            wrong(findings, "x86-64 without SSE2");
        }
        if (level > MOST_LEVEL || avx > MOST_AVX || number(jvm, JvmFlag.USE_SSE, MOST_SSE) > MOST_SSE) {
            wrong(findings, "a level that no JVM has");
        }
        boolean arm = environment.architecture() == Architecture.AARCH64;
        if (!x86 && (jvm.flags().containsKey(JvmFlag.USE_AVX) || jvm.flags().containsKey(JvmFlag.USE_SSE))
            || !arm && jvm.flags().containsKey(JvmFlag.USE_LSE)) {
            wrong(findings, "flags of another instruction set than " + environment.arch());
        }
        if (avx > 0 && jvm.flags().containsKey(JvmFlag.USE_AVX) && environment.cpu().features() != null
            && !environment.cpu().features().contains(CpuFeature.AVX)) {
            wrong(findings, "UseAVX " + avx + " on a CPU without AVX");
        }
        if (environment.emulated() != Emulated.YES && avx > mostAvx(environment.cpu())
            && jvm.flags().containsKey(JvmFlag.USE_AVX)) {
            wrong(findings, "UseAVX " + avx + " on " + environment.cpu().key() + ", which came before it");
        }
        for (Series series : file.series()) {
            boolean counted = series.changes().stream().anyMatch(changes -> changes > 0);
            SeriesTier tier = series.tier();
            if (counted && tiered && (tier == SeriesTier.C2 && level < MOST_LEVEL || tier == SeriesTier.C1
                && level == 0)) {
                wrong(findings, "TieredStopAtLevel " + level + ", and " + series.name() + " was compiled by " + tier);
            }
            if (counted && jvm.flags().containsKey(JvmFlag.USE_AVX)
                && (series.width() == Width.VECTOR_32 && avx < AVX_OF_32
                || series.width() == Width.VECTOR_64 && avx < AVX_OF_64)) {
                wrong(findings, "UseAVX " + avx + " has no registers of " + series.widthBytes() + " bytes");
            }
        }
    }

    /** Returns the level that the JVM allows on an x86 CPU; of one that may be new, all. */
    private static int mostAvx(PublishedCpu cpu) {
        int family = cpu.family() == null ? Integer.MAX_VALUE : cpu.family();
        int model = cpu.model() == null ? Integer.MAX_VALUE : cpu.model();
        return switch (cpu.vendor()) {
            case "GenuineIntel" -> family != INTEL_FAMILY || model >= SKYLAKE_SERVER && !WITHOUT_AVX_512.contains(model)
                ? MOST_AVX : model < SANDY_BRIDGE || WESTMERE.contains(model) ? 0 : AVX_OF_64 - 1;
            case "AuthenticAMD" -> family > ZEN_3 || family == ZEN_3 && !(model < ZEN_4_SERVERS
                || model >= ZEN_3_CLIENTS && model < ZEN_4_CLIENTS) ? MOST_AVX : family < BULLDOZER ? 0 : AVX_OF_64 - 1;
            case "HygonGenuine" -> family <= DHYANA ? AVX_OF_64 - 1 : MOST_AVX;
            default -> MOST_AVX;
        };
    }

    private static int number(PublishedJvm jvm, JvmFlag flag, int otherwise) {
        return Integer.parseInt(jvm.flags().getOrDefault(flag, String.valueOf(otherwise)));
    }

    private static void wrong(Findings findings, String what) {
        findings.add(ValidationRule.FLAGS, "/environment/jvm/flags", what);
    }
}
