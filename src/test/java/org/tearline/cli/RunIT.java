// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.Jdks;
import org.tearline.cli.text.Output;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs real trials with the packaged jar. */
@Tag("stress")
class RunIT {
    private static final int FEW_CHANGES = 100_000;
    private static final boolean TWO_CPUS = Runtime.getRuntime().availableProcessors() > 1;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#all")
    void shouldAcceptPropertiesAndPrintAVerdict(String jdk) throws Exception {
        Jar.Result result = Jar.plain(jdk, "-Doffset=12", "-Dwrite=volatile", "--changes=100000");
        assertThat(result.out()).contains(" a long at 12, volatile/").contains("bytes 12..19");
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isBetween(0, 3).isNotEqualTo(2);
    }

    @Test
    void shouldPrintWhatTheReadmeShows() throws Exception {
        Jar.Result result = Jar.run(Jdks.first(), "-Doffset=60", "-Dwrite=cas");
        assumeTrue(result.exitCode() == ExitCode.TORN, "on Zen 3, this pair tears in bursts only");
        assertThat(Readme.firstWords(Readme.example("TORN"))).isEqualTo(Readme.firstWords(result.out()));
    }

    /** The line is not in the middle. Both sides tear there on every CPU whose vectors were measured but Zen 3. */
    @ParameterizedTest
    @ValueSource(ints = {57, 60, 4_092})
    void shouldFindTheSidesThatTearAVector(int offset) throws Exception {
        assumeTrue(TWO_CPUS && System.getProperty("os.arch").equals("amd64"), "needs two CPUs of x86-64");
        Jar.Result result = Jar.run(Jdks.first(), "--json", "--width=16", "--offset=" + offset);
        assumeTrue(result.exitCode() != 3, "SKIPPED: no vectors here");
        JsonNode json = JsonMapper.shared().readTree(result.out());
        JsonNode attribution = json.at("/attribution");
        // Where the kernel slows split locks, a side may end before its first tear. Zen 3 was seen to tear stores only.
        boolean cutShort = Stream.of("write", "read").map(attribution::get).anyMatch(side ->
            side.get("state").asString().equals("not-seen") && side.get("changes").asLong() < FEW_CHANGES);
        boolean mayMiss = cutShort || json.at("/platform/cpu").asString().contains("family 25 model 1 ");
        assertThat(attribution.get("who").asString()).as(result.out()).isIn(mayMiss
            ? List.of("both", "write-at-least", "read-at-least") : List.of("both"));
    }

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldPrintJsonThatFollowsTheSchema(String jdk) throws Exception {
        Jar.Result result = Jar.run(jdk, "--json", "--offset=0", "--changes=1000000");
        Output.assertFollows("run", result.out());
        assertThat(result.err()).isEmpty();
        JsonNode json = JsonMapper.shared().readTree(result.out());
        assumeTrue(TWO_CPUS, "with one CPU there is no verdict");
        assertThat(json.at("/counts/alien").asLong()).isZero();
        assertThat(json.at("/counts/torn").asLong()).as("an aligned long never tears").isZero();
        assertThat(json.at("/planted/efficiency").asDouble()).as("planted tears must be found").isBetween(0.5, 2.0);
        assertThat(json.at("/controls/aligned/torn").asLong()).isZero();
        assertThat(json.at("/verdict").asString()).as(result.out()).isEqualTo("none-seen");
        assertThat(result.exitCode()).isZero();
    }

    /** A second JVM may not see what the first saw, but both run. */
    @Test
    void shouldRunInSeveralJvmsAndPrintJsonThatFollowsTheSchema() throws Exception {
        Jar.Result result = Jar.run(Jdks.first(), "-Druns=2", "--json", "--offset=0", "--changes=100000");
        Output.assertFollows("starts", result.out());
        assertThat(result.err()).isEmpty();
        assertThat(JsonMapper.shared().readTree(result.out()).at("/runs")).hasSize(2);
        assertThat(Jar.run(Jdks.first(), "--runs=0").err()).contains("0 is not within 1..1000");
    }

    /** The flag would make the worker split misaligned accesses. */
    @ParameterizedTest
    @ValueSource(strings = {"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS"})
    void shouldNotLetTheWorkerInheritOptions(String variable) throws Exception {
        assumeTrue(TWO_CPUS, "with one CPU there is no verdict");
        Jar.Result result = Jar.run(Jdks.first(), builder -> builder.environment().put(variable,
            "-XX:+UnlockDiagnosticVMOptions -XX:-UseUnalignedAccesses"), "--memory=bytebuffer", "--offset=12",
            "--write=plain", "--read=plain", "--changes=100000");
        assertThat(result.exitCode()).as(result.out()).isIn(ExitCode.TORN, ExitCode.NONE_SEEN);
        assertThat(result.out()).doesNotContain("says nothing about the CPU");
    }

    /** Lists the compiled code with jcmd, because thread dumps do not show the loops. */
    @ParameterizedTest
    @CsvSource({"c2, 4", "c1, 1"})
    void shouldRunItsLoopsInTheGivenTier(String tier, String level) throws Exception {
        assumeTrue(TWO_CPUS, "with one CPU there is no trial");
        for (String jdk : Jdks.all()) {
            Process process = Jar.start(jdk, "--offset=0", "--changes=1000000000000",
                "--duration=forever", "--stressor=none", "--tier=" + tier);
            try {
                ProcessHandle own = Jar.onlyChild(process.toHandle());
                // Only C2 is the compiler of the tester's JVM.
                ProcessHandle worker = tier.equals("c2") ? own : Jar.onlyChild(own);
                String code = "";
                long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
                // While a loop warms up for a calibration, it passes through other levels.
                while ((!levels("Write", code).equals(Set.of(level)) || !levels("Read", code).equals(Set.of(level)))
                    && System.nanoTime() < deadline) {
                    assertThat(process.isAlive()).as(jdk).isTrue();
                    code = jcmd(jdk, worker, "Compiler.codelist");
                }
                assertThat(levels("Write", code)).as(jdk).containsExactly(level);
                assertThat(levels("Read", code)).as(jdk).containsExactly(level);
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    /**
     * Returns the level of the newest code in use (state 0) for the trial's loop, which is the first loop compiled.
     * Older code from on-stack replacement may be in use as well.
     */
    private static Set<String> levels(String kind, String code) {
        List<MatchResult> loops = Pattern.compile("(?m)^\\s*(\\d+)\\s+(\\d)\\s+0\\s+org\\.tearline\\.loop\\." + kind
            + "Loop/(0x[0-9a-f]+)\\.run\\(").matcher(code).results().sorted(Comparator.comparingInt(loop ->
            Integer.parseInt(loop.group(1)))).toList();
        return loops.stream().filter(loop -> loop.group(3).equals(loops.get(0).group(3)))
            .reduce((older, newer) -> newer).map(loop -> Set.of(loop.group(2))).orElse(Set.of());
    }

    private static String jcmd(String jdk, ProcessHandle worker, String command) throws Exception {
        return Jar.finish(new ProcessBuilder(Path.of(jdk, "bin", "jcmd").toString(), String.valueOf(worker.pid()),
            command).start()).out();
    }

    @Test
    void shouldReportARefusalWithItsException() throws Exception {
        assumeTrue(TWO_CPUS, "with one CPU there is no trial");
        Jar.Result result = Jar.run(Jdks.first(), "--memory=bytebuffer", "--write=volatile",
            "--offset=12");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.out()).contains("REFUSED", "IllegalStateException");
    }

    @Test
    void shouldPrintPartialResultsAndCleanUpIfInterrupted() throws Exception {
        assumeTrue(TWO_CPUS, "with one CPU there is no trial");
        assumeTrue(!interruptsAreIgnored(), "SKIPPED: SIGINT is ignored, and children inherit that");
        Process process = Jar.start(Jdks.first(), "-Djava.io.tmpdir=" + folder, "--offset=0", "--changes=1000000000000",
            "--duration=forever");
        BufferedReader reader = process.inputReader();
        ProcessHandle worker = Jar.onlyChild(process.toHandle());
        // A worker that has used this much CPU time is counting.
        while (worker.info().totalCpuDuration().orElseThrow().compareTo(Duration.ofSeconds(3)) < 0) {
            assertThat(process.isAlive()).isTrue();
            Thread.sleep(50);
        }
        Jar.signal("INT", process.pid());
        assertThat(process.waitFor()).isEqualTo(130);
        assertThat(String.join("\n", reader.lines().toList())).contains("INCONCLUSIVE", "stopped before");
        assertThat(worker.onExit().join().isAlive()).isFalse();
        assertThat(Jar.leftovers(folder)).isEmpty();
    }

    @Test
    void shouldReportAMissingTemporaryFolderInOneLine() throws Exception {
        Jar.Result result = Jar.run(Jdks.first(), "-Djava.io.tmpdir=/nowhere/at/all");
        assertThat(result.exitCode()).isEqualTo(4);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.err()).contains("/nowhere/at/all");
    }

    private static boolean interruptsAreIgnored() throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status) && Files.readAllLines(status).stream().filter(line -> line.startsWith("SigIgn:"))
            .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
    }
}
