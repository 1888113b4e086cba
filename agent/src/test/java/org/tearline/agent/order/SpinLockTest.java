// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpinLockTest {
    private static final Path SOURCES = Path.of("src", "main", "java", "org", "tearline", "agent");
    private static final Path CLASSES = Path.of("target", "classes", "org", "tearline", "agent");

    /**
     * A thread that is about to park would wait forever if a hook took its permit. In a monitor, a virtual thread may
     * leave its carrier, and wait forever behind those that only yield.
     */
    @ParameterizedTest
    @ValueSource(strings = {"order", "value", "record"})
    void shouldNeitherParkNorEnterAMonitor(String folder) throws IOException {
        try (Stream<Path> files = Files.list(CLASSES.resolve(folder));
             Stream<Path> sources = Files.list(SOURCES.resolve(folder))) {
            assertThat(files).isNotEmpty().allSatisfy(file ->
                assertThat(file).content(ISO_8859_1).doesNotContain("park"));
            assertThat(sources).allSatisfy(file -> assertThat(file).content().doesNotContain("synchronized"));
        }
    }

    /** Linking a method handle calls the agent, and a thread that it does not know yet would wait again, and again. */
    @Test
    void shouldLinkNothing() {
        assertThat(CLASSES.resolve("order/SpinLock.class")).content(ISO_8859_1)
            .doesNotContain("java/lang/invoke");
    }
}
