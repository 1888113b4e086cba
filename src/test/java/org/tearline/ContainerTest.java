// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that an image has what the tester has that Maven builds from a clone. */
class ContainerTest {
    private static final Pattern RESOURCE = Pattern.compile("(?s)<resource>.*?</resource>");
    private static final Pattern FOLDER = Pattern.compile("<directory>(?:\\$\\{project.basedir\\}/?)?(.*?)</");
    private static final Pattern FILE = Pattern.compile("<include>(.*?)</include>");

    @Test
    void shouldCopyWhatTheJarContains() throws IOException {
        List<Path> copied = Files.readString(Path.of("Containerfile")).lines()
            .filter(line -> line.startsWith("COPY ") && !line.contains("--from"))
            .map(line -> List.of(line.split(" ")))
            .flatMap(words -> words.subList(1, words.size() - 1).stream())
            .map(Path::of).toList();
        List<String> resources = RESOURCE.matcher(Files.readString(Path.of("pom.xml"))).results()
            .map(MatchResult::group).toList();
        assertThat(resources).hasSizeGreaterThan(3);
        for (String resource : resources) {
            Matcher folder = FOLDER.matcher(resource);
            assertThat(folder.find()).isTrue();
            Path base = Path.of(folder.group(1));
            List<Path> files = FILE.matcher(resource).results().map(found -> base.resolve(found.group(1))).toList();
            for (Path needed : files.isEmpty() ? List.of(base) : files) {
                assertThat(copied).anyMatch(needed::startsWith);
            }
        }
    }
}
