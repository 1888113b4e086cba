// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.Jdks;
import org.tearline.Sample;

/** The archive of a worker's classes is made once, used then, and never in the way. */
class WorkerArchiveIT {
    private static final String[] SHORT = {"-Doffset=0", "--changes", "1000", "--until", "budget"};
    private static final String SUFFIX = ".jsa";

    /** Holds an archive that each JDK made, for tests that want to spoil one. */
    private static final Map<String, Path> MADE = new HashMap<>();

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldMakeAnArchiveOnceAndUseIt(String home) throws Exception {
        Path cache = folder.resolve("not/yet: 100%s there");
        run(home, cache.toString());
        Path archive = onlyFile(cache);
        assertThat(archive.getFileName().toString()).matches("worker-[0-9a-f]+-[0-9a-f]+\\.jsa");
        Object made = Files.getLastModifiedTime(archive);

        Process process = start(home, Map.of("TEARLINE_CACHE", cache.toString()), "-Doffset=0", "--until", "budget",
            "--changes", "1e12", "--duration", "forever");
        try {
            while (!isMapped(process, archive)) {
                assertThat(process.isAlive()).isTrue();
                Thread.onSpinWait();
            }
        } finally {
            process.destroy();
            process.waitFor();
        }
        assertThat(onlyFile(cache)).isEqualTo(archive);
        assertThat(Files.getLastModifiedTime(archive)).isEqualTo(made);
    }

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldReplaceAnArchiveThatIsDamaged(String home) throws Exception {
        Path cache = Files.createDirectory(folder.resolve("cache"));
        Path made = made(home);
        Files.copy(made, cache.resolve(made.getFileName()));
        byte[] good = Files.readAllBytes(made);
        int half = good.length / 2;
        for (byte[] bad : Sample.of(2, new byte[0], "no archive".getBytes(StandardCharsets.UTF_8),
            Arrays.copyOf(good, half), zeroed(good, 0, 64), zeroed(good, half, half + 1)).toList()) {
            Path archive = onlyFile(cache);
            Files.delete(archive);
            Files.write(archive, bad);
            run(home, cache.toString());
            assertThat(onlyFile(cache)).satisfies(fresh -> assertThat(Files.size(fresh)).isGreaterThan(half));
        }
    }

    @Test
    void shouldIgnoreAnArchiveOfAnotherJvm() throws Exception {
        List<String> homes = Jdks.all();
        assumeTrue(homes.size() > 1);
        Path first = made(homes.get(0));
        Path second = made(homes.get(1));
        // Its name says that it is whole, and that it is the other's.
        Files.copy(second, folder.resolve(key(first) + second.getFileName().toString().substring(
            key(second).length())));
        run(homes.get(0), folder.toString());
    }

    private static synchronized Path made(String home) throws Exception {
        if (!MADE.containsKey(home)) {
            Path cache = shared.resolve("cache" + MADE.size());
            run(home, cache.toString());
            MADE.put(home, onlyFile(cache));
        }
        return MADE.get(home);
    }

    private static String key(Path archive) {
        return archive.getFileName().toString().replaceFirst("-[0-9a-f]+\\.jsa$", "");
    }

    @Test
    void shouldLeaveNothingAnywhereElse() throws Exception {
        Path home = Files.createDirectory(folder.resolve("home"));
        String jdk = Jdks.first();
        String asHome = "-Duser.home=" + home;
        assertPlain(Jar.finish(start(jdk, Map.of("TEARLINE_CACHE", "off"), with(asHome))));
        assertThat(home).isEmptyDirectory();

        assertPlain(Jar.finish(start(jdk, Map.of("TEARLINE_CACHE", "", "XDG_CACHE_HOME", ""), with(asHome))));
        assertThat(onlyFile(home.resolve(".cache/tearline")).toString()).endsWith(SUFFIX);
        assertThat(files(home)).as("JNA's own folder is beside it at most").allMatch(
            file -> file.startsWith(home.resolve(".cache")));

        Path blocked = Files.writeString(folder.resolve("file"), "").resolve("cache");
        assertPlain(Jar.finish(start(jdk, Map.of("TEARLINE_CACHE", blocked.toString()), SHORT)));
        assertThat(blocked.getParent()).isEmptyFile();
        Path nowhere = folder.resolve("nowhere");
        assertPlain(Jar.finish(start(jdk, Map.of("TEARLINE_CACHE", "", "XDG_CACHE_HOME", ""),
            with("-Duser.home=" + nowhere))));
        assertThat(nowhere).doesNotExist();
    }

    /** In the locale C a letter that is not ASCII cannot be part of a path. */
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldDoWithoutWhereTheLocaleCannotNameTheFolder(String jdk) throws Exception {
        String jose = folder + "/jos\u00e9";
        for (String name : Sample.of(1, "TEARLINE_CACHE", "XDG_CACHE_HOME", "HOME").toList()) {
            Map<String, String> environment = new HashMap<>(Map.of("LC_ALL", "C", "TEARLINE_CACHE", "",
                "XDG_CACHE_HOME", ""));
            environment.put(name, jose);
            assertPlain(Jar.finish(start(jdk, environment, with("-Duser.home=" + (name.equals("HOME") ? jose
                : folder)))));
        }
    }

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldSayThatTheLocaleCannotNameTheTemporaryFolder(String jdk) throws Exception {
        Jar.Result result = Jar.finish(start(jdk, Map.of("LC_ALL", "C"), with("-Djava.io.tmpdir=" + folder
            + "/jos\u00e9")));
        assertThat(result.exitCode()).isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(result.err().lines().filter(line -> !line.startsWith("WARNING: java.io.tmpdir"))).singleElement()
            .asString().startsWith("tester: no folder for the worker can be made in ");
        assertThat(result.out()).isEmpty();
    }

    /** Some of JDK 17 does not load there. */
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldWorkInAFolderThatTheLocaleCannotName(String jdk) throws Exception {
        for (String[] command : new String[][] {{"probe", "--no-split-locks"}, SHORT}) {
            Jar.Result result = Jar.finish(Jar.start(jdk, builder -> {
                builder.command().addAll(0, List.of("sh", "-c",
                    "mkdir -p $(printf 'jos\\303\\251'); cd jos*; exec \"$@\"", "sh"));
                builder.environment().put("LC_ALL", "C");
                return builder.directory(folder.toFile());
            }, command));
            assertThat(result.err()).isEmpty();
            assertThat(result.exitCode()).as(result.out()).isIn(ExitCode.NONE_SEEN, ExitCode.NO_VERDICT);
        }
    }

    @Test
    void shouldBearTwoTestersAtOnce() throws Exception {
        Path cache = folder.resolve("cache");
        List<Process> both = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            both.add(start(Jdks.first(), Map.of("TEARLINE_CACHE", cache.toString()), SHORT));
        }
        for (Process process : both) {
            assertPlain(Jar.finish(process));
        }
        assertThat(onlyFile(cache).toString()).endsWith(SUFFIX);
        run(Jdks.first(), cache.toString());
    }

    private static void run(String home, String cache) throws Exception {
        assertPlain(Jar.finish(start(home, Map.of("TEARLINE_CACHE", cache), SHORT)));
    }

    private static void assertPlain(Jar.Result result) {
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).as(result.out()).isIn(ExitCode.NONE_SEEN, ExitCode.NO_VERDICT);
        assertThat(result.out()).doesNotContain("FAULT", "jsa", "cds");
    }

    private static Process start(String home, Map<String, String> environment, String... arguments)
        throws IOException {
        return Jar.start(home, builder -> {
            environment.forEach((name, value) -> {
                if (value.isEmpty()) {
                    builder.environment().remove(name);
                } else {
                    builder.environment().put(name, value);
                }
            });
            return builder;
        }, arguments);
    }

    private static String[] with(String property) {
        return Stream.concat(Stream.of(property), Stream.of(SHORT)).toArray(String[]::new);
    }

    private static byte[] zeroed(byte[] bytes, int from, int to) {
        byte[] damaged = bytes.clone();
        Arrays.fill(damaged, from, to, (byte) 0);
        return damaged;
    }

    private static boolean isMapped(Process tester, Path archive) {
        return tester.descendants().anyMatch(worker -> {
            try {
                return Files.readString(Path.of("/proc/" + worker.pid() + "/maps"))
                    .contains(archive.getFileName().toString());
            } catch (IOException e) {
                return false;
            }
        });
    }

    private static Path onlyFile(Path cache) throws IOException {
        assertThat(files(cache)).hasSize(1);
        return files(cache).get(0);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
