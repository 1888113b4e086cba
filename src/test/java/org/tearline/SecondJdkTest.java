// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gate takes the second JDK as given, and the newest otherwise. Not thread-safe. */
class SecondJdkTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void installJdks() throws IOException {
        jdk("temurin-8", "1.8.0_402");
        jdk("jdk-11", "11.0.22");
        jdk("b-25", "25");
        jdk("c-21", "21.0.2");
        jdk("zulu-9", "9.0.4");
        Files.createDirectories(folder.resolve("z-only-a-jre-26/bin"));
    }

    @Test
    void shouldChooseTheNewest() throws Exception {
        assertThat(answer(null)).isEqualTo(folder.resolve("b-25").toString());
    }

    @Test
    void shouldTakeTheGivenOne() throws Exception {
        String given = folder.resolve("jdk-11").toString();

        assertThat(answer(given)).isEqualTo(given);
    }

    @Test
    void shouldRefuseAGivenFolderWithoutAJdk() throws Exception {
        String given = folder.resolve("z-only-a-jre-26").toString();

        assertThat(answer(given)).isEqualTo("TEARLINE_SECOND_JDK is " + given
            + ", which has no bin/java and bin/javac: name the home of a JDK");
    }

    private void jdk(String name, String version) throws IOException {
        Path home = folder.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        for (String tool : new String[] {"java", "javac"}) {
            Files.createFile(home.resolve("bin").resolve(tool)).toFile().setExecutable(true);
        }
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Somebody\"\nJAVA_VERSION=\"" + version + "\"\n");
    }

    private String answer(String given) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(".ci/second-jdk", folder.toString()).redirectErrorStream(true);
        builder.environment().remove("TEARLINE_SECOND_JDK");
        if (given != null) {
            builder.environment().put("TEARLINE_SECOND_JDK", given);
        }
        Process process = builder.start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }
}
