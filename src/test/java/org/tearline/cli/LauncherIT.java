// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.Jdks;

/** The script that starts the tester: same output and exit codes, sooner, and no more on the disk than it says. */
class LauncherIT {
    private static final Path SCRIPT = Path.of("scripts/tester").toAbsolutePath();
    private static final String[] SHORT = {"-Doffset=0", "--changes", "1000", "--until", "budget"};

    @TempDir
    private Path folder;

    @BeforeEach
    void needsBash() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/env")) && Files.isExecutable(Path.of("/bin/bash")));
    }

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldKeepOneArchiveOfTheParentAndStandItsLoss(String home) throws Exception {
        Path cache = folder.resolve("a cache");
        assertRuns(home, cache);
        Path archive = archive(cache);
        Object made = Files.getLastModifiedTime(archive);
        assertRuns(home, cache);
        assertThat(archive(cache)).isEqualTo(archive);
        assertThat(Files.getLastModifiedTime(archive)).isEqualTo(made);

        archive.toFile().setWritable(true, true);
        try (FileChannel file = FileChannel.open(archive, StandardOpenOption.WRITE)) {
            file.truncate(file.size() / 2);
        }
        assertRuns(home, cache);
        byte[] bytes = Files.readAllBytes(archive(cache));
        bytes[bytes.length / 2] ^= 1;
        archive(cache).toFile().setWritable(true, true);
        Files.write(archive(cache), bytes);
        assertRuns(home, cache);
    }

    @Test
    void shouldKeepNothingOfWhatIsNoRunOrUnwanted() throws Exception {
        String home = Jdks.first();
        Path cache = folder.resolve("cache");
        assertThat(run(home, cache.toString(), "--version").out()).startsWith("tearline");
        assertThat(run(home, cache.toString(), "-Dofset=8")).satisfies(wrong -> {
            assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(wrong.err()).contains("did you mean").hasLineCount(1);
        });
        assertThat(files(folder)).isEmpty();
        assertThat(run(home, "off", SHORT).err()).isEmpty();
        assertThat(files(folder)).isEmpty();
        Path blocked = Files.writeString(folder.resolve("file"), "").resolve("cache");
        assertThat(run(home, blocked.toString(), SHORT).err()).isEmpty();
    }

    /** A JVM that cannot start ends with 1, by which scripts know a tear. */
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldTellAFailedStartFromATear(String home) throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "with one CPU nothing tears");
        assertThat(run(home, "off", "--offset", "60", "--write", "ordered").exitCode())
            .isIn(ExitCode.TORN, ExitCode.NONE_SEEN, ExitCode.NO_VERDICT);
        assertThat(run(home, "off", "validate", Files.writeString(folder.resolve("bad"), "{}").toString()).exitCode())
            .as("what the tester itself ends with").isEqualTo(1);
        for (String options : List.of("-XX:NoSuchOption", "-Xmx1")) {
            Jar.Result failed = finish(builder(home, "off", SHORT), "JAVA_TOOL_OPTIONS", options);
            assertThat(failed.exitCode()).as("%s: %s", options, failed.err()).isEqualTo(ExitCode.INTERNAL_ERROR);
            assertThat(failed.out()).as("the JVM's words").isEmpty();
        }
        ProcessBuilder small = builder(home, "off", SHORT);
        small.command().addAll(0, List.of("/bin/bash", "-c", "ulimit -v 400000; exec \"$@\"", "bash"));
        assertThat(Jar.finish(small.start()).exitCode()).isEqualTo(ExitCode.INTERNAL_ERROR);
        ProcessBuilder nowhere = builder(home, "off", SHORT);
        nowhere.command().addAll(0, List.of("/bin/bash", "-c", "cd \"$1\" && rmdir \"$1\" && shift && exec \"$@\"",
            "bash", Files.createDirectory(folder.resolve("gone")).toString()));
        assertThat(Jar.finish(nowhere.start()).exitCode()).isEqualTo(ExitCode.INTERNAL_ERROR);
    }

    @Test
    void shouldHandSignalsOnAndKeepAThreadDumpOutOfTheResult() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "with one CPU nothing runs");
        Process process = builder(Jdks.first(), "off", "--offset", "0", "--changes", "1000000000000", "--duration",
            "forever", "--json").start();
        ProcessHandle java = child(process.toHandle());
        child(java);
        assertThat(new ProcessBuilder("kill", "-QUIT", Long.toString(java.pid())).start().waitFor()).isZero();
        try (BufferedReader err = process.errorReader()) {
            String line = err.readLine();
            while (line != null && !line.startsWith("JNI global refs")) {
                line = err.readLine();
            }
            assertThat(line).as("the last line of a thread dump").isNotNull();
            assertThat(new ProcessBuilder("kill", "-TERM", Long.toString(process.pid())).start().waitFor()).isZero();
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(process.exitValue()).isEqualTo(143);
        assertThat(java.isAlive()).isFalse();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
            .doesNotContain("Full thread dump");
    }

    private static ProcessHandle child(ProcessHandle parent) {
        while (parent.isAlive()) {
            Optional<ProcessHandle> child = parent.children().filter(one -> one.info().command().orElse("")
                .endsWith("/java")).findFirst();
            if (child.isPresent()) {
                return child.get();
            }
            Thread.onSpinWait();
        }
        throw new IllegalStateException("it ended without a child");
    }

    private static void assertRuns(String home, Path cache) throws Exception {
        Jar.Result result = run(home, cache.toString(), SHORT);
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).contains(" a long at 0, ").doesNotContain("FAULT");
        assertThat(result.exitCode()).as(result.out()).isIn(ExitCode.NONE_SEEN, ExitCode.NO_VERDICT);
    }

    private static Jar.Result run(String home, String cache, String... arguments) throws Exception {
        return Jar.finish(builder(home, cache, arguments).start());
    }

    private static Jar.Result finish(ProcessBuilder builder, String variable, String value) throws Exception {
        builder.environment().put(variable, value);
        return Jar.finish(builder.start());
    }

    private static ProcessBuilder builder(String home, String cache, String... arguments) {
        List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", home);
        builder.environment().put("TEARLINE_JAR", System.getProperty("tester.jar"));
        builder.environment().put("TEARLINE_CACHE", cache);
        return builder;
    }

    private static Path archive(Path cache) throws IOException {
        List<Path> archives = files(cache).stream().filter(file -> file.getFileName().toString().startsWith("tester-"))
            .filter(file -> file.getFileName().toString().endsWith("-" + file.toFile().length() + ".jsa")).toList();
        assertThat(archives).hasSize(1);
        return archives.get(0);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
