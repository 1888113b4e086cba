package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
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

    private static void assertRuns(String home, Path cache) throws Exception {
        Jar.Result result = run(home, cache.toString(), SHORT);
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).startsWith("A long at offset 0").doesNotContain("FAULT");
        assertThat(result.exitCode()).as(result.out()).isIn(ExitCode.NONE_SEEN, ExitCode.NO_VERDICT);
    }

    private static Jar.Result run(String home, String cache, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", home);
        builder.environment().put("TEARLINE_JAR", System.getProperty("tester.jar"));
        builder.environment().put("TEARLINE_CACHE", cache);
        return Jar.finish(builder.start());
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
