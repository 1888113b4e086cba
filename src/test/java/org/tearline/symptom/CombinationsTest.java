// SPDX-License-Identifier: Apache-2.0
package org.tearline.symptom;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.tearline.Sample;
import org.tearline.symptom.Explanation.Alignment;

/**
 * Explains crash logs of combinations of system, CPU, code, address and frame, and checks what is always true. Each
 * rule draws some of the combinations for which it holds.
 */
class CombinationsTest {
    private static final String PC = "0x00007f6a6d1c2f40";
    private static final Map<String, String> CODES = Map.of("BUS_ADRALN", "1", "BUS_ADRERR", "2", "BUS_OBJERR", "3",
        "BUS_MCEERR_AR", "4", "BUS_MCEERR_AO", "5", "SI_USER", "0", "SI_KERNEL", "128");
    private static final List<String> SYSTEMS = List.of("linux", "bsd", "solaris", "aix", "");
    private static final List<String> CPUS =
        List.of("amd64", "aarch64", "arm", "riscv64", "ppc64le", "s390x", "loongarch64", "sparc");
    private static final List<String> ADDRESSES = List.of("", "0x0", "0x13", PC, "0x00007f6a1e3aa000",
        "0x00007f6a1e3aa020", "0x00007f6a1e3aa008", "0x00007f6a1e3aa004", "0x00007f6a1e3aa00c", "0x00007f6a1e3aa03c",
        "0x00007f6a1e3aa003", "0x00007f6a1e3aa01f");
    private static final String CAS = "V  [libjvm.so+0x8d1a44]  Unsafe_CompareAndSetLong+0xa4";
    private static final String JAVA = "J 91 c2 com.acme.Ring.claim(J)J (20 bytes) @ 0x1";
    private static final String COPY = "v  ~StubRoutines::jbyte_disjoint_arraycopy";
    private static final String COLLECTOR = "V  [libjvm.so+0x3a12c8]  G1ParScanThreadState::trim_queue()+0x38";
    private static final String PROBE = "v  ~StubRoutines::SafeFetch32";
    private static final List<String> FRAMES =
        List.of("", CAS, JAVA, COPY, COLLECTOR, PROBE, "C  [libfoo.so+0x1a44]  work+0xa4");

    private static final Pattern OTHER_CPU =
        Pattern.compile("On (?:64-bit |32-bit )?Arm this|64-bit Arm refuses|x86-64");

    private static final Pattern CONTRADICTION =
        Pattern.compile("is 0 bytes after a multiple of (?:16 and 0 after|8 and 0)");

    private static final int DRAWN = 300;
    private static final List<Crash> ALL = all().toList();

    /** What is found in each log, as several rules may draw it. */
    private static final Map<Crash, List<Explanation>> FOUND = new HashMap<>();

    private record Crash(String system, String cpu, String code, String address, String frame) {
        private String log() {
            List<String> lines = new ArrayList<>();
            if (system.isEmpty()) {
                lines.add("# pc=" + PC);
            } else {
                String number = system.equals("linux") ? "0x7" : "0xa";
                lines.add("#  SIGBUS (" + number + ") at pc=" + PC + ", pid=1, tid=2");
                lines.add("# Java VM: OpenJDK 64-Bit Server VM (25+36, mixed mode, g1 gc, " + system + "-" + cpu + ")");
            }
            if (!frame.isEmpty()) {
                // On a BSD, libraries have the names that they have on Linux.
                lines.add("# Problematic frame:\n# " + (system.equals("bsd") ? frame.replace(".so", ".dylib") : frame));
            }
            if (!code.isEmpty()) {
                String rest = address.isEmpty() ? "" : ", si_addr: " + address;
                lines.add("siginfo: si_code: " + CODES.get(code) + " (" + code + ")" + rest);
            }
            return String.join("\n", lines);
        }

        private boolean on(String os, String... cpus) {
            return system.equals(os) && (cpus.length == 0 || List.of(cpus).contains(cpu));
        }

        private boolean hasAddress() {
            return !address.isEmpty();
        }

        private boolean addressIsNoneOrCode() {
            return address.equals("0x0") || address.equals(PC);
        }

        private long bytesAfter(int boundary) {
            return Math.floorMod(Long.decode(address), boundary);
        }
    }

    private static Stream<Crash> all() {
        return SYSTEMS.stream().flatMap(system -> (system.isEmpty() ? List.of("") : CPUS).stream()
            .flatMap(cpu -> Stream.concat(Stream.of(""), CODES.keySet().stream())
                .flatMap(code -> (code.isEmpty() ? List.of("") : ADDRESSES).stream()
                    .flatMap(address -> FRAMES.stream()
                        .map(frame -> new Crash(system, cpu, code, address, frame))))));
    }

    /** Later tests in this JVM collect the heap many times. */
    @AfterAll
    static void forget() {
        FOUND.clear();
    }

    /** Asserts once for all crashes: an assertion for each would take most of the time. */
    private static void always(Predicate<Crash> when, Predicate<Explanation> holds) {
        List<Crash> crashes = Sample.of(DRAWN, ALL.stream().filter(when).toList()).toList();
        assertThat(crashes).isNotEmpty();
        crashes.forEach(crash -> FOUND.computeIfAbsent(crash, one -> Symptoms.load().in(one.log())));
        assertThat(crashes.stream().filter(crash -> FOUND.get(crash).size() != 1)
            .map(crash -> crash.log() + "\n" + FOUND.get(crash))).isEmpty();
        assertThat(crashes.stream().filter(crash -> !holds.test(FOUND.get(crash).get(0)))
            .map(crash -> crash.log() + "\n" + FOUND.get(crash))).isEmpty();
    }

    private static Predicate<Explanation> is(Alignment... some) {
        return found -> Set.of(some).contains(found.alignment());
    }

    private static Predicate<Explanation> isNoMisalignedAccess() {
        return found -> found.alignment() != Alignment.YES;
    }

    @Test
    void shouldAgreeWithTheSystemAboutTheCode() {
        Set<String> others = Set.of("BUS_ADRERR", "BUS_OBJERR", "BUS_MCEERR_AR", "BUS_MCEERR_AO", "SI_USER");
        // No macOS gives BUS_OBJERR, but FreeBSD does, also for a misaligned vector.
        always(crash -> others.contains(crash.code) && !crash.system.isEmpty() && !(crash.on("bsd")
            && crash.code.equals("BUS_OBJERR")), is(Alignment.NO));
        always(crash -> !crash.code.equals("BUS_ADRALN"), isNoMisalignedAccess());
        always(crash -> crash.code.isEmpty() && crash.on("linux") && !crash.frame.equals(COPY)
            && !crash.frame.equals(PROBE), is(Alignment.OPEN));
    }

    @Test
    void shouldCallNoAlignedAddressMisaligned() {
        always(crash -> crash.hasAddress() && crash.bytesAfter(32) == 0 && !crash.addressIsNoneOrCode(),
            isNoMisalignedAccess());
        always(crash -> crash.hasAddress() && crash.bytesAfter(8) == 0 && Set.of(CAS, JAVA).contains(crash.frame)
            && !crash.addressIsNoneOrCode(), isNoMisalignedAccess());
        always(crash -> crash.address.equals("0x0") && !crash.cpu.equals("amd64") && !crash.system.isEmpty(),
            isNoMisalignedAccess());
        always(crash -> crash.address.equals("0x13"), isNoMisalignedAccess());
        always(crash -> crash.address.equals(PC) && !crash.cpu.equals("riscv64"), isNoMisalignedAccess());
        always(crash -> true, found -> found.text().stream().noneMatch(text -> CONTRADICTION.matcher(text).find()));
    }

    @Test
    void shouldBlameNoFrameThatMakesPlainAccesses() {
        always(crash -> crash.frame.equals(COLLECTOR) && crash.hasAddress() && !crash.address.equals("0x0"),
            isNoMisalignedAccess());
        always(crash -> crash.frame.equals(PROBE), isNoMisalignedAccess());
        always(crash -> crash.frame.equals(COPY) && crash.on("linux", "amd64") && !crash.address.equals("0x0")
            && crash.hasAddress(), isNoMisalignedAccess());
        always(crash -> crash.frame.equals(COPY) && crash.on("bsd"), isNoMisalignedAccess());
    }

    /** Linux gives the address of the instruction there. */
    @Test
    void shouldExpectTheAddressOfTheInstructionOnRiscV() {
        always(crash -> crash.on("linux", "riscv64") && crash.code.equals("BUS_ADRALN") && crash.address.equals(PC)
            && !Set.of(PROBE, COLLECTOR).contains(crash.frame), is(Alignment.YES));
    }

    @Test
    void shouldKnowThatX86GivesNoAddress() {
        always(crash -> crash.on("linux", "amd64") && crash.code.equals("BUS_ADRALN") && crash.hasAddress()
            && !crash.address.equals("0x0"), is(Alignment.NO));
        always(crash -> crash.on("linux", "amd64") && crash.code.equals("BUS_ADRALN") && crash.address.equals("0x0")
            && !crash.frame.equals(PROBE), is(Alignment.YES));
        always(crash -> crash.on("linux", "amd64") && crash.code.equals("SI_KERNEL") && crash.address.equals("0x0"),
            is(Alignment.NO));
    }

    /** macOS gives every SIGBUS the code BUS_ADRALN. */
    @Test
    void shouldNotBelieveTheCodeOfMacOs() {
        always(crash -> crash.on("bsd", "amd64"), isNoMisalignedAccess());
        always(crash -> crash.on("bsd", "aarch64") && !crash.frame.equals(CAS), isNoMisalignedAccess());
        always(crash -> crash.on("bsd", "aarch64") && crash.frame.equals(CAS) && crash.hasAddress()
            && crash.bytesAfter(16) <= 8, isNoMisalignedAccess());
        always(crash -> crash.on("bsd", "aarch64") && crash.frame.equals(CAS) && crash.code.equals("BUS_ADRALN")
            && crash.address.endsWith("3c"), is(Alignment.YES));
    }

    @Test
    void shouldBelieveLinuxElsewhere() {
        always(crash -> crash.on("linux", "aarch64", "arm", "riscv64", "ppc64le", "loongarch64", "sparc")
            && crash.code.equals("BUS_ADRALN") && Set.of(CAS, JAVA, "").contains(crash.frame)
            && (crash.address.isEmpty() || crash.address.endsWith("a003")), is(Alignment.YES));
    }

    /** An address of 0 tells it: only Linux on x86-64 gives that with BUS_ADRALN. */
    @Test
    void shouldNotGuessThePlatform() {
        always(crash -> crash.system.isEmpty() && crash.code.equals("BUS_ADRALN") && !crash.address.equals("0x0"),
            isNoMisalignedAccess());
        always(crash -> crash.system.isEmpty() && Set.of("BUS_ADRALN", "SI_KERNEL").contains(crash.code)
            && crash.frame.isEmpty() && (crash.address.isEmpty() || crash.address.endsWith("a003")),
            is(Alignment.OPEN));
    }

    /** A rule of one CPU is not told about another. */
    @Test
    void shouldNameTheCpuOfTheLog() {
        always(crash -> crash.on("linux", "riscv64", "ppc64le", "s390x", "loongarch64") && !crash.code.isEmpty()
            && !crash.code.equals("SI_KERNEL") && !crash.frame.equals(PROBE),
            found -> found.text().stream().noneMatch(text -> OTHER_CPU.matcher(text).find()));
        always(crash -> crash.on("linux"),
            found -> Stream.of("macOS", "BSD", "Windows").noneMatch(found.title()::contains));
    }
}
