// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds every source that is not Java to its line with the licence; Checkstyle holds those in Java. */
class LicenceLineTest {
    private static final Pattern SOURCE = Pattern.compile(".*\\.(jte|js|css|c|py|sql|ya?ml|ini)");
    private static final String LINE = "SPDX-License-Identifier: Apache-2.0";

    @Test
    void shouldNameTheLicenceInEverySource() throws IOException {
        List<Path> sources = Stream.of(files("src/main"), files("bench/src/main"), files("scripts"),
            files("fleet"), files(".ci")).flatMap(List::stream).filter(LicenceLineTest::isSource).toList();

        assertThat(sources).extracting(Path::toString)
            .contains("src/main/jte/page.jte", "src/main/resources/report/page.css", "scripts/soak", ".ci/run");
        for (Path source : sources) {
            assertThat(Files.readAllLines(source)).as(source.toString()).anyMatch(line -> line.contains(LINE));
        }
    }

    private static boolean isSource(Path file) {
        String name = file.getFileName().toString();
        return SOURCE.matcher(name).matches() || !name.contains(".") && !name.equals("LICENSE");
    }

    private static List<Path> files(String folder) throws IOException {
        try (Stream<Path> found = Files.walk(Path.of(folder))) {
            return found.filter(Files::isRegularFile).toList();
        }
    }
}
