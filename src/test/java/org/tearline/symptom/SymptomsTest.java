// SPDX-License-Identifier: Apache-2.0
package org.tearline.symptom;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.symptom.Explanation.Alignment;
import org.tearline.symptom.Symptoms.Symptom;

/**
 * Explains logs, and lines as the kernel, the JDK and libraries print them. The logs whose names start with neoverse,
 * truncated or qemu were captured; the others are taken from public reports, shortened and without names.
 */
class SymptomsTest {
    private static final Path LOGS = Path.of("src", "test", "resources", "symptoms");

    static Stream<Arguments> logs() throws IOException {
        return Files.readAllLines(LOGS.resolve("expected.tsv")).stream()
            .filter(Predicate.not(line -> line.startsWith("#")))
            .map(line -> Arguments.of((Object[]) Arrays.copyOf(line.split("\t"), 4)));
    }

    @ParameterizedTest
    @MethodSource("logs")
    void shouldExplainALog(String log, String expected, String must, String mustNot) throws IOException {
        List<Explanation> found = Symptoms.load().in(Files.readString(LOGS.resolve(log + ".txt")));
        assertThat(found.stream().map(one -> one.id() + ":" + one.alignment())).containsExactly(expected.split(","));
        assertThat(words(found)).containsPattern(Pattern.compile(must, Pattern.CASE_INSENSITIVE));
        if (mustNot != null) {
            assertThat(words(found)).doesNotContainPattern(mustNot);
        }
    }

    private static String words(List<Explanation> found) {
        return found.stream()
            .flatMap(one -> Stream.of(Stream.of(one.title()), one.text().stream(), one.fix().stream()))
            .flatMap(sentences -> sentences)
            .collect(Collectors.joining(" "));
    }

    /** Lines as systems, runtimes and tools print them, written after their sources; after a tab, what must be said. */
    static Stream<Arguments> formats() throws IOException {
        return Pattern.compile("^=== ", Pattern.MULTILINE)
            .splitAsStream(Files.readString(LOGS.resolveSibling("symptom-formats.txt")))
            .filter(Predicate.not(String::isEmpty))
            .map(section -> Arguments.of((Object[]) section.split("\n", 2)));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void shouldKnowAFormat(String expected, String log) {
        String[] parts = (expected + "\t").split("\t", 2);
        for (String text : List.of(log, "ok\n".repeat(6_000) + log, log.indent(3_000))) {
            List<Explanation> found = Symptoms.load().in(text);
            assertThat(found.stream().map(one -> one.id() + ":" + one.alignment())).as(log)
                .containsExactly(parts[0].split(","));
            assertThat(words(found)).containsPattern(parts[1].strip());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "DEBUG 7 --- [nio-8063-exec-3] shop.pdf.Invoice : page 1 of 2, text alignment=RIGHT, offset x=60 y=61",
        "INFO 7 --- [bus-worker] shop.bus.Publisher : published event 0x3d to message bus in 7 ms",
        "WARN 7 --- [nio-8063-exec-5] shop.Payment : signal from provider late by 1063 ms, retry 2",
        "INFO 7 --- [scheduling-1] shop.Stock : lock stock_sync acquired, split into 4 batches"})
    void shouldFindNothingInAnOrdinaryLine(String line) {
        assertThat(Symptoms.load().in(line)).isEmpty();
    }

    @Test
    void shouldExpectSomethingOfEveryLog() throws IOException {
        try (Stream<Path> files = Files.list(LOGS)) {
            List<String> names = files.map(file -> file.getFileName().toString())
                .filter(name -> name.endsWith(".txt"))
                .map(name -> name.replace(".txt", ""))
                .toList();
            assertThat(logs().map(one -> one.get()[0])).hasSameElementsAs(names);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "siginfo: si_signo: 7 (SIGBUS), si_code: 1 (BUS_ADRALN), si_addr: 0x0000fffe9cce3097 | sigbus-misaligned",
        "siginfo:si_signo=SIGBUS: si_errno=0, si_code=1 (BUS_ADRALN), si_addr=0x0000007f79a5b00c | unknown-system",
        "siginfo: si_signo: 7 (SIGBUS), si_code: 1 (BUS_ADRALN), si_addr: 0x0000000000000000 | split-lock-fatal",
        "siginfo: si_signo: 7 (SIGBUS), si_code: 2 (BUS_ADRERR), si_addr: 0x00007f2cbc000000 | sigbus-no-memory",
        "#  SIGBUS (0x7) at pc=0x0000ffff902881e0, pid=258, tid=259 | sigbus",
        "#  SIGSEGV (0xb) at pc=0x00007fea6c938f71, pid=9845, tid=9846 | crash-unknown",
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
        "x86/split lock detection: #AC: monitor/257319 fatal split_lock trap at address: 0x40179d | split-lock-guest",
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
        "siginfo: si_signo: 7 (SIGBUS), si_code: 1 (BUS_ADRALN), si_addr: 0x0000fffe9cce3090 | other-aligned",
        "siginfo: si_signo: 7 (SIGBUS), si_code: 1 (BUS_ADRALN), si_addr: 0x0000000000000013 | null-pointer",
        "siginfo: si_signo: 10 (SIGBUS), si_code: 1 (BUS_ADRALN), si_addr: 0x0000000104a1b000 | mac-protection",
        "siginfo: si_signo: 7 (SIGBUS), si_code: 3 (BUS_OBJERR), si_addr: 0x0000ffff8c0a1000 | object-error",
        "siginfo: si_signo: 7 (SIGBUS), si_code: 5 (BUS_MCEERR_AO), si_addr: 0x00007f8c0a1000 | memory-failure",
        "siginfo: si_signo: 7 (SIGBUS), si_code: 0 (SI_USER), si_pid: 4711, si_uid: 0 | sigbus-sent",
        "siginfo: si_signo: 7 (SIGBUS), si_code: 128 (SI_KERNEL), si_addr: 0x0000000000000000 | stack-segment",
        "Exception Codes: EXC_ARM_DA_ALIGN at 0x0000000101360a8c | sigbus-misaligned",
        "stop reason = EXC_BAD_ACCESS (code=257, address=0x101360a8c) | sigbus-misaligned",
        "stop reason = EXC_BAD_ACCESS (code=2, address=0x101360a8c) | mac-protection",
        "Alignment trap: java (812) PC=0xb6e1f2a4 Instr=0xe1c120d8 Address=0xb5d01c3a FSR 0x001 | alignment-trap",
        "java[2931]: unhandled signal 7 code 0x1 at 0x0000003fb56d6412 in libfoo.so[3fb5600000+1000]"
            + " | riscv-misaligned",
        "x86/split lock detection: sending SIGBUS on user-space split_locks | split-lock-boot",
        "java[2931]: unhandled signal 7 code 0x2 at 0x0000003fb56d6413 | sigbus-no-memory",
        "traps: java[2931] trap alignment check ip:7f21f2a4c1d0 sp:7ffd7e3a2c10 error:0 in libfoo.so"
            + " | split-lock-fatal",
        "java[2931]: something that nobody knows | log",
        "# V  [libjvm.so+0x8d1a44]  Unsafe_CompareAndSetLong+0xa4 | frame",
        "# C  [libfoo.so+0x1a44]  copy+0xa4 | frame",
        "Memory failure: 0x12345: Sending SIGBUS to java:2931 due to hardware memory corruption | memory-failure",
        "EXCEPTION_IN_PAGE_ERROR (0xc0000006) at pc=0x00007ff9781a3706, pid=2, tid=3 | sigbus-no-memory",
        "EXCEPTION_DATATYPE_MISALIGNMENT (0x80000002) at pc=0x00007ff9781a3706, pid=2, tid=3 | windows-misaligned",
        "java.lang.IllegalArgumentException: Update spans the word, not supported | spans-word",
        "java.lang.UnsupportedOperationException: Unsupported access mode for alignment: 1 | unsupported-alignment",
        "java.lang.IndexOutOfBoundsException: Out of bound access on segment MemorySegment{ byteSize: 8 }; new offset ="
            + " 4; new length = 8 | bounds",
        "runtime error: load of misaligned address 0x7ffe1d3c for type 'int', which requires 4 byte alignment"
            + " | sanitizer",
        "misaligned pointer dereference: address must be a multiple of 0x8 but is 0x7f1c00d1 | sanitizer",
        "com.example.BufferException: the index 3 is not aligned | unknown-check",
        "Termination reason: exited with code 135 | sigbus",
        "SIGBUS: crash_handler in libjvm.so, mask=11100100010111111101111111111110, flags=SA_RESTART | ",
        "java.lang.UnsupportedOperationException: remove | log",
        "ConcurrentModificationException of java.util.ArrayList | ",
        "the siege of a bus | ",
        "is a misaligned long atomic on Zen 4 at 60 | "})
    void shouldExplainALine(String line, String id) {
        List<Explanation> found = Symptoms.load().in("something else\r\n" + line + "\r\nmore\r\n");
        assertThat(found).extracting(Explanation::id).isEqualTo(id == null ? List.of() : List.of(id));
    }

    @Test
    void shouldComputeRemaindersOfAddresses() {
        Explanation found = Symptoms.load()
            .in("si_signo: 7 (SIGBUS), si_code: 1 (BUS_ADRALN), si_addr: 0xfffffffffffffffc").get(0);
        assertThat(found.text()).contains(
            "The address 0xfffffffffffffffc is 12 bytes after a multiple of 16 and 60 after a multiple of 64.");
        assertThat(Symptoms.load().in("AtomicBuffer is not correctly aligned: addressOffset=140049").get(0).text())
            .contains("addressOffset 140049 is 1 byte after a multiple of 8.");
        assertThat(Symptoms.load().in("Unaligned long access (index=4, addressOffset=140234873241656)").get(0).text())
            .last().isEqualTo("Index 4 is counted from addressOffset: 4 + 140234873241656 is 4 bytes after a multiple"
                + " of 8 and 60 after a multiple of 64.");
        assertThat(Symptoms.load().in("Unaligned 8-byte access (Index=4, Buffer Alignment Offset=4)").get(0).text())
            .last().isEqualTo("The buffer's start plus 4 is 4 bytes after a multiple of the size,"
                + " since Agrona 0.9.14.");
    }

    /** The siginfo line of a real log is changed to that of a forbidden split lock. */
    @Test
    void shouldSayThatX86IsNotDecoded() throws IOException {
        String log = Files.readString(LOGS.resolve("truncated-17.txt"));
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

    /** A crash has one cause, whatever else the log quotes. */
    @Test
    void shouldKeepCrashesApart() {
        String first = "#  SIGBUS (0x7) at pc=0x00007f6a6d1c2f3a, pid=1, tid=2\n# Java VM: X (1, linux-amd64)\n";
        String second = "#  SIGBUS (0x7) at pc=0x0000ffff6d1c2f3a, pid=3, tid=4\n# Java VM: X (1, linux-aarch64)\n"
            + "siginfo: si_signo: 7 (SIGBUS), si_code: 1 (BUS_ADRALN), si_addr: 0x0000ffff5c3e203c\n";
        assertThat(Symptoms.load().in(first + second)).extracting(Explanation::id)
            .containsExactly("x86-unknown", "sigbus-misaligned");
        assertThat(Symptoms.load().in(first + first)).extracting(Explanation::id).containsExactly("x86-unknown");
    }

    /** The page cannot check these rules when it reads the same file. */
    @Test
    void shouldHaveTextsForEverySymptom() {
        assertThat(all()).allSatisfy(symptom -> {
            assertThat(symptom.text()).isNotEmpty();
            assertThat(symptom.sources()).as(symptom.id()).isNotEmpty();
            assertThat(symptom.title()).doesNotEndWith(".");
            assertThat(symptom.see()).allSatisfy(path -> assertThat(Path.of(path)).exists());
            assertThat(symptom.title().endsWith("This is not about alignment"))
                .isEqualTo(symptom.alignment() == Alignment.NO);
        });
    }

    /** JavaScript has no possessive quantifiers, atomic groups, inline flags or POSIX classes; some lack lookbehind. */
    @Test
    void shouldUsePatternsThatJavaScriptHas() {
        Stream<Line> ofSymptoms = all().stream()
            .flatMap(symptom -> Stream.concat(symptom.patterns().stream(), symptom.when().values().stream()));
        Stream<Line> ofFacts = Symptoms.load().facts().stream().map(Facts.Reader::pattern);
        Stream<String> patterns = Stream.concat(ofSymptoms, ofFacts).map(line -> line.pattern().pattern());
        assertThat(patterns).allSatisfy(pattern -> assertThat(pattern)
            .doesNotContainPattern("\\(\\?(?![:=!]|<[a-z])|\\\\[pPQEAGzZhHRX]|[*+?}]\\+|&&|\\[\\[:"));
    }

    /** The words select the lines of long logs. */
    @ParameterizedTest
    @MethodSource("logs")
    void shouldExplainALongLogAsAShortOne(String log) throws IOException {
        String text = Files.readString(LOGS.resolve(log + ".txt"));
        assertThat(Symptoms.load().in("ok\n".repeat(6_000) + text)).isEqualTo(Symptoms.load().in(text));
    }

    @ParameterizedTest
    @ValueSource(ints = {3_000, 100_000})
    void shouldReadALineToItsEnd(int columns) {
        String line = "siginfo: si_signo: 7 (SIGBUS), si_code: 2 (BUS_ADRERR), si_addr: 0x00007f2cbc000000";
        List<String> befores = List.of("started" + " ".repeat(columns), "started ".repeat(columns / 8),
            "x".repeat(columns) + " ", " ".repeat(columns) + "\u00e9 ");
        assertThat(befores).allSatisfy(before -> assertThat(Symptoms.load().in(before + line))
            .extracting(Explanation::id).containsExactly("sigbus-no-memory"));
    }

    /** Its lines differ in times, ids and addresses, so that each form is read once; codes are not skipped. */
    @Test
    void shouldCountAlikeLinesAndTellTheirCodes() {
        String lock = "[%d.%06d] x86/split lock detection: #DB: java/%d took a bus_lock trap at address: 0x7f%x";
        String locks = IntStream.range(0, 20_000)
            .mapToObj(i -> lock.formatted(7_384 + i / 7, i, 10_000 + i, i * 2_654_435L))
            .collect(Collectors.joining("\n"));
        String codes = IntStream.rangeClosed(1, 6).mapToObj("\nexited, code 0xc000000%d"::formatted)
            .collect(Collectors.joining());
        List<Explanation> found = Symptoms.load().in(locks + codes);
        assertThat(found).extracting(Explanation::id).containsExactly("sigbus-no-memory", "bus-lock");
        assertThat(words(found)).contains("The log has 20000 such lines");
    }

    private static List<Symptom> all() {
        return Stream.concat(Symptoms.load().crashes().stream(), Symptoms.load().lines().stream())
            .toList();
    }

    @Test
    void shouldExplainAHostileLogQuickly() {
        String line = "#AC: " + "a/1 split_lock ".repeat(100_000) + "\n";
        String many = Arrays.stream(new int[200]).mapToObj(i -> line.substring(0, 5_000))
            .collect(Collectors.joining("\n"));
        assertThat(Symptoms.load().in(line + many)).isEmpty();
    }
}
