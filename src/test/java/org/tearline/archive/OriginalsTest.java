// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.file.ValidatorTest.VALIDATOR;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.file.Copy;
import org.tearline.file.Examination;
import org.tearline.file.ResultFile;
import org.tearline.file.Series;
import org.tearline.file.SyntheticResults;
import org.tearline.file.ValidatorTest;

class OriginalsTest {
    private final ResultFile original = ValidatorTest.small();
    private final Series first = original.series().get(0);
    private final Originals originals = new Originals();

    /** However few counts are taken, and whichever file comes first. Otherwise one run could confirm a CPU. */
    @ParameterizedTest
    @CsvSource({"2,7", "2,2", "1,8", "1,3"})
    void shouldFindAnExcerpt(int series, int offsets) {
        ResultFile excerpt = other(original, original.series().subList(0, series).stream()
            .map(one -> part(one, offsets))
            .toList());
        for (List<ResultFile> files : List.of(List.of(original, excerpt), List.of(excerpt, original))) {
            Originals found = new Originals();

            assertThat(files.stream().map(file -> found.compare(examined(file)).valid())).containsExactly(true, false);
        }
    }

    @Test
    void shouldFindAnExcerptOfASeriesAmongOthers() {
        ResultFile own = new SyntheticResults(5).next();
        List<Series> series = new ArrayList<>(own.series());
        series.set(0, part(first, 7));

        assertThat(isCopy(original)).isFalse();
        assertThat(isCopy(own)).isFalse();
        assertThat(isCopy(other(own, series))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"authenticamd-19-11-01/20261123-linux-debian17-82689d66326091d6.json",
        "genuineintel-06-55-07/20261128-linux-debian17-f9374cc52229ab0c.json"})
    void shouldFindAnExcerptOfOneJcstressTest(String name) throws IOException {
        byte[] text = Files.readAllBytes(Path.of(ResultFile.FOLDER, "x86_64", name));
        ResultFile file = VALIDATOR.examine(name, text).file();

        assertThat(isCopy(file)).isFalse();
        assertThat(isCopy(Copy.of(other(file, List.of()),
            "cases", file.cases().stream().filter(one -> one.states().size() > 1).limit(1).toList(),
            "mixed", file.mixed().stream().filter(one -> one.states().size() > 1).limit(1).toList()))).isTrue();
    }

    /** As many as two counts, or five of twelve, may be equal by chance. */
    @ParameterizedTest
    @CsvSource({"2,2", "12,5"})
    void shouldNotTakeChanceForACopy(int offsets, int equal) {
        List<Long> changes = new ArrayList<>(part(first, offsets).changes());
        for (int i = equal; i < offsets; i++) {
            changes.set(i, changes.get(i) + 1);
        }

        assertThat(isCopy(original)).isFalse();
        assertThat(isCopy(other(original, List.of(Copy.of(part(first, offsets), "changes", changes))))).isFalse();
    }

    private boolean isCopy(ResultFile file) {
        return !originals.compare(examined(file)).valid();
    }

    private static Series part(Series series, int offsets) {
        return Copy.of(series, "offsets", series.offsets().subList(0, offsets), "changes",
            series.changes().subList(0, offsets));
    }

    private static ResultFile other(ResultFile file, List<Series> series) {
        return Copy.of(file, "runId", "2", "digest", "2", "series", series);
    }

    private static Examination examined(ResultFile file) {
        return new Examination(file.runId(), file, List.of(), List.of());
    }
}
