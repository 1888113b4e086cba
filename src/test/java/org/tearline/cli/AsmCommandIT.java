package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command as users start it: the packaged jar in a JVM of its own. */
class AsmCommandIT {
    @TempDir
    private Path folder;

    private record Said(int exitCode, String out, String err) {
    }

    @BeforeEach
    void needX86AndObjdump() {
        assumeTrue(System.getProperty("os.arch").equals("amd64"), "the instructions are those of x86-64");
        assumeTrue(Stream.of(System.getenv("PATH").split(":")).anyMatch(path -> Files.isExecutable(Path.of(path,
            "objdump"))), "no objdump here: install binutils");
    }

    @Test
    void shouldMarkTheAccessOnBothSides() throws Exception {
        Said said = asm(List.of(), "--write", "cas", "--read", "volatile");

        assertThat(said.err()).isEmpty();
        assertThat(said.exitCode()).isZero();
        assertThat(said.out()).contains("write cas: lock cmpxchg\n", "read volatile: mov\n", "One locked access")
            .containsPattern("\n    > lock cmpxchg QWORD PTR \\[r\\w+],r\\w+\n")
            .containsPattern("\n    > mov    r\\w+,QWORD PTR \\[r\\w+]\n");
        assertThat(said.out().lines()).hasSizeLessThan(20);
    }

    @Test
    void shouldTakeSystemPropertiesAndTheOptionsOfRun() throws Exception {
        Said said = asm(List.of("-Dwrite=getandadd", "-Dtier=c1"), "--duration", "1s", "--no-split-locks");

        assertThat(said.err()).isEmpty();
        assertThat(said.out()).contains("write getandadd: lock xadd\n", "read volatile: vmovsd\n");
    }

    @Test
    void shouldPrintOneJsonObject() throws Exception {
        Said said = asm(List.of(), "--write", "volatile", "--offset", "4092", "--json");

        JsonNode json = JsonMapper.builder().build().readTree(said.out());
        assertThat(json.get("crosses").asString()).isEqualTo("page");
        JsonNode write = json.get("evidence").get(0);
        assertThat(write.get("instruction").asString()).isEqualTo("mov + lock add [rsp]");
        assertThat(write.get("locked").asBoolean()).isFalse();
        assertThat(write.get("loop").valueStream().filter(line -> line.get("marked").asBoolean()).count())
            .isEqualTo(write.get("accesses").asInt() + write.get("fences").asInt());
    }

    @Test
    void shouldSayWhatTheApiRefuses() throws Exception {
        Said said = asm(List.of(), "--memory", "bytebuffer", "--write", "volatile", "--read", "plain");

        assertThat(said.exitCode()).isEqualTo(3);
        assertThat(said.out()).contains("write volatile: none\n", "IllegalStateException", "read plain: mov\n");
    }

    @Test
    void shouldShowBytesAndSayWhatToInstallWithoutObjdump() throws Exception {
        Said said = start(List.of(), true, "--write", "cas");

        assertThat(said.exitCode()).isEqualTo(3);
        assertThat(said.out()).contains("write cas: none\n", "Not decoded.");
        assertThat(said.err().lines()).singleElement().asString().startsWith("tester: ").contains("install binutils");
    }

    @Test
    void shouldSayThatTheInterpreterHasNoCode() throws Exception {
        Said said = asm(List.of(), "--tier", "interpreter");

        assertThat(said.exitCode()).isEqualTo(3);
        assertThat(said.out()).isEmpty();
        assertThat(said.err().lines()).singleElement().asString().contains("the interpreter compiles nothing");
    }

    @Test
    void shouldRefuseABadValueInOneLine() throws Exception {
        Said said = asm(List.of(), "--tier", "c3");

        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.err().lines()).singleElement().asString().contains("'c3' is none of c2, c1, interpreter");
    }

    private Said asm(List<String> properties, String... options) throws IOException, InterruptedException {
        return start(properties, false, options);
    }

    private Said start(List<String> properties, boolean emptyPath, String... options)
        throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
            .toString()));
        command.addAll(properties);
        command.addAll(List.of("-jar", System.getProperty("tester.jar"), "asm"));
        command.addAll(Arrays.asList(options));
        ProcessBuilder builder = new ProcessBuilder(command);
        if (emptyPath) {
            builder.environment().put("PATH", folder.toString());
        }
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        int exitCode = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start()
            .waitFor();
        return new Said(exitCode, Files.readString(out, StandardCharsets.UTF_8),
            Files.readString(err, StandardCharsets.UTF_8));
    }
}
