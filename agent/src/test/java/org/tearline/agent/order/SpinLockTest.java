// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpinLockTest {
    private static final Path CLASSES = Path.of("target", "classes", "org", "tearline", "agent");

    /** A thread that is about to park would wait forever if a hook took its permit. */
    @ParameterizedTest
    @ValueSource(strings = {"order", "value", "record"})
    void shouldNeverPark(String folder) throws IOException {
        try (Stream<Path> files = Files.list(CLASSES.resolve(folder))) {
            assertThat(files).isNotEmpty().noneMatch(SpinLockTest::mentionsPark);
        }
    }

    /** Linking a method handle calls the agent, and a thread that it does not know yet would wait again, and again. */
    @Test
    void shouldLinkNothing() throws IOException {
        Path file = CLASSES.resolve("order").resolve("SpinLock.class");
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain("java/lang/invoke");
    }

    private static boolean mentionsPark(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).contains("park");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
