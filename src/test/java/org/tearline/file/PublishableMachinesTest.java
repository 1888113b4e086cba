// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.Sample;
import org.tearline.file.Examination.Finding;
import org.tearline.file.ResultFile.TesterBuild;
import org.tearline.machine.Jvm;
import org.tearline.machine.KernelFiles;
import org.tearline.machine.Machine;
import org.tearline.machine.Machines;
import org.tearline.machine.SplitLockCost;
import org.tearline.machine.Sysroot;
import org.tearline.trial.Architecture;
import org.tearline.trial.CpuDistance;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Verdict;

/** Checks that a result file from any machine is valid. */
class PublishableMachinesTest {
    private static final int CPUS = 200;
    private static final Validator VALIDATOR = new Validator(
        Clock.fixed(Instant.parse("2026-11-21T12:00:00Z"), ZoneOffset.UTC));
    private static final List<String> FORMS = List.of(
        "vendor_id : VENDOR\ncpu family : A\nmodel : B\nstepping : A\nmicrocode : B\nmodel name : BRAND\nflags : fpu",
        "CPU implementer : A\nCPU variant : A\nCPU part : B\nCPU revision : A\nmodel name : BRAND",
        "isa : rv64gc\nuarch : BRAND\nmvendorid : A\nmarchid : B", "cpu : BRAND\nrevision : 2.1 (pvr 0042 1201)",
        "vendor_id : IBM/S390\nprocessor 0: version = 00,  identification = 1,  machine = A",
        "CPU Family : Loongson-64bit\nModel Name : BRAND\nCPU Revision : A");
    private static final List<String> BRANDS = List.of("Some CPU @ 2.00GHz", "AMD EPYC",
        "Intel(R) Xeon(R) CPU           X5650  @ 2.67GHz", "QEMU TCG CPU version 2.5+",
        "QEMU Virtual CPU version 2.5+", "Intel(R) Xeon(R) <Processor>", "\u001b[31mred", "a\u202eb", "=SUM(A1)", "-",
        "x".repeat(200), "Loongson-3A5000-HV", "Loongson-2K1000LA", "sifive,u74-mc", "qemu", "POWER8 (architected)",
        "\u65e5\u672c", "IBM pSeries (emulated by qemu)", "|", "POWER10 (raw), altivec supported");
    private static final List<String> VENDORS = List.of("GenuineIntel", "AuthenticAMD", "HygonGenuine", "CentaurHauls",
        "  Shanghai  ", "Genuine  RDC", "\u0001\u0002", "!!", "Vortex86 SoC", "y".repeat(60), "GenuineTMx86");
    private static final List<String> NUMBERS = List.of("0", "1", "6", "26", "85", "255", "256", "4096", "99999999999",
        "-1", "0x10", "0x0", "0x2a", "0x489", "0x8000000000000007", "0x4e", "unknown", "3906", "8561", "004e", "0xd0c");

    @TempDir
    private Path folder;

    /** User and folder names from local builds, and domains of distributors, must not be published. */
    @Test
    void shouldPublishAnyNameOfAJvm() {
        for (String vendor : List.of("N/A", "Oracle Corporation", "Amazon.com Inc.", "Azul Systems, Inc.", "SAP SE",
            "JetBrains s.r.o.", "Private Build", "AO \"BellSoft\"", "builds.shipilev.net", "undefined", "", "-",
            "Huawei Technologies Co., Ltd")) {
            assertThat(published(Machines.withJvm(new Jvm("OpenJDK 64-Bit Server VM", "17", vendor, "17.0.1+8",
                "amd64"))).jvm().version()).isEqualTo("17.0.1+8");
        }
        Map<String, String> versions = Map.ofEntries(
            Map.entry("17.0.15+6-Debian-1deb12u1", "17.0.15+6-Debian-1deb12u1"),
            Map.entry("17.0.8.1+1-Ubuntu-0ubuntu120.04", "17.0.8.1+1-Ubuntu-0ubuntu120.04"),
            Map.entry("21.0.1+12-jvmci-23.1-b15", "21.0.1+12-jvmci-23.1-b15"),
            Map.entry("17.0.6+10-b829.5", "17.0.6+10-b829.5"), Map.entry("25.0.1+8-LTS", "25.0.1+8-LTS"),
            Map.entry("21-ea+35-2513", "21-ea+35-2513"), Map.entry("25-internal-adhoc.user.jdk", "25-internal-adhoc"),
            Map.entry("17.0.9-internal+0-adhoc.builder.src", "17.0.9-internal+0-adhoc"),
            Map.entry("25.0.1-internal-adhoc.build-user.open", "25.0.1-internal-adhoc"),
            Map.entry("25-testing-builds.shipilev.net-openjdk-jdk", "25-testing-builds"),
            Map.entry("22-internal-2024-01-05-1234567.alice.jdk", "22-internal-2024-01-05-1234567"),
            Map.entry("17.0.9+9-nas.local", "17.0.9+9-nas"));
        versions.forEach((version, written) -> assertThat(published(Machines.withJvm(new Jvm(
            "OpenJDK 64-Bit Server VM", "17", "N/A", version, "amd64"))).jvm().version()).isEqualTo(written));
    }

    @Test
    void shouldPublishAnyCpuinfo() {
        Random random = Sample.random();
        for (int i = 0; i < CPUS; i++) {
            Sysroot.write(folder.resolve("proc/cpuinfo"), pick(FORMS, random).replace("VENDOR", pick(VENDORS, random))
                .replace("BRAND", pick(BRANDS, random)).replace("A", pick(NUMBERS, random))
                .replace("B", pick(NUMBERS, random)) + "\n");
            published(folder);
        }
    }

    /** Returns the environment of a machine after validating a file that contains it. */
    private static Environment published(Path root) {
        Architecture architecture = Machine.of(new KernelFiles(root), null).architecture();
        return published(Machines.withJvm(new KernelFiles(root), switch (architecture) {
            case X86_64 -> "amd64";
            case PPC64 -> "ppc64le";
            case OTHER -> "aarch64";
            case AARCH64, RISCV64, S390X, LOONGARCH64 -> architecture.toString();
        }));
    }

    private static Environment published(Machine machine) {
        Environment environment = PublishedMachine.of(machine, SplitLockCost.notTimed("not asked for"), false,
            PublishedMachine.jvm(machine.jvm(), Collections.emptySortedMap()));
        Series series = new Series(Memory.UNSAFE, Long.BYTES, 1, WriteMode.PLAIN, ReadMode.VOLATILE,
            CpuDistance.UNPINNED, Tier.C2, null, new Series.Totals(0, 0, 0, 0, 0, 0, 0), List.of(0), List.of(0L),
            List.of(0L), List.of(0L), List.of(0L), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(),
            List.of(new Series.Note(List.of(0), Verdict.INCONCLUSIVE, CellReason.ONE_CPU)), List.of(), List.of(),
            new TreeMap<>());
        ResultFile file = ResultText.sealed(ResultFile.unsealed(ResultFile.Kind.SWEEP, LocalDate.of(2026, 11, 20),
            "0".repeat(32), new TesterBuild("0.1.0", "d5a62cf"), environment,
            new Profile("quick", 50_000, 2_000, 2_000, 0),
            List.of(new CpuPair(CpuDistance.UNPINNED, false, List.of())), List.of(series), List.of(), List.of(),
            List.of()));
        assertThat(VALIDATOR.examine("machine", ResultText.stored(file)).findings()).extracting(Finding::line)
            .as("%s", environment).isEmpty();
        return environment;
    }

    private static String pick(List<String> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }
}
