// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs a program with the packaged library from a class path and a module path, without this build's JVM flags. */
@Tag("stress")
class LibraryIT {
    private static final Path LIBRARY = Path.of(System.getProperty("library.jar"));
    private static final Path PROGRAM = Path.of("target/test-classes/example/OneTrial.class");
    private static final String MAIN = "example.OneTrial";
    private static final String LINE = "(none|torn|inconclusive) in \\d+ changes\\R";

    @TempDir
    private Path folder;

    @Test
    void shouldDocumentTheCompiledExample() throws Exception {
        String listing = Files.readString(Path.of("src/test/java/example/CounterLayoutTest.java"))
            .replaceFirst("// SPDX.*\\R", "").strip();
        assertThat(Files.readString(Path.of("docs/library.md"))).contains("```java\n" + listing + "\n```");
    }

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#all")
    void shouldRunFromAClassPath(String home) throws Exception {
        assertThat(run(home, List.of("-cp", joined(Stream.concat(Stream.of(program()), jars().stream())), MAIN, "0")))
            .matches(LINE);
    }

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#all")
    void shouldRunFromAModulePath(String home) throws Exception {
        assertThat(run(home, List.of("-p", joined(jars().stream()), "--add-modules", "ALL-MODULE-PATH", "-cp",
            program().toString(), MAIN, "0"))).matches(LINE);
    }

    private String run(String home, List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(home, "bin", "java").toString()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    /** Returns a class path folder that contains only the program. */
    private Path program() throws Exception {
        Path program = folder.resolve("program/example/OneTrial.class");
        if (!Files.exists(program)) {
            Files.createDirectories(program.getParent());
            Files.copy(PROGRAM, program);
        }
        return folder.resolve("program");
    }

    /** Returns the library and its runtime dependencies. */
    private static List<Path> jars() throws Exception {
        try (JarFile tester = new JarFile(System.getProperty("tester.jar"))) {
            String list = new String(tester.getInputStream(tester.getEntry("META-INF/THIRD-PARTY.txt"))
                .readAllBytes(), StandardCharsets.UTF_8);
            List<String> names = Pattern.compile("\\([\\w.-]+:([\\w.-]+):([\\w.-]+) - ").matcher(list).results()
                .map(match -> match.group(1) + "-" + match.group(2) + ".jar").toList();
            return Stream.concat(Stream.of(LIBRARY), Stream.of(System.getProperty("java.class.path")
                .split(File.pathSeparator)).map(Path::of).filter(path -> names.contains(path.getFileName().toString())))
                .toList();
        }
    }

    private static String joined(Stream<Path> paths) {
        return paths.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
