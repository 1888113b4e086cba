// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.loop.Stressor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command as users start it: the packaged jar in a JVM of its own. */
class AsmCommandIT {
    /** All loops are compiled for it, in two tiers: a quarter of a minute, and more beside other builds. */
    private static final long TABLE_SECONDS = 180;

    @TempDir
    private Path folder;

    @BeforeEach
    void needX86AndObjdump() {
        assumeTrue(System.getProperty("os.arch").equals("amd64"), "the instructions are those of x86-64");
        assumeTrue(Stream.of(System.getenv("PATH").split(":")).anyMatch(path -> Files.isExecutable(Path.of(path,
            "objdump"))), "no objdump here: install binutils");
    }

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldMarkTheAccessOnBothSides(String home) throws Exception {
        Jar.Result said = Jar.run(home, withCommand("--write", "cas", "--read", "volatile"));

        assertThat(said.err()).isEmpty();
        assertThat(said.exitCode()).isZero();
        assertThat(said.out()).contains("write cas: lock cmpxchg", "read volatile: mov\n", "One locked access")
            .containsPattern("\n    > lock cmpxchg QWORD PTR \\[r\\w+(?:\\+0x0)?],r\\w+\n")
            .containsPattern("\n    > mov    r\\w+,QWORD PTR \\[r\\w+(?:\\+0x0)?]\n");
        assertThat(said.out().lines()).hasSizeLessThan(30);
        assertThat(said.out()).contains("tier c2, stressor spin;").doesNotContain("Different with");
        Stressor.names().stream().filter(name -> !name.contains("writeback")
            && !name.equals("spin")).forEach(name -> assertThat(said.out().replaceAll("\\s+", " "))
                .containsPattern("Identical with these stressors: [^.]*" + name + "[,.]"));
    }

    @Test
    void shouldPrintOneJsonObject() throws Exception {
        Jar.Result said = asm("--write", "volatile", "--offset", "4092", "--json");

        JsonNode json = JsonMapper.builder().build().readTree(said.out());
        assertThat(json.get("crosses").asString()).isEqualTo("page");
        JsonNode write = json.get("evidence").get(0);
        assertThat(write.get("instruction").asString()).isEqualTo("mov + lock add [rsp]");
        assertThat(write.get("locked").asBoolean()).isFalse();
        assertThat(write.get("loop").valueStream().filter(line -> line.get("marked").asBoolean()).count())
            .isEqualTo(write.get("accesses").asInt() + write.get("fences").asInt());
        assertFollowsSchema(said.out());
    }

    @Test
    void shouldSayWhatTheApiRefuses() throws Exception {
        Jar.Result said = asm("--memory", "bytebuffer", "--write", "volatile", "--read", "plain");

        assertThat(said.exitCode()).isEqualTo(3);
        assertFollowsSchema(asm("--memory", "bytebuffer", "--write", "volatile", "--read", "plain", "--json").out());
        assertThat(said.out()).contains("write volatile: refused\n", "IllegalStateException", "read plain: mov\n");
    }

    @Test
    void shouldSayWhatToInstallWithoutObjdump() throws Exception {
        Jar.Result said = Jar.finish(Jar.start(System.getProperty("java.home"), builder -> {
            builder.environment().put("PATH", folder.toString());
            return builder;
        }, withCommand("--write", "cas")));

        assertThat(said.exitCode()).isEqualTo(3);
        assertThat(said.out()).contains("write cas: not decoded\n");
        assertThat(said.err().lines()).singleElement().asString().startsWith("tester: ").contains("install binutils");
    }

    /** What an API refuses aside, an access is the same instruction in every memory. */
    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldMarkWhatDiffersBetweenMemories(String jdk) throws Exception {
        Jar.Result said = Jar.finish(Jar.start(jdk, builder -> builder, "asm", "--table", "--json"), TABLE_SECONDS);

        assertThat(said.exitCode()).isZero();
        assertFollowsSchema(said.out());
        List<JsonNode> instructions = JsonMapper.builder().build().readTree(said.out()).get("instructions")
            .valueStream().toList();
        assertThat(instructions).hasSizeGreaterThanOrEqualTo(2 * 3 * 14 * 5).allSatisfy(line -> {
            assertThat(line.get("warning").isNull()).as("%s", line).isTrue();
            assertThat(line.get("differs").asBoolean()).as("%s", line)
                .isEqualTo(line.get("instruction").asString().equals("refused"));
        });
        assertThat(Jar.run(jdk, "asm", "--table", "--width=4").err().lines()).singleElement().asString()
            .contains("--table covers every access and can be combined with --json only, not with --width");
    }

    private static Jar.Result asm(String... arguments) throws Exception {
        return Jar.run(System.getProperty("java.home"), withCommand(arguments));
    }

    private static String[] withCommand(String... arguments) {
        return Stream.concat(Stream.of("asm"), Stream.of(arguments)).toArray(String[]::new);
    }

    private static void assertFollowsSchema(String json) throws IOException {
        try (var schema = AsmCommandIT.class.getResourceAsStream("/schema/asm.schema.json")) {
            assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema)
                .validate(json, InputFormat.JSON)).as(json).isEmpty();
        }
    }
}
