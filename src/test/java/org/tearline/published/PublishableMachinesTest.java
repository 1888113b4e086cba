// SPDX-License-Identifier: Apache-2.0
package org.tearline.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.Sample;
import org.tearline.plan.CpuDistance;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import org.tearline.platform.Emulated;
import org.tearline.platform.Hypervisor;
import org.tearline.platform.Isa;
import org.tearline.platform.Jvm;
import org.tearline.platform.Linux;
import org.tearline.platform.Machine;
import org.tearline.platform.Machines;
import org.tearline.platform.SplitLockCost;
import org.tearline.platform.Sysroot;
import org.tearline.report.json.Facts;
import org.tearline.result.CellReason;
import org.tearline.result.Verdict;
import org.tearline.submission.Finding;
import org.tearline.submission.Validator;

/** Whatever machine the platform finds, a sweep can write it, and the validator takes it. */
class PublishableMachinesTest {
    /** Where captures of real machines are, as NAME.tar.gz; not part of the project. */
    private static final String CAPTURES = "TEARLINE_CAPTURES";
    private static final int COMBINATIONS = 1500;
    private static final Validator VALIDATOR = new Validator(
        Clock.fixed(Instant.parse("2026-11-21T12:00:00Z"), ZoneOffset.UTC));
    private static final Map<Isa, String> ARCH = Map.of(Isa.X86, "amd64", Isa.ARM, "aarch64", Isa.RISCV, "riscv64",
        Isa.POWER, "ppc64le", Isa.S390, "s390x", Isa.LOONGARCH, "loongarch64");
    private static final List<String> NAMES = List.of("KVM", "QEMU", "Microsoft Corporation", "Virtual Machine",
        "VMware, Inc.", "VirtualBox", "innotek GmbH", "Xen", "HVM domU", "Bochs", "BHYVE", "Parallels Software",
        "Apple Virtualization Generic Platform", "Amazon EC2", "c7g.metal", "Google Compute Engine", "KubeVirt",
        "Alibaba Cloud ECS", "Hetzner", "ACRN", "OpenStack Foundation", "Dell Inc.", "<b>x</b>", "\u001b[31m", "", "?",
        "KVM Virtual Machine", "QEMU Virtual Machine", "z/VM    7.3.0", "PR/SM", "phyp", "Jailhouse", "\u0000");
    private static final List<String> BRANDS = List.of("Some CPU @ 2.00GHz", "AMD EPYC",
        "Intel(R) Xeon(R) CPU           X5650  @ 2.67GHz", "QEMU TCG CPU version 2.5+",
        "QEMU Virtual CPU version 2.5+", "Intel(R) Xeon(R) <Processor>", "\u001b[31mred", "a\u202eb", "=SUM(A1)", "-",
        "x".repeat(200), "Loongson-3A5000-HV", "Loongson-2K1000LA", "sifive,u74-mc", "qemu", "POWER8 (architected)",
        "\u65e5\u672c", "IBM pSeries (emulated by qemu)", "|", "POWER10 (raw), altivec supported");
    private static final List<String> VENDORS = List.of("GenuineIntel", "AuthenticAMD", "HygonGenuine", "CentaurHauls",
        "  Shanghai  ", "Genuine  RDC", "\u0001\u0002", "!!", "Vortex86 SoC", "y".repeat(60), "GenuineTMx86");
    private static final List<String> NUMBERS = List.of("0", "1", "6", "26", "85", "255", "256", "4096", "99999999999",
        "-1", "0x10", "0x0", "0x2a", "0x489", "0x8000000000000007", "0x4e", "unknown", "3906", "8561", "004e", "0xd0c");
    private static final List<String> CLOCKS = List.of("tsc kvm-clock", "hyperv_clocksource_tsc_page acpi_pm",
        "xen tsc", "tsc hpet acpi_pm",
        "arch_sys_counter", "timebase", "tod", "riscv_clocksource", "Constant", "jiffies");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "x86-hybrid, genuineintel-06-97-02", "arm-cpuset, arm-41-d40-r1p1", "power-128, ibm-power9-4e-22",
        "s390-256, ibm-8561", "x86-cpuinfo-only, authenticamd-0f-6b-01"})
    void shouldPublishEveryFixture(String machine, String key) {
        Environment environment = published(Sysroot.unpack(machine, folder));

        assertThat(environment.cpu().key()).isEqualTo(key);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "processor : 0\\ncpu : POWER7 (architected), altivec supported\\nrevision : 2.1 (pvr 003f 0201)"
            + "|ibm-power7-3f-21|POWER7",
        "processor : 0\\ncpu : POWER8 (architected)\\nrevision : 2.2 (pvr 004e 1202)|ibm-power9-4e-22|POWER9",
        "processor : 0\\ncpu : POWER12 (raw)\\nrevision : 1.0 (pvr 0099 0100)|ibm-power12-99-10|POWER12",
        "vendor_id : IBM/S390\\nprocessor 1: version = 00,  identification = 279F25,  machine = 2817|ibm-2817|z196",
        "vendor_id : IBM/S390\\nprocessor 0: version = 00,  identification = 1,  machine = 3906|ibm-3906|z14",
        "processor : 0\\nCPU Family : Loongson-64bit\\nModel Name : Loongson-3A5000-HV\\nCPU Revision : 0x11"
            + "|loongson-3a5000|",
        "processor : 0\\nCPU Family : Loongson-64bit\\nModel Name : Loongson-2K1000LA\\nCPU Revision : 0x11"
            + "|loongson-2k1000la|",
        "processor : 0\\nhart : 1\\nisa : rv64imafdc\\nuarch : sifive,u74-mc|sifive-u74-mc|",
        "processor : 0\\nisa : rv64imafdc\\nuarch : sifive,u74-mc\\nmvendorid : 0x489\\nmarchid : 0x8000000000000007"
            + "|sifive-07|",
        "processor : 0\\nisa : rv64imafdc\\nmvendorid : 0x5b7\\nmarchid : 0x0\\nmimpid : 0x0|thead|",
        "processor : 0\\nCPU implementer : 0xc0\\nCPU architecture: 8\\nCPU variant : 0xa\\nCPU part : 0xac3\\n"
            + "CPU revision : 1|arm-c0-ac3-r10p1|"})
    void shouldGiveEveryFamilyAUsableKey(String cpuinfo, String key, String design) {
        Sysroot.write(folder.resolve("proc/cpuinfo"), cpuinfo.replace("\\n", "\n"));

        Environment environment = published(folder);

        assertThat(environment.cpu().key()).isEqualTo(key);
        assertThat(environment.cpu().microarchitecture()).isEqualTo(design);
        assertThat(Facts.of(Machine.of(new Linux(folder), null), null).value("cpu", "key")).contains(key);
    }

    @Test
    void shouldPublishEveryCapturedMachine() throws Exception {
        String captures = System.getenv(CAPTURES);
        assumeTrue(captures != null, "SKIPPED: captured machines; set " + CAPTURES + " to their folder");
        List<Path> archives;
        try (Stream<Path> files = Files.list(Path.of(captures))) {
            archives = files.filter(file -> file.toString().endsWith(".tar.gz")).sorted().toList();
        }
        assertThat(archives).isNotEmpty();
        for (Path archive : archives) {
            String name = archive.getFileName().toString().replace(".tar.gz", "");
            assertThat(new ProcessBuilder("tar", "xzf", archive.toString(), "-C", folder.toString()).inheritIO()
                .start().waitFor()).isZero();
            Environment environment = published(folder.resolve(name));
            System.out.println(name + ": " + environment.cpu().key() + ", " + environment.hypervisor() + ", emulated: "
                + environment.emulated());
            assertThat(environment.cpu().key()).as(name).doesNotStartWith("unknown");
            assertThat(environment.emulated()).as(name).isNotEqualTo(Emulated.YES);
        }
    }

    /** Home builds name their user and folder, some distributors their address: neither is published. */
    @Test
    void shouldPublishWhateverAJvmCallsItself() {
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
    void shouldPublishWhateverAMachineSaysOfItself() throws IOException {
        Random random = Sample.random();
        int[] seen = new int[Hypervisor.values().length];
        int combinations = Boolean.getBoolean("tearline.all") ? COMBINATIONS : COMBINATIONS / 5;
        for (int i = 0; i < combinations || i < COMBINATIONS && !foundAll(seen); i++) {
            Path root = Files.createDirectory(folder.resolve("m" + i));
            write(root, "proc/cpuinfo", cpuinfo(random));
            for (String file : List.of("sys_vendor", "product_name", "bios_vendor", "board_vendor")) {
                maybe(random, root, "sys/class/dmi/id/" + file, pick(NAMES, random));
            }
            maybe(random, root, "sys/devices/system/clocksource/clocksource0/available_clocksource",
                pick(CLOCKS, random));
            maybe(random, root, "sys/hypervisor/type", pick(NAMES, random));
            maybe(random, root, "proc/device-tree/hypervisor/compatible", pick(NAMES, random));
            maybe(random, root, "proc/device-tree/compatible", pick(List.of("ibm,powernv", "qemu,pseries",
                "riscv-virtio,qemu", "linux,dummy-virt"), random));
            maybe(random, root, "proc/sysinfo", "Manufacturer: " + pick(List.of("IBM", "QEMU", "HRC"), random)
                + "\nLPAR Number: 1\n" + (random.nextBoolean() ? "VM00 Control Program: " + pick(NAMES, random) : ""));
            maybe(random, root, "proc/bus/pci/devices", "0010\t" + pick(List.of("80eebeef", "80eecafe", "15ad0405",
                "58530001", "14145353", "1ab84005", "80861237"), random) + "\t0");
            seen[published(root).hypervisor().ordinal()]++;
        }
        assertThat(seen[Hypervisor.TCG.ordinal()]).isZero();
        assertThat(foundAll(seen)).as("%s", Arrays.toString(seen)).isTrue();
    }

    /** All but the one that is known by what no file says. */
    private static boolean foundAll(int[] seen) {
        return IntStream.range(0, seen.length).allMatch(i -> seen[i] > 0 || i == Hypervisor.TCG.ordinal());
    }

    private static String cpuinfo(Random random) {
        String brand = pick(BRANDS, random);
        String number = pick(NUMBERS, random);
        return switch (Isa.values()[random.nextInt(Isa.values().length)]) {
            case X86 -> "processor\t: 0\nvendor_id\t: " + pick(VENDORS, random) + "\ncpu family\t: " + number
                + "\nmodel\t: " + pick(NUMBERS, random) + "\nstepping\t: " + pick(NUMBERS, random) + "\nmicrocode\t: "
                + pick(NUMBERS, random) + "\nmodel name\t: " + brand + "\nflags\t: fpu"
                + (random.nextInt(4) > 0 ? " hypervisor" : "") + "\n";
            case ARM -> "processor\t: 0\nCPU implementer\t: " + number + "\nCPU architecture: 8\nCPU variant\t: "
                + pick(NUMBERS, random) + "\nCPU part\t: " + pick(NUMBERS, random) + "\nCPU revision\t: "
                + pick(NUMBERS, random) + "\nmodel name\t: " + brand + "\n";
            case RISCV -> "processor\t: 0\nisa\t: rv64gc\nuarch\t: " + brand + "\nmvendorid\t: " + number
                + "\nmarchid\t: " + pick(NUMBERS, random) + "\n";
            case POWER -> "processor\t: 0\ncpu\t: " + brand + "\nrevision\t: 2.1 (pvr 00" + (10 + random.nextInt(80))
                + " 1201)\n\nmodel\t: " + pick(BRANDS, random) + "\n";
            case S390 -> "vendor_id\t: IBM/S390\nprocessor 0: version = 00,  identification = 1,  machine = " + number
                + "\n";
            case LOONGARCH -> "processor\t: 0\nCPU Family\t: Loongson-64bit\nModel Name\t: " + brand
                + "\nCPU Revision\t: " + number + "\n";
        };
    }

    /** The environment of a machine; fails if the schema or the validator refuses a file that has it. */
    private static Environment published(Path root) {
        Isa isa = Machine.of(new Linux(root), null).processor().identity().value().isa();
        // Armv7 looks alike and has another JVM; its lines are the same.
        return published(Machines.withJvm(new Linux(root), ARCH.get(isa)));
    }

    private static Environment published(Machine machine) {
        Environment environment = PublishedMachine.of(machine, SplitLockCost.notTimed("not asked for"),
            new PublishedPinning(false, false), Collections.emptySortedMap());
        Series series = new Series(Memory.UNSAFE, Long.BYTES, 1, WriteMode.PLAIN, ReadMode.VOLATILE,
            CpuDistance.UNPINNED, SeriesTier.C2, new Series.Totals(0, 0, 0, 0, 0, 0, 0), List.of(0), List.of(0L),
            List.of(0L), List.of(0L), List.of(0L), null, null,
            List.of(new Series.Note(List.of(0), Verdict.INCONCLUSIVE, CellReason.ONE_CPU)), null, null);
        ResultFile file = ResultFile.unsealed(Kind.SWEEP, LocalDate.of(2026, 11, 20), "0".repeat(32),
            new TesterBuild("0.1.0", "d5a62cf"), environment, new Profile("quick", 50_000, 2_000, 2_000, 0),
            List.of(new CpuPair(CpuDistance.UNPINNED, false, List.of())), List.of(series), List.of())
            .sealed();
        assertThat(VALIDATOR.examine("machine", ResultText.stored(file)).findings()).extracting(Finding::line)
            .as("%s", environment).isEmpty();
        return environment;
    }

    private static void maybe(Random random, Path root, String file, String text) {
        if (random.nextInt(3) == 0) {
            write(root, file, text);
        }
    }

    private static void write(Path root, String file, String text) {
        Sysroot.write(root.resolve(file), text);
    }

    private static String pick(List<String> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }
}
