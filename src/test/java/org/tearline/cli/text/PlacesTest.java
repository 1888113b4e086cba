// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tearline.trial.Alignment;
import org.tearline.trial.Geometry;
import org.tearline.trial.OffsetList;
import org.tearline.trial.Width;
import org.tearline.words.Words;

/** Compares the names of places with docs/glossary.md. */
class PlacesTest {
    private static final Path GLOSSARY = Path.of("docs/glossary.md");
    private static final Geometry USUAL = new Geometry(64, 4096);

    @Test
    void shouldDefineEachPlace() throws IOException {
        String table = Arrays.stream(Alignment.values()).map(place -> "| " + Words.place(place) + " | `" + place
            + "` | " + meaning(place) + " |").collect(Collectors.joining("\n"));
        assertThat(Files.readString(GLOSSARY).lines().filter(line -> line.contains("| `"))
            .map(line -> line.replaceFirst("[^|]*\\|$", "")).collect(Collectors.joining("\n"))).isEqualTo(table);
    }

    @Test
    void shouldListTheOffsetsOfALongAtEachPlace() throws IOException {
        for (Alignment place : List.of(Alignment.ACROSS_8, Alignment.ACROSS_16, Alignment.ACROSS_32,
            Alignment.ACROSS_LINE, Alignment.ACROSS_PAGE)) {
            String offsets = OffsetList.ranges(IntStream.concat(IntStream.range(0, 64), IntStream.range(4089, 4096))
                .filter(offset -> Alignment.of(offset, Width.LONG, USUAL) == place).boxed().toList());
            assertThat(Files.readString(GLOSSARY).lines()).anyMatch(line -> line.startsWith("| " + Words.place(place)
                + " |") && line.endsWith(" | " + offsets.replace(",", ", ") + " |"));
        }
    }

    private static String meaning(Alignment place) {
        return switch (place) {
            case ALIGNED -> "the address is a multiple of the width";
            case INSIDE_8 -> "misaligned, inside one aligned block of 8 bytes";
            case ACROSS_8 -> "inside a line, across a multiple of 8 bytes but not of 16";
            case ACROSS_16 -> "inside a line, across a multiple of 16 bytes but not of 32";
            case ACROSS_32 -> "inside a line, across a multiple of 32 bytes but not of 64";
            case ACROSS_64 -> "inside a line that is longer than 64 bytes, across a multiple of 64";
            case ACROSS_LINE -> "in two cache lines of one page";
            case ACROSS_PAGE -> "in two pages";
        };
    }
}
