// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.judge.Symptoms.Alignment;
import org.tearline.judge.Symptoms.Explanation;
import org.tearline.judge.Symptoms.Symptom;

/** Explains captured crash logs, and lines as the kernel, the JDK and libraries print them. */
class SymptomsTest {
    private static final Path CAPTURED = Path.of("src", "test", "resources", "symptoms");

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "neoverse-n1  | sigbus-misaligned | YES | 12 bytes after a multiple of 16 and 12 after a multiple of 64",
        "neoverse-n1  | sigbus-misaligned | YES | The instruction is CAS: a compare-and-set.",
        "neoverse-v1  | sigbus-misaligned | YES | 12 bytes after a multiple of 16 and 12 after a multiple of 64",
        "neoverse-v1  | sigbus-misaligned | YES | The nearest frame of the program is Cas.main.",
        "truncated-17 | sigbus-no-memory  | NO  | The page at 0x00007fea5919e000 has no memory",
        "truncated-25 | sigbus-no-memory  | NO  | a mapped file is shorter than its mapping"})
    void shouldExplainARealCrashLog(String log, String id, Alignment alignment, String words) throws IOException {
        List<Explanation> found = Symptoms.load().in(Files.readString(CAPTURED.resolve(log + ".txt")));
        assertThat(found).hasSize(1);
        assertThat(found.get(0).id()).isEqualTo(id);
        assertThat(found.get(0).alignment()).isEqualTo(alignment);
        assertThat(String.join("\n", found.get(0).text())).contains(words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "siginfo: si_signo: 7 (SIGBUS), si_code: 1 (BUS_ADRALN), si_addr: 0x0000fffe9cce3097 | sigbus-misaligned",
        "siginfo:si_signo=SIGBUS: si_errno=0, si_code=1 (BUS_ADRALN), si_addr=0x0000007f79a5b00c | sigbus-misaligned",
        "siginfo: si_signo: 7 (SIGBUS), si_code: 1 (BUS_ADRALN), si_addr: 0x0000000000000000 | sigbus-no-address",
        "siginfo: si_signo: 7 (SIGBUS), si_code: 2 (BUS_ADRERR), si_addr: 0x00007f2cbc000000 | sigbus-no-memory",
        "#  SIGBUS (0x7) at pc=0x0000ffff902881e0, pid=258, tid=259 | sigbus",
        "#  SIGSEGV (0xb) at pc=0x00007fea6c938f71, pid=9845, tid=9846 | other-crash",
        "siginfo: si_signo: 11 (SIGSEGV), si_code: 1 (SEGV_MAPERR), si_addr: 0x0000000000000010 | other-crash",
        "siginfo: si_signo: 11 (SIGSEGV), si_code: 128 (SI_KERNEL), si_addr: 0x0000000000000000 | sigsegv-no-address",
        "#  Internal Error (sharedRuntime.cpp:553), pid=1, tid=2 | other-crash",
        "java.lang.InternalError: a fault occurred in a recent unsafe memory access operation in compiled Java code"
            + " | unsafe-internal-error",
        "java.lang.InternalError: a fault occurred in an unsafe memory access operation | unsafe-internal-error",
        "x86/split lock detection: #AC: java/10167 took a split_lock trap at address: 0x3ff2624d | split-lock",
        "kernel: #AC: C2 CompilerThre/90929 took a split_lock trap at address: 0xf098fc4f | split-lock",
        "#AC: pool-1/thread/77 took a split_lock trap at address: 0x7f98fc4f | split-lock",
        "x86/split lock detection: #AC: CPU 0/KVM/88279 took a split_lock trap at address: 0xfffff80104613be8"
            + " | split-lock-guest",
        "x86/split lock detection: #AC: fc_vcpu61/257319 fatal split_lock trap at address: 0x40179d | split-lock-guest",
        "[ 102.3] x86/split lock detection: #DB: reader/5137 took a bus_lock trap at address: 0x4011f5 | bus-lock",
        "x86/split lock detection: #AC: crashing the kernel on kernel split_locks and warning on user-space split_locks"
            + " | split-lock-boot",
        "x86/split lock detection: #DB: warning on user-space bus_locks | split-lock-boot",
        "java.lang.IllegalStateException: Misaligned access at index: 4 | view-misaligned",
        "java.lang.IllegalStateException: Misaligned access at address: 140123 | segment-misaligned",
        "java.lang.IllegalArgumentException: Target offset 4 is incompatible with alignment constraint 8 (of j8) for"
            + " segment MemorySegment{ kind: native } | segment-misaligned",
        "java.lang.IllegalArgumentException: Source segment incompatible with alignment constraints"
            + " | segment-misaligned",
        "java.lang.IllegalStateException: Atomic access not supported for heap buffer | heap-buffer",
        "java.lang.UnsupportedOperationException: Unit size unsupported for non-direct buffers: 8 | heap-buffer",
        "java.lang.UnsupportedOperationException: setVolatile | unsupported-mode",
        "java.lang.UnsupportedOperationException: getAndBitwiseOrAcquire | unsupported-mode",
        "java.lang.UnsupportedOperationException: weakCompareAndSetPlain | unsupported-mode",
        "org.agrona.agent.BufferAlignmentException: Unaligned 8-byte access (index=4, offset=4) | agrona-agent",
        "java.lang.IllegalStateException: AtomicBuffer is not correctly aligned: addressOffset=140052 is not divisible"
            + " by 8 | agrona-buffer",
        "AtomicBuffer was created from a byte[] and is not correctly aligned by 8 | agrona-buffer",
        "net.openhft.chronicle.core.util.MisAlignedAssertionError | chronicle",
        "Command Line: -XX:+UseCompactObjectHeaders Main | compact-headers",
        "java.lang.UnsupportedOperationException: remove | ",
        "ConcurrentModificationException at java.util.ArrayList | ",
        "the siege of a bus | "})
    void shouldExplainALine(String line, String id) {
        List<Explanation> found = Symptoms.load().in("2026-11-26 01:00:00 something else\r\n" + line + "\r\nmore\r\n");
        assertThat(found).extracting(Explanation::id).isEqualTo(id == null ? List.of() : List.of(id));
    }

    @Test
    void shouldComputeRemaindersOfAddresses() {
        Explanation found = Symptoms.load().in("si_code: 1 (BUS_ADRALN), si_addr: 0xfffffffffffffffc").get(0);
        assertThat(found.text()).contains(
            "The address 0xfffffffffffffffc is 12 bytes after a multiple of 16 and 60 after a multiple of 64.");
        assertThat(Symptoms.load().in("AtomicBuffer is not correctly aligned: addressOffset=140052").get(0).text())
            .contains("Address 140052 is 4 bytes after a multiple of 8.");
        assertThat(Symptoms.load().in("Unaligned long access (index=4, addressOffset=140234873241656)").get(0).text())
            .last().isEqualTo("Index 4 is counted from addressOffset: 4 + 140234873241656 is 4 bytes after a multiple"
                + " of 8 and 60 after a multiple of 64.");
        assertThat(Symptoms.load().in("Unaligned 8-byte access (Index=4, Buffer Alignment Offset=4)").get(0).text())
            .last().isEqualTo("Index 4 is counted from the start of the buffer, which is itself 4 bytes after a"
                + " multiple of the size.");
    }

    /** The siginfo line of a real log is changed to that of a forbidden split lock. */
    @Test
    void shouldSayThatX86IsNotDecoded() throws IOException {
        String log = Files.readString(CAPTURED.resolve("truncated-17.txt"));
        String split = log.replaceFirst("si_code: .*", "si_code: 1 (BUS_ADRALN), si_addr: 0x0000000000000000");
        assertThat(split).isNotEqualTo(log);
        assertThat(Symptoms.load().in(split).get(0).text()).last().asString()
            .startsWith("The machine code at pc begins with c5 f9 6f 0e c5 f9 7e c8 33 f8 c4 e3 71 22 cf 00. It is not"
                + " decoded here");
        assertThat(String.join(" ", Symptoms.load().in(log).get(0).text())).doesNotContain("machine code");
    }

    @Test
    void shouldNameTheTaskOfASplitLock() {
        Explanation found = Symptoms.load()
            .in("#AC: my/thread 7/10167 took a split_lock trap at address: 0x3ff2624d").get(0);
        assertThat(found.title()).isEqualTo("A split lock in my/thread 7");
        assertThat(found.text().get(0)).startsWith("The thread \u201cmy/thread 7/10167\u201d was about to execute");
    }

    /** The page cannot check these rules when it reads the same file. */
    @Test
    void shouldHaveTextsForEverySymptom() {
        List<Symptom> all = Symptoms.load().symptoms();
        List<String> ids = all.stream().map(Symptom::id).toList();
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(all).allSatisfy(symptom -> {
            assertThat(ids).containsAll(symptom.unless());
            assertThat(symptom.text()).isNotEmpty();
            assertThat(symptom.title()).doesNotEndWith(".");
            assertThat(symptom.see()).allSatisfy(path -> assertThat(Path.of(path)).exists());
            assertThat(symptom.title().matches("(?s).*(This is not about alignment|Nothing happened yet).*"))
                .isEqualTo(symptom.alignment() == Alignment.NO);
        });
    }

    /** JavaScript has no possessive quantifiers, atomic groups, inline flags or POSIX classes. */
    @Test
    void shouldUsePatternsThatJavaScriptHas() {
        Stream<String> patterns = Symptoms.load().symptoms().stream()
            .flatMap(symptom -> Stream.concat(symptom.patterns().stream(), symptom.details().stream()));
        assertThat(patterns).allSatisfy(pattern -> assertThat(pattern)
            .doesNotContainPattern("\\(\\?(?![:=!]|<[a-z])|\\\\[pPQEAGzZhHRX]|[*+?}]\\+|&&|\\[\\[:"));
    }

    @Test
    void shouldExplainAHostileLogQuickly() {
        String line = "#AC: " + "a/1 split_lock ".repeat(100_000) + "\n";
        String many = Arrays.stream(new int[200]).mapToObj(i -> line.substring(0, 5_000))
            .collect(Collectors.joining("\n"));
        assertThat(Symptoms.load().in(line + many)).isEmpty();
    }
}
