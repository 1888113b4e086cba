// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.Golden;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;

class LinePictureTest {
    private static final int LABEL = 6;
    private static final Screen FILE = screen(Screen.ENDLESS, false, false);

    @Test
    void shouldMatchTheGoldenFile() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Screen screen : List.of(FILE, screen(80, false, true), screen(60, false, true),
            screen(60, true, false), screen(30, false, false))) {
            for (int offset : new int[] {0, 4, 28, 60, 4092, 8184}) {
                add(all, screen, offset, Architecture.X86_64, new Geometry(64, 4096));
            }
            add(all, screen, 60, Architecture.PPC64, new Geometry(128, 65_536));
            lines(screen, 61, Width.INT, Architecture.X86_64, new Geometry(64, 4096)).forEach(line ->
                all.append(line).append('\n'));
            add(all, screen, 126, Architecture.PPC64, new Geometry(128, 65_536));
        }
        Golden.check(Path.of("src/test/resources/golden/line-pictures.txt"), all.toString());
        Golden.abortIfWritten();
    }

    private static void add(StringBuilder all, Screen screen, int offset, Architecture architecture,
                            Geometry geometry) {
        all.append(offset).append(" of lines of ").append(geometry.lineBytes()).append(", columns ")
            .append(screen.columns()).append(screen.colour() ? ", colour" : "")
            .append(screen.unicode() ? ", more than ASCII" : "").append('\n');
        lines(screen, offset, Width.LONG, architecture, geometry).forEach(line -> all.append(line).append('\n'));
        all.append('\n');
    }

    /** Tests every offset: each byte appears once, in its place, with a mark at the crossed boundary. */
    @ParameterizedTest
    @ValueSource(ints = {24, 43, 60, 79, 200})
    void shouldPutEveryByteInItsPlace(int columns) {
        for (Width width : Width.values()) {
            shouldPutEveryByteInItsPlace(columns, width);
        }
    }

    private static void shouldPutEveryByteInItsPlace(int columns, Width width) {
        Geometry geometry = new Geometry(64, 4096);
        String numbers = "0123456789".repeat(7).substring(0, width.bytes());
        for (int offset = 0; offset <= geometry.maxOffset(width); offset++) {
            int boundary = largestBoundary(offset, width.bytes());
            boolean crosses = boundary > 0;
            StringBuilder drawn = new StringBuilder();
            int start = -1;
            int marks = 0;
            for (String line : lines(screen(columns, false, false), offset, width,
                Architecture.X86_64, geometry)) {
                assertThat(line).hasSizeLessThanOrEqualTo(columns);
                if (line.matches(" *\\d+ [|#][.0-9]{8}[|#].*")) {
                    int label = Integer.parseInt(line.substring(0, LABEL - 1).strip());
                    start = start < 0 ? label : start;
                    assertThat(label).as("rows follow each other").isEqualTo(start + drawn.length());
                    String row = line.substring(LABEL - 1);
                    for (int at = 0; at < row.length(); at += 9) {
                        boolean crossed = label + at / 9 * 8 == boundary && crosses;
                        assertThat(row.charAt(at)).as("at %d of %d", label + at / 9 * 8, offset)
                            .isEqualTo(crossed ? '#' : '|');
                        marks += crossed ? 1 : 0;
                    }
                    drawn.append(row.replaceAll("[|#]", ""));
                }
            }
            assertThat(start).isLessThanOrEqualTo(offset);
            assertThat(drawn.indexOf(numbers) + start).isEqualTo(offset);
            assertThat(drawn.toString().replace(".", "")).isEqualTo(numbers);
            assertThat(marks).isEqualTo(!crosses ? 0 : boundary % Math.min(64, perRow(columns)) == 0
                ? 2 : 1);
        }
    }

    /** Returns the multiple of 8 inside the value that the largest power of two divides; 0 for an aligned value. */
    private static int largestBoundary(int offset, int width) {
        return offset % width == 0 ? 0 : IntStream.range(offset + 1, offset + width).filter(at -> at % 8 == 0).boxed()
            .max(Comparator.comparingInt(Integer::lowestOneBit)).orElse(0);
    }

    private static Screen screen(int columns, boolean colour, boolean unicode) {
        return new Screen(null, columns, colour, unicode);
    }

    private static int perRow(int columns) {
        return columns >= 78 ? 64 : columns >= 42 ? 32 : 16;
    }

    private static List<String> lines(Screen screen, int offset, Width width, Architecture architecture,
                                      Geometry geometry) {
        TrialSpec trial = new TrialSpec(Memory.UNSAFE, width, offset, WriteMode.PLAIN, ReadMode.PLAIN, 1, 1,
            Processes.ONE, Tier.C2, 1);
        BitSet seams = new AccessRules(architecture, geometry, true).legalSeams(trial);
        return new LinePicture(offset, width.bytes(), geometry, seams, screen).lines();
    }
}
