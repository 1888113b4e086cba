package org.tearline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads lines that the JVMs of JDK 17 and 25 wrote. */
class JitLogTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"17,org.tearline.kernel.WriteLoop/0x00007fb5d5028400",
        "25,org.tearline.kernel.ReadLoop/0x0000000088073400"})
    void shouldFindTheLevelOfALoopWhoseProfiledCodeIsGone(String jdk, String loop) throws IOException {
        assertThat(log("compilations-" + jdk + ".txt").level(loop, "run")).hasValue(4);
    }

    @Test
    void shouldCallALoopInterpretedUntilItIsCompiled() throws IOException {
        assertThat(log("compilations-17.txt").level("org.tearline.kernel.WriteLoop/0x0", "run")).isEmpty();
    }

    @Test
    void shouldNotTakeOneMethodForAnother() throws IOException {
        assertThat(log("compilations-17.txt").level("org.tearline.kernel.ReadLoop/0x00007fb5d5080400", "keep"))
            .hasValue(3);
    }

    @Test
    void shouldNoticeCodeThatWasThrownAway() throws IOException {
        Path file = folder.resolve("log");
        Files.writeString(file, Files.readString(resource("compilations-17.txt"))
            + "[0.9s][debug][jit,compilation]  607       4       "
            + "org.tearline.kernel.WriteLoop/0x00007fb5d5028400::run (170 bytes)   made not entrant\n");
        assertThat(JitLog.whole(file).level("org.tearline.kernel.WriteLoop/0x00007fb5d5028400", "run")).isEmpty();
    }

    @Test
    void shouldNotCountCodeForOneLoopTurnOnly() throws IOException {
        Path file = folder.resolve("log");
        Files.writeString(file, "[0.1s][debug][jit,compilation]   12 %  b  4       A::run @ 9 (170 bytes)\n");
        assertThat(JitLog.whole(file).level("A", "run")).isEmpty();
    }

    private static JitLog log(String name) {
        return JitLog.whole(resource(name));
    }

    private static Path resource(String name) {
        return Path.of("src/test/resources/engine", name);
    }
}
