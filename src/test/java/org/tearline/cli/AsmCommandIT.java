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
import org.tearline.cli.text.Output;
import org.tearline.loop.Stressor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Inspects real loops with the packaged jar. */
class AsmCommandIT {
    /** Compiling all loops in two tiers takes 15 s, or more if other builds run. */

    @TempDir
    private Path folder;

    @BeforeEach
    void needX86AndObjdump() {
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
        assertThat(run.out()).contains("tier c2, stressor spin;").doesNotContain("Different with");
        Stressor.names().stream().filter(name -> !name.contains("writeback")
            && !name.equals("spin")).forEach(name -> assertThat(run.out().replaceAll("\\s+", " "))
                .containsPattern("Identical with these stressors: [^.]*" + name + "[,.]"));
    }

    @Test
    void shouldPrintOneJsonObject() throws Exception {
        Jar.Result run = Jar.loaded("asm", "--write", "volatile", "--offset", "4092", "--json");

        JsonNode json = JsonMapper.builder().build().readTree(run.out());
        assertThat(json.get("crosses").asString()).isEqualTo("page");
        JsonNode write = json.get("evidence").get(0);
        assertThat(write.get("instruction").asString()).isEqualTo("mov + lock add [rsp]");
        assertThat(write.get("locked").asBoolean()).isFalse();
        assertThat(write.get("loop").valueStream().filter(line -> line.get("marked").asBoolean()).count())
            .isEqualTo(write.get("accesses").asInt() + write.get("fences").asInt());
        Output.assertFollows("asm", run.out());
    }

    @Test
    void shouldReportARefusalByTheApi() throws Exception {
        Jar.Result run = Jar.loaded("asm", "--memory", "bytebuffer", "--write", "volatile", "--read", "plain");

        assertThat(run.exitCode()).isEqualTo(3);
        Output.assertFollows("asm", Jar.loaded("asm", "--memory=bytebuffer", "--write=volatile", "--read=plain",
            "--json").out());
        assertThat(run.out()).contains("write volatile: refused\n", "IllegalStateException", "read plain: mov\n");
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
