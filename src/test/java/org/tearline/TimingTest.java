// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A test that passes in time on an idle machine fails on a busy one. The build ends what hangs: see parent/pom.xml. */
class TimingTest {
    private static final Pattern LIMIT = Pattern.compile(
        "@Time" + "out\\b|assertTime" + "out|\\.(waitFor|get|await|join|orTimeout)\\([^()]*TimeUnit\\.");

    @Test
    void shouldHaveNoLimitOfTimeInAnyTest() throws IOException {
        for (String project : List.of(".", "agent", "bench", "jcstress", "junit")) {
            try (Stream<Path> files = Files.walk(Path.of(project, "src/test/java"))) {
                assertThat(files.filter(Files::isRegularFile).filter(TimingTest::hasLimit)).isEmpty();
            }
        }
    }

    private static boolean hasLimit(Path file) {
        try {
            return LIMIT.matcher(Files.readString(file)).find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
