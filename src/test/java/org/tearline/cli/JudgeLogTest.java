// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gives logs instead of reports to judge. */
class JudgeLogTest {
    private static final String LOG = "src/test/resources/symptoms/neoverse-n1.txt";
    private static final String REPORT = "src/test/resources/agent/counter.json";

    @TempDir
    private Path folder;

    private Jar.Result run;

    @Test
    void shouldExplainACrashLog() {
        assertThat(judge(LOG)).isZero();
        assertThat(run.out()).startsWith("src/test/resources/symptoms/neoverse-n1.txt: SIGBUS: a misaligned access\n"
            + "   The CPU refused an access because of its address.\n").contains("\n   -> Put the value",
            "\n   see agent/README.md, docs/promises.md\n", "\n   source: Arm ARM DDI 0487 B2.2.1; ")
            .contains("It was in v  ~StubRoutines::atomic entry points");
        assertThat(judge(LOG, "src/test/resources/symptoms/truncated-25.txt")).isZero();
        assertThat(run.out()).contains("truncated-25.txt: SIGBUS: no memory behind the address. This is not about"
            + " alignment\n");
    }

    @Test
    void shouldReadStandardInput() {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream("java.lang.IllegalStateException: Misaligned access at index: 4\n"
                .getBytes(StandardCharsets.UTF_8)));
            assertThat(judge("-")).isZero();
        } finally {
            System.setIn(before);
        }
        assertThat(run.out()).startsWith("-: The JDK refuses this access: the index is misaligned\n");
    }

    /** As PowerShell on Windows redirects output. */
    @Test
    void shouldReadUtf16WithItsMark() throws IOException {
        Path log = Files.writeString(folder.resolve("log"), "\uFEFF" + Files.readString(Path.of(LOG)),
            StandardCharsets.UTF_16LE);

        assertThat(judge(log)).isZero();
        assertThat(run.out()).contains("SIGBUS: a misaligned access\n");
    }

    @Test
    void shouldRefuseAFileThatCannotBeRead() {
        assumeTrue(Files.isRegularFile(Path.of("/proc/self/mem")));

        assertThat(judge("/proc/self/mem")).isEqualTo(2);
        assertThat(run.err()).startsWith("tester: /proc/self/mem: cannot be read: ").hasLineCount(1);
    }

    @Test
    void shouldRefuseStandardInputTwice() {
        assertThat(judge("-", "-")).isEqualTo(2);
        assertThat(run.err()).isEqualTo("tester: standard input is given twice: give - once; see tester judge --help"
            + "\n");
    }

    /** A log may say nothing that decides. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "#  SIGBUS (0x7) at pc=0x0000ffff902881e0, pid=258, tid=259 | SIGBUS: the log does not tell why",
        "[    0.0] x86/split lock detection: #DB: warning on user-space bus_locks | A setting that the kernel prints",
        "java[2931]: started | Lines of a log, none of them known to be about alignment"})
    void shouldSayWhatWouldTell(String text, String title) throws IOException {
        assertThat(judge(Files.writeString(folder.resolve("app.log"), text + "\n"))).isEqualTo(3);
        assertThat(run.out()).contains("app.log: " + title);
    }

    /** A report is JSON, which may also start with a bracket; so do the reports of macOS and the logs of containers. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "[  102.345678] TRAP | 0", "[Fri Nov 27 12:12:48 2026] TRAP | 0",
        "[2026-11-27T12:12:48,345678+00:00] TRAP | 0", "[  102.345678] usb 1-1: new device | 3",
        "[signal SIGBUS: bus error code=0x2 addr=0x7f95690311ed] | 0",
        "[24:200:1007/074914:ERROR:bus.cc(434)] TRAP | 0",
        "[{\"log\": \"TRAP\"}] | 0", "{\"schemaVersion\": 3, \"log\": \"TRAP\"} | 2", "{\"log\": \"java started\"} | 2",
        "{\"exception\": {\"signal\": \"SIGBUS\", \"subtype\": \"KERN_PROTECTION_FAILURE at 0x0000000123350000\"}} | 0",
        "[1, 2] | 2", "[ | 2", "{\"log\": | 2"})
    void shouldTellALogWithTimesFromJson(String text, int exitCode) throws IOException {
        Path log = Files.writeString(folder.resolve("dmesg.txt"),
            text.replace("TRAP", "x86/split lock detection: #AC: app/1 took a split_lock trap at address: 0x1") + "\n");
        assertThat(judge(log)).as(run.err()).isEqualTo(exitCode);
    }

    @ParameterizedTest
    @CsvSource({"hello", "''", "'\u00ff\u0000'", "'   '"})
    void shouldSayThatNothingIsKnownAboutALog(String text) throws IOException {
        assertThat(judge(Files.writeString(folder.resolve("app.log"), text))).isEqualTo(3);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).endsWith("app.log: neither a report of the agent nor a log with a symptom that is"
            + " known; after a crash, give hs_err_pid*.log or its line that starts with siginfo\n");
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "LOG REPORT    | give reports or logs, not both", "LOG --json | for which --json, --github",
        "LOG --for arm | for which --json, --github"})
    void shouldReportAWrongMixtureInOneLine(String arguments, String why) {
        assertThat(judge(Stream.of(arguments.replace("LOG", LOG).replace("REPORT", REPORT).split(" ")).toArray()))
            .isEqualTo(2);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains(why);
    }

    /** A CI system executes commands that it finds in a line. */
    @Test
    void shouldPrintTextOfALogSafely() throws IOException {
        Path log = Files.writeString(folder.resolve("app.log"),
            "#AC: \u001b[31m ::error::x/1 took a split_lock trap at address: 0x1\n");
        assertThat(judge(log)).isZero();
        assertThat(run.out()).contains("\\u001b[31m").matches("[\\x20-\\x7e\\n]*").doesNotContain("::error");
    }

    private int judge(Object... arguments) {
        run = Jar.here(new Properties(), Stream.concat(Stream.of("judge"), Stream.of(arguments)).toArray());
        return run.exitCode();
    }
}
