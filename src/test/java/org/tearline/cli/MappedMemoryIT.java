// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.Jdks;
import org.tearline.loop.Region;

/** Tests mapped memory with the packaged jar, in one process and in two. */
@Tag("stress")
class MappedMemoryIT {
    private static final boolean TWO_CPUS = Runtime.getRuntime().availableProcessors() > 1;
    private static final boolean X86 = System.getProperty("os.arch").equals("amd64");
    private static final Path MEMORY_BACKED = Path.of("/dev/shm");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldJudgeTheCountersOfTwoProcesses(String jdk) throws Exception {
        assumeTrue(TWO_CPUS && X86, "nothing tears on one CPU, and other architectures may fault");
        List<Path> before = shared();
        Jar.Result result = Jar.run(jdk, "run", "--processes", "2", "--memory", "mapped", "--offset", "60", "--write",
            "ordered");
        assertThat(result.out()).contains("two processes");
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isIn(ExitCode.TORN, ExitCode.NONE_SEEN);
        assertThat(shared()).isEqualTo(before);
    }

    @Test
    void shouldEndBothProcessesWhenTheParentIsKilled() throws Exception {
        assumeTrue(TWO_CPUS, "with one CPU there is no trial");
        Process parent = Jar.start(Jdks.first(), "--processes=2",
            "--memory=mapped", "--offset=8", "--changes=1000000000000", "--duration=forever",
            "-Djava.io.tmpdir=" + folder);
        ProcessHandle tester = Jar.onlyChild(parent.toHandle());
        ProcessHandle writers = Jar.onlyChild(tester);
        ProcessHandle readers = Jar.onlyChild(writers);
        String left = "tearline-mapped-" + tester.pid() + "-";
        assertThat(shared()).anyMatch(file -> file.getFileName().toString().startsWith(left));
        parent.destroyForcibly().waitFor();
        tester.onExit().join();
        writers.onExit().join();
        readers.onExit().join();
        assertThat(Jar.run(Jdks.first(), "probe").exitCode()).isZero();
        assertThat(shared()).as("any command with a worker deletes the file of a killed process")
            .noneMatch(file -> file.getFileName().toString().startsWith(left));
    }

    static Stream<Arguments> badFiles() {
        return Stream.of(
            Arguments.of("--memory=mapped --file=FOLDER", "is a directory"),
            Arguments.of("--memory=mapped --file=FOLDER/small", "has 5 bytes, but "),
            Arguments.of("--memory=mapped --file=FOLDER/data", "contains data, which would be overwritten"),
            Arguments.of("--memory=mapped --file=FOLDER/none/file", "no such"),
            Arguments.of("--memory=mapped --file=/dev/full", "is not a regular file"),
            Arguments.of("--memory=heap --file=FOLDER/new", "requires --memory mapped"),
            Arguments.of("sweep --memory=mapped,heap --file=FOLDER/data", "contains data, which would be overwritten"),
            Arguments.of("sweep --dry-run --file=FOLDER/new", "requires --memory mapped, not --memory unsafe"));
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void shouldRejectABadFileInOneLine(String arguments, String message) throws Exception {
        Files.writeString(folder.resolve("small"), "small");
        Files.write(folder.resolve("data"), new byte[(int) Region.bytes(UnsafeApi.pageSize()) - 1]);
        Files.writeString(folder.resolve("data"), "!", StandardOpenOption.APPEND);
        Jar.Result result = Jar.loaded(arguments.replace("FOLDER", folder.toString()).split(" "));
        assertThat(result.exitCode()).as(result.err()).isEqualTo(2);
        assertThat(result.err().toLowerCase(Locale.ROOT)).hasLineCount(1).contains(message);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).extracting(file -> file.getFileName().toString()).containsOnly("small", "data");
        }
    }

    private static List<Path> shared() throws IOException {
        try (Stream<Path> files = Files.list(MEMORY_BACKED)) {
            return files.filter(file -> file.getFileName().toString().startsWith("tearline-")).sorted().toList();
        }
    }
}
