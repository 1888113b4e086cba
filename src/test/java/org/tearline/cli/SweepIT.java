// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Small sweeps with the packaged jar, killed and continued for real. */
@Tag("stress")
class SweepIT {
    private static final String JAVA = System.getProperty("java.home");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldLeaveAValidResultFileWithoutNamingAnybody(String jdk) throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "with one CPU nothing can be tested");
        Path out = folder.resolve("result.json");
        Jar.Result swept = Jar.run(jdk, "-Duser.name=plantedname", "-Duser.home=/home/plantedhome", "sweep",
            "--profile=quick", "--memory=unsafe", "--write=ordered", "--read=volatile,exchange",
            "--offsets=0,12,60", "--out=" + out);
        assertThat(swept.exitCode()).as(swept.err()).isZero();
        assertThat(swept.out()).contains("a long, c2; write, read:", "across a line")
            .doesNotContain("Each character");
        String text = Files.readString(out);
        assertThat(text).doesNotContain("plantedname", "plantedhome", folder.toString(),
            System.getProperty("user.dir"));
        JsonNode file = JsonMapper.shared().readTree(text);
        assertThat(file.at("/series/0/torn/0").asLong()).as("aligned").isZero();
        assertThat(file.at("/series/0/plantedFound/0").asLong()).isPositive();
        assertThat(file.at("/placements/0/controls/0/aligned/changes").asLong()).isPositive();
        Jar.Result validated = Jar.run(jdk, "validate", out.toString());
        assertThat(validated.exitCode()).as(validated.out() + validated.err()).isZero();
        assertThat(folder.resolve("result.json.journal")).doesNotExist();
    }

    /** On a CPU without such registers the cells are refused, and the file is as valid. */
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldSayByWhichInstructionVectorsWereMoved(String jdk) throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "with one CPU nothing can be tested");
        Path out = folder.resolve("result.json");
        Jar.Result swept = Jar.run(jdk, "sweep", "--profile=quick", "--widths=8,16,32", "--memories=bytebuffer",
            "--write=plain", "--read=plain", "--offsets=0,60", "--out=" + out);
        assertThat(swept.exitCode()).as(swept.err()).isZero();
        assertThat(swept.err()).doesNotContain("incubat");
        JsonNode file = JsonMapper.shared().readTree(Files.readString(out));
        assertThat(file.path("series").valueStream().map(series -> series.path("widthBytes").intValue()))
            .containsExactly(8, 16, 32);
        for (JsonNode series : file.path("series")) {
            int width = series.path("widthBytes").intValue();
            long changes = series.path("changes").valueStream().mapToLong(JsonNode::longValue).sum();
            assertThat(file.path("evidence").valueStream().filter(found -> found.path("widthBytes").asInt(0) == width)
                .map(found -> found.has("write"))).as("%d bytes", width)
                .hasSize(width == 8 || changes == 0 ? 0 : 2).doesNotHaveDuplicates();
        }
        assertThat(Jar.run(jdk, "validate", out.toString()).exitCode()).isZero();
    }

    @Test
    void shouldGoOnAfterAKillWithoutLosingOrRepeatingATrial() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "with one CPU nothing can be tested");
        Path out = folder.resolve("result.json");
        Path journal = folder.resolve("result.json.journal");
        String[] sweep = {"sweep", "--profile=default", "--memory=unsafe", "--write=ordered,volatile",
            "--read=volatile", "--offsets=0..3", "--out=" + out};
        Process process = Jar.start(JAVA, builder -> builder.redirectErrorStream(true), sweep);
        awaitLines(process, journal, 4);
        process.destroyForcibly().waitFor();
        List<String> before = Files.readAllLines(journal);
        assertThat(Jar.run(JAVA, sweep).exitCode()).as("a journal is not overwritten").isEqualTo(2);
        String[] resumed = List.of(List.of(sweep), List.of("--resume")).stream().flatMap(List::stream)
            .toArray(String[]::new);
        Jar.Result result = Jar.run(JAVA, resumed);
        assertThat(result.err()).as("it counts from what there is").containsPattern("(?m)^[2-8]/8, ");
        assertThat(result.exitCode()).as(result.err()).isZero();
        JsonNode file = JsonMapper.shared().readTree(Files.readString(out));
        assertThat(file.at("/series").size()).isEqualTo(2);
        assertThat(file.at("/series/0/offsets").size()).isEqualTo(4);
        JsonNode kept = JsonMapper.shared().readTree(before.get(before.size() - 2)).at("/cell");
        int offset = kept.at("/offset").asInt();
        assertThat(file.at("/series/0/changes/" + offset).asLong()).as("the trial before the kill was not run again")
            .isEqualTo(kept.at("/counts/changes").asLong());
    }

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldNotGoOnWithTheJournalOfASweepThatIsRunning(String jdk) throws Exception {
        Path journal = folder.resolve("result.json.journal");
        String[] sweep = {"sweep", "--profile=long", "--memory=unsafe", "--no-split-locks",
            "--out=" + folder.resolve("result.json"), "--resume"};
        Process process = Jar.start(jdk, builder -> builder.redirectErrorStream(true),
            Arrays.copyOf(sweep, sweep.length - 1));
        try {
            awaitLines(process, journal, 1);
            Jar.Result second = Jar.run(jdk, sweep);
            assertThat(second.exitCode()).as(second.err()).isEqualTo(2);
            assertThat(second.err()).contains(journal + " is the journal of a sweep that is still running");
            assertThat(process.isAlive()).isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** Sleeps between two changes of the folder: the trials have both CPUs. */
    private static void awaitLines(Process process, Path file, int lines) throws Exception {
        try (WatchService changes = file.getFileSystem().newWatchService()) {
            file.getParent().register(changes, StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_MODIFY);
            while (process.isAlive() && (!Files.exists(file) || Files.readAllLines(file).size() < lines)) {
                WatchKey key = changes.poll(1, TimeUnit.SECONDS);
                if (key != null) {
                    key.reset();
                }
            }
        }
    }

    @Test
    void shouldNotSendAnybodyToSubmitAFileWithoutAVerdict() throws Exception {
        assumeTrue(Files.exists(Path.of("/usr/bin/taskset")), "taskset is not here");
        Path out = folder.resolve("result.json");
        Jar.Result swept = Jar.finish(Jar.start(JAVA, builder -> {
            builder.command().addAll(0, List.of("/usr/bin/taskset", "-c", "0"));
            return builder;
        }, "sweep", "--profile=quick", "--memory=unsafe", "--write=ordered", "--read=volatile", "--offsets=0,60",
            "--out=" + out));
        assertThat(swept.exitCode()).isEqualTo(3);
        assertThat(swept.err()).contains("has no verdict, so there is nothing to send: there is only one CPU to use")
            .doesNotContain("submit");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "--out=/nowhere/at/all.json|there is no such folder",
        "--out=/tmp|is a folder, not a file",
        "--out=/|is a folder, not a file",
        "--out=/dev/null|is no regular file",
        "--offsets=5..3|'5..3' runs backwards; write 3..5",
        "--offsets=8185|8185 is not within 0..8184",
        "--profile=fast|'fast' is none of quick, default, long, wide",
        "--resume|there is no journal",
        "--write=plain,foo|'foo' is none of"})
    void shouldAnswerABadValueWithOneLine(String argument, String complaint) throws Exception {
        String out = argument.startsWith("--out") ? argument : "--out=" + folder.resolve("r.json");
        Jar.Result result = Jar.run(JAVA, "sweep", "--no-split-locks", argument, out.equals(argument) ? "--tier=c2"
            : out);
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err().lines().filter(line -> line.startsWith("tester:"))).hasSize(1);
        assertThat(result.err()).contains(complaint);
    }

    /** A disassembler that says it can do it, and prints something else. */
    @Test
    void shouldLoseNeitherResultNorVerdictToADisassembler() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "with one CPU nothing can be tested");
        Path program = Files.writeString(folder.resolve("objdump"), "#!/bin/sh\necho i386:x86-64\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        UnaryOperator<ProcessBuilder> first = builder -> {
            builder.environment().merge("PATH", folder.toString(), (path, own) -> own + ":" + path);
            return builder;
        };
        Jar.Result run = Jar.finish(Jar.start(JAVA, first, "run", "--verbose", "--offset=8", "--changes=1000"));
        assertThat(run.out()).as(run.err()).contains("machine code: unknown, objdump printed 0 of 2 sections");
        assertThat(run.exitCode()).as(run.out()).isZero();
        Path out = folder.resolve("result.json");
        Jar.Result swept = Jar.finish(Jar.start(JAVA, first, "sweep", "--profile=quick", "--memory=unsafe",
            "--write=ordered", "--read=volatile", "--offsets=0,60", "--out=" + out));
        assertThat(swept.exitCode()).as(swept.err()).isZero();
        assertThat(JsonMapper.shared().readTree(Files.readString(out)).at("/evidence")).isEmpty();
    }

    /** Sources from an archive have no history, and Maven then leaves the place of the commit empty. */
    @Test
    void shouldWriteAValidFileWithoutACommit() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "with one CPU nothing can be tested");
        Path out = folder.resolve("result.json");
        Jar.Result swept = sweepAsBuild("0.1.0", "", out);
        assertThat(swept.exitCode()).as(swept.err()).isZero();
        assertThat(JsonMapper.shared().readTree(Files.readString(out)).at("/tester/commit").asString())
            .isEqualTo("unknown");
        assertThat(LoadedJar.run("validate", out.toString()).exitCode()).isZero();
    }

    @Test
    void shouldSweepNothingWhoseResultCouldNotBeSubmitted() throws Exception {
        Path out = folder.resolve("result.json");
        Jar.Result swept = sweepAsBuild("next", "d5a62cf", out);
        assertThat(swept.exitCode()).isEqualTo(3);
        assertThat(swept.err().lines()).singleElement().asString()
            .startsWith("tester: nothing was swept, because its result could not be submitted: schema: /tester");
        assertThat(Files.exists(out)).isFalse();
        assertThat(folder.resolve("result.json.journal")).doesNotExist();
    }

    private Jar.Result sweepAsBuild(String version, String commit, Path out) throws Exception {
        Manifest manifest = new Manifest();
        Map.of("Manifest-Version", "1.0", "Implementation-Title", "tearline", "Implementation-Version", version,
            "Implementation-Commit", commit).forEach(manifest.getMainAttributes()::putValue);
        Path jar = folder.resolve("build.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return Jar.finish(new ProcessBuilder(Path.of(JAVA, "bin", "java").toString(), "-cp", jar + File.pathSeparator
            + System.getProperty("tester.jar"), "org.tearline.Main", "sweep", "--profile=quick", "--memory=unsafe",
            "--write=ordered", "--read=volatile", "--offsets=0,60", "--out=" + out).start());
    }

    @Test
    void shouldOnlyTellWhenAskedForADryRun() throws Exception {
        Jar.Result result = Jar.run(JAVA, "sweep", "--dry-run", "--out=" + folder.resolve("r.json"));
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("trials, about", "lock across a line", "offsets 0..63,4089..4095");
        assertThat(folder).isEmptyDirectory();
    }
}
