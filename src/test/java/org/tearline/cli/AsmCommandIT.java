// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.Jdks;

/** Inspects real loops with the packaged jar. */
class AsmCommandIT {
    @TempDir
    private Path folder;

    @BeforeEach
    void requireX86AndObjdump() {
        assumeTrue(System.getProperty("os.arch").equals("amd64"), "needs x86-64");
        assumeTrue(Stream.of(System.getenv("PATH").split(":")).anyMatch(path -> Files.isExecutable(Path.of(path,
            "objdump"))), "objdump is missing: install binutils");
    }

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldMarkTheAccessOnBothSides(String home) throws Exception {
        Jar.Result run = Jar.run(home, "asm", "--write", "cas", "--read", "volatile");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("write cas: lock cmpxchg", "read volatile: mov\n", "One locked 8-byte access")
            .containsPattern("\n    > lock cmpxchg QWORD PTR \\[r\\w+(?:\\+0x0)?],r\\w+\n")
            .containsPattern("\n    > mov    r\\w+,QWORD PTR \\[r\\w+(?:\\+0x0)?]\n");
        assertThat(run.out().lines()).hasSizeLessThan(30);
        assertThat(run.out()).contains("tier c2, stressor spin;");
    }

    @Test
    void shouldExplainOnlyOptionsThatHaveAnEffect() throws Exception {
        assertThat(Jar.loaded("asm", "--help").out()).contains("--offset=", "--tier=", "--full")
            .doesNotContain("--seed", "--file", "--writers");
    }

    @Test
    void shouldReportARefusalByTheApi() throws Exception {
        Jar.Result run = Jar.loaded("asm", "--memory", "bytebuffer", "--write", "volatile", "--read", "plain",
            "--stressor", "none");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out()).contains("stressor none;", "write volatile: refused\n", "IllegalStateException",
            "read plain: mov\n");
    }

    @Test
    void shouldNameThePackageToInstallWithoutObjdump() throws Exception {
        Jar.Result run = Jar.run(Jdks.first(), builder -> builder.environment().put("PATH", folder.toString()), "asm",
            "--write", "cas");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out()).contains("write cas: not decoded\n");
        assertThat(run.err().lines()).singleElement().asString().startsWith("tester: ").contains("install binutils");
    }
}
