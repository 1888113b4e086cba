// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tearline.plan.Alignment;
import org.tearline.plan.Geometry;
import org.tearline.plan.OffsetList;

/** Holds every output and document to the words for places that docs/glossary.md defines. */
class PlacesTest {
    private static final Path GLOSSARY = Path.of("docs/glossary.md");
    private static final Geometry USUAL = new Geometry(64, 4096);

    /** Whatever prints or is read: sources, templates, scripts of the page, schemas, documents, generated pages. */
    private static final List<String> ROOTS = List.of("README.md", "CONTRIBUTING.md", "docs", "src/main",
        "agent/src/main", "agent/README.md", "bench/src/main", "bench/README.md", "jcstress/src/main",
        "jcstress/README.md", "scripts",
        "reports/README.md", "reports/index.html", "src/test/resources/golden");
    private static final Pattern TEXT = Pattern.compile(".*\\.(md|java|jte|js|json|html|csv|txt)|.*/scripts/[^.]+");
    /** Other words for the same places: another preposition, an article that says that there is one line. */
    private static final Pattern OTHER = Pattern.compile(
        "\\b(over|within) (8|16|32|64)\\b(?! aligned)|\\binside (8|16|32|64)\\b(?! (bytes|aligned))"
            + "|\\bover (a |the )?(line|page)\\b|\\binside (the )?(64-byte )?line\\b|\\bacross the (line|page)\\b"
            + "|\\b(within|crosses)-(8|16|32|64|line|page)\\b|\\bacross a multiple of (8|16|32|64),",
        Pattern.CASE_INSENSITIVE);

    @Test
    void shouldDefineEachPlaceOnce() throws IOException {
        String table = Arrays.stream(Alignment.values()).map(place -> "| " + Words.place(place) + " | `" + place
            + "` | " + Words.meaning(place) + " |").collect(Collectors.joining("\n"));
        assertThat(Files.readString(GLOSSARY).lines().filter(line -> line.contains("| `"))
            .map(line -> line.replaceFirst("[^|]*\\|$", "")).collect(Collectors.joining("\n"))).isEqualTo(table);
        Stream.of(PlaceKind.values()).forEach(kind -> assertThat(text(GLOSSARY)).contains(kind.toString()));
    }

    @Test
    void shouldListTheOffsetsOfALongAtEachPlace() throws IOException {
        for (Alignment place : List.of(Alignment.ACROSS_8, Alignment.ACROSS_16, Alignment.ACROSS_32,
            Alignment.ACROSS_LINE, Alignment.ACROSS_PAGE)) {
            String offsets = OffsetList.ranges(IntStream.concat(IntStream.range(0, 64), IntStream.range(4089, 4096))
                .filter(offset -> Alignment.of(offset, 8, USUAL) == place).boxed().toList());
            assertThat(Files.readString(GLOSSARY).lines()).anyMatch(line -> line.startsWith("| " + Words.place(place)
                + " |") && line.endsWith(" | " + offsets.replace(",", ", ") + " |"));
        }
    }

    @Test
    void shouldUseNoOtherWordForAPlace() throws IOException {
        List<String> found = new ArrayList<>();
        for (String root : ROOTS) {
            try (Stream<Path> files = Files.walk(Path.of(root))) {
                for (Path file : files.filter(Files::isRegularFile).filter(path -> TEXT.matcher("/" + path).matches())
                    .toList()) {
                    text(file).lines().forEach(line -> OTHER.matcher(line).results()
                        .forEach(match -> found.add(file + ": " + match.group())));
                }
            }
        }
        assertThat(found).isEmpty();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(file.toString(), e);
        }
    }
}
