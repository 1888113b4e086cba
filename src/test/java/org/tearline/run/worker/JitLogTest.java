// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests with captured logs from JDK 17 and 25. */
class JitLogTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"17,org.tearline.loop.WriteLoop/0x00007fb5d5028400",
        "25,org.tearline.loop.ReadLoop/0x0000000088073400"})
    void shouldFindTheFinalLevelOfALoop(String jdk, String loop) throws IOException {
        assertThat(log("compilations-" + jdk + ".txt").problem(loop, 4)).isNull();
    }

    @Test
    void shouldReportALoopBeforeItsCompilation() throws IOException {
        assertThat(log("compilations-17.txt").problem("org.tearline.loop.WriteLoop/0x0", 4))
            .isEqualTo("the loop ran interpreted");
    }

    @Test
    void shouldNoticeInvalidatedCode() throws IOException {
        Path file = folder.resolve("log");
        Files.writeString(file, Files.readString(resource("compilations-17.txt"))
            + "[0.9s][debug][jit,compilation]  607       4       "
            + "org.tearline.loop.WriteLoop/0x00007fb5d5028400::run (170 bytes)   made not entrant\n");
        assertThat(new JitLog(file, 0).problem("org.tearline.loop.WriteLoop/0x00007fb5d5028400", 4))
            .isEqualTo("the loop ran interpreted");
    }

    /** Compiled Java code that accesses each lane separately is not accepted. */
    @ParameterizedTest
    @CsvSource({"(intrinsic),", "inline (hot),VectorSupport::load was not compiled to one instruction (inline (hot))",
        "failed to inline: failed to inline (intrinsic),VectorSupport::load was not compiled to one instruction"
            + " (failed to inline (intrinsic))"})
    void shouldAcceptTheAccessOfAVectorOnlyAsAnIntrinsic(String how, String problem) throws IOException {
        Path file = folder.resolve("log");
        Files.writeString(file, "[7]  820    b  4       jdk.internal.vm.vector.VectorSupport::load (38 bytes)\n"
            + "[7]  821    b  4       org.tearline.loop.VectorReadLoop/0x01::run (228 bytes)\n"
            + "[7]        @ 33   jdk.internal.vm.vector.VectorSupport::load (38 bytes)   " + how + "\n"
            + "[7]        @ 1   jdk.internal.vm.vector.VectorSupport::maybeRebox (8 bytes)   inline\n");
        assertThat(new JitLog(file, 0).problem("org.tearline.loop.VectorReadLoop/0x01", 4))
            .isEqualTo(problem == null ? null : "jdk.internal.vm.vector." + problem);
    }

    @ParameterizedTest
    @CsvSource({"17", "25"})
    void shouldNameAnAccessThatWasNotInlined(String jdk) throws IOException {
        Path file = resource("outside-" + jdk + ".txt");
        assertThat(new JitLog(file, 0).problem(loop(file), 4))
            .isEqualTo("org.tearline.loop.Accesses$CompilerBarrier::afterPlainStore was not inlined into the loop"
                + " (disallowed by CompileCommand) and ran interpreted");
    }

    /** A new way to access memory is refused until its class is followed. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "@ 33   org.example.NewAccess::putLong (38 bytes)   inline (hot) | ",
        "@ 33   org.example.NewAccess::putLong (38 bytes)   failed to inline: callee is too large"
            + " | org.example.NewAccess::putLong was not inlined into the loop (callee is too large) and ran in an"
            + " unknown tier",
        "@ 33   org.example.NewAccess::putLong (38 bytes)   failed to inline: never executed | ",
        "@ 33   org.example.NewAccess::putLong (38 bytes)   executed < MinInliningThreshold times"
            + " | org.example.NewAccess::putLong was not inlined into the loop (executed < MinInliningThreshold times)"
            + " and ran in an unknown tier",
        "@ 33   java.lang.NewViews::putLong (38 bytes)   already compiled into a big method"
            + " | java.lang.NewViews::putLong was not inlined into the loop (already compiled into a big method) and"
            + " ran in an unknown tier",
        "@ 33   a line that nobody understands | a method was not inlined into the loop (@ 33   a line that nobody"
            + " understands) and ran in an unknown tier"})
    void shouldRefuseACallOfAnUnknownClassThatWasNotInlined(String call, String problem) throws IOException {
        Path file = folder.resolve("log");
        Files.writeString(file, "[7]  820    b  4       org.example.NewAccess::putLong (38 bytes)\n"
            + "[7]  821    b  4       org.tearline.loop.WriteLoop/0x01::run (228 bytes)\n[7]        " + call + "\n");
        assertThat(new JitLog(file, 0).problem("org.tearline.loop.WriteLoop/0x01", 4)).isEqualTo(problem);
    }

    @ParameterizedTest
    @CsvSource({"17,3", "25,3"})
    void shouldFindEachDisturbanceInALogThatGrowsByAnyStep(String jdk, int expected) throws IOException {
        Path file = resource("disturbed-" + jdk + ".txt");
        String loop = loop(file);
        byte[] bytes = Files.readAllBytes(file);
        for (int step = 1; step < 400; step += 7) {
            Path growing = folder.resolve("growing-" + step);
            Files.createFile(growing);
            JitLog log = new JitLog(growing, growing.toFile().length());
            int found = 0;
            for (int from = 0; from < bytes.length; from += step) {
                int mark = log.mark();
                Files.write(growing, Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + step)),
                    StandardOpenOption.APPEND);
                found += log.disturbance(mark, List.of(loop)) == null ? 0 : log.mark() - mark;
            }
            assertThat(found).as("in steps of %d bytes", step).isEqualTo(expected);
            assertThat(log.problem(loop, 4)).as("compiled again").isNull();
            assertThat(log.disturbance(0, List.of("org.tearline.loop.WriteLoop/0x0")))
                .as("another loop was not disturbed").isNull();
        }
    }

    @Test
    void shouldNameTheTrap() throws IOException {
        Path file = resource("disturbed-25.txt");
        assertThat(new JitLog(file, 0).disturbance(0, List.of(loop(file))))
            .isEqualTo("the loop's code was invalidated or left: uncommon trap at bytecode 24 predicate");
    }

    private static String loop(Path file) throws IOException {
        return Files.readString(file).lines().filter(line -> line.contains("::run (170")).findFirst()
            .map(line -> line.substring(line.indexOf("org."), line.indexOf("::run"))).orElseThrow();
    }

    private static JitLog log(String name) {
        return new JitLog(resource(name), 0);
    }

    private static Path resource(String name) {
        return Path.of("src/test/resources/engine", name);
    }
}
