// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.agent.Agent;
import org.tearline.junit.tried.Run;

/** Runs tests in separate JVMs with JUnit 5 and 6, on two JDKs, with the agent attached or on the command line. */
class TriedTestsIT {
    private static final String OPTIONS = "quiet,report=false,library=org.tearline.junit.tried.Memory";
    private static final String[] ALL = {"Straddling", "Misaligned", "Allowing", "Threads", "InSetUp",
        "OneMethod", "Together$Guarded", "Together$Free"};
    private static final List<String> FAILING = List.of("Straddling.first", "Straddling.second",
        "Straddling.acrossThePage", "Straddling.inAnObjectAcrossEight", "Straddling.acrossTheGranule",
        "Straddling.ofNoGranule", "Misaligned.insideTheLine", "Misaligned.parameterized[2]",
        "Misaligned$Inner.insideTheLineNested", "Allowing.anotherMethod",
        "Allowing.firstAllowedThenNot", "Threads.started", "Threads.inAPool", "Threads", "InSetUp", "OneMethod.guarded",
        "Together$Guarded.first", "Together$Guarded.second");

    /** Makes short programs faster. */
    private static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    @TempDir
    private Path folder;

    /** Each JDK, each JUnit and each way to start the agent, but not all combinations. */
    static Stream<Arguments> runs() {
        String own = System.getProperty("java.home");
        String second = System.getenv("TEARLINE_SECOND_JDK");
        return Stream.of(Arguments.of(own, 5, true), Arguments.of(own, 6, false), Arguments.of(second, 6, true))
            .filter(run -> run.get()[0] != null && !run.get()[0].equals(""));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldFailTestsWithForbiddenAccessesOnly(String jdk, int junit, boolean attached) throws Exception {
        Map<String, String> results = run(jdk, junit, attached ? List.of() : List.of("-javaagent:" + jar(Agent.class)
            + "=" + OPTIONS), ALL);
        assertThat(results).hasSizeGreaterThan(2 * FAILING.size());
        assertThat(results.entrySet().stream().filter(entry -> !entry.getValue().isEmpty()).map(Map.Entry::getKey))
            .as(results.toString()).containsExactlyInAnyOrderElementsOf(FAILING);
        assertThat(results.get("Straddling.first")).startsWith("org.tearline.junit.MisalignedAccessFailure:"
            + " org.tearline.junit.tried.Straddling.first: 1 access that @NoLineCrossing forbids, from 1 place|"
            + "  putOrderedLong, ordered write of 8 bytes across a line, at offset 60 in the line|"
            + "    at org.tearline.junit.tried.Straddling.first(Straddling.java:")
            .contains("|    through org.tearline.junit.tried.Memory.put(Memory.java:", "|    1 access by thread ",
            " to 1 value|    remedy: put it at a multiple of 8");
        assertThat(results.get("Straddling.acrossThePage")).contains("2 accesses", "across a page, at offsets 59, 61",
            "to 2 values");
        assertThat(results.get("Straddling.acrossTheGranule")).contains(": 1 access that @NoLineCrossing(granule = 32)",
            "at offset 28");
        assertThat(results.get("Straddling.ofNoGranule")).contains(
            "@NoLineCrossing(granule = 24): use 8, 16, 32 or 64");
        assertThat(results.get("Misaligned.insideTheLine")).contains("@NoMisalignedAccess",
            "inside a line, at offset 28");
        assertThat(results.get("Threads.started")).contains("by thread started thread");
        assertThat(results.get("Threads")).contains("class org.tearline.junit.tried.Threads, outside its tests",
            "@ExtendWith(MisalignedAccess.class)", "by thread earlier thread");
        assertThat(results.get("Threads.inAPool")).contains("by thread pool thread");
        assertThat(results.get("Together$Guarded.first")).contains(": 3 accesses");
        assertThat(folder).as("no report file").isDirectoryNotContaining("glob:**.json");
    }

    @Test
    void shouldFailInOneLineIfTheAgentCannotBeLoaded() throws Exception {
        Map<String, String> results = run(System.getProperty("java.home"), 6,
            List.of("-XX:-EnableDynamicAgentLoading"), "Straddling", "OneMethod");
        assertThat(results.keySet()).contains("Straddling", "OneMethod.guarded").doesNotContain("Straddling.aligned");
        assertThat(results.get("Straddling")).isEqualTo(results.get("OneMethod.guarded"))
            .startsWith("org.tearline.junit.NotWatchedError: tearline: these tests are not watched: cannot attach to ")
            .contains("start the JVM with -javaagent:" + jar(Agent.class) + "=quiet,report=false")
            .doesNotContain("|");
        assertThat(results.get("OneMethod.free")).isEmpty();
    }

    /** Without this failure, tests would pass although nothing watches their accesses. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', nullValues = "none", value = {"none; frames=2,line=128; lacks line=128",
        "ordered; frames=2; has the option ordered",
        "library=org.other.; library=org.wraps.; lacks library=org.wraps."})
    void shouldFailInOneLineIfTheRunningAgentLacksOptions(String given, String option, String message)
        throws Exception {
        String required = OPTIONS + "," + option;
        Map<String, String> results = run(System.getProperty("java.home"), 6, List.of("-javaagent:" + jar(Agent.class)
            + "=" + OPTIONS + (given == null ? "" : "," + given), "-Dtearline.options=" + required), "Straddling");
        assertThat(results.get("Straddling")).startsWith("org.tearline.junit.NotWatchedError: tearline: these tests"
            + " are not watched as required by tearline.options: the running agent " + message + "; start the JVM")
            .endsWith("=" + required).doesNotContain("|");
    }

    private Map<String, String> run(String jdk, int junit, List<String> jvm, String... classes) throws Exception {
        Path results = folder.resolve("results");
        List<String> command = new ArrayList<>(List.of(Path.of(jdk, "bin", "java").toString()));
        command.addAll(QUICK);
        command.add("-Dtearline.options=" + OPTIONS);
        command.addAll(jvm);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, System.getProperty("junit.jar"),
            jar(Agent.class), jar(Run.class),
            Path.of(System.getProperty("launchers"), "junit-" + junit + ".jar").toString()),
            Run.class.getName(), results.toString()));
        command.addAll(List.of(classes));
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
            .redirectOutput(output.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        Process process = builder.start();
        assertThat(process.waitFor()).as(Files.readString(output)).isZero();
        Map<String, String> all = new TreeMap<>();
        Files.readAllLines(results).forEach(line -> all.put(line.split(Run.SEPARATOR)[0],
            line.substring(line.indexOf(Run.SEPARATOR) + 1)));
        return all;
    }

    private static String jar(Class<?> of) throws Exception {
        return Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    }
}
