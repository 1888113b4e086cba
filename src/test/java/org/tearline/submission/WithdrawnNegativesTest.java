// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import org.tearline.published.Series;
import org.tearline.published.UnreadableResult;

/** What stays of files whose negative results are withdrawn: the two of Zen 4, of version 1, and one of today. */
class WithdrawnNegativesTest {
    private static final Path ZEN4 = Path.of("reports/results/x86_64/authenticamd-19-11-01");
    private static final Validator VALIDATOR = new Validator(Clock.systemUTC());

    @TempDir
    private Path folder;

    @Test
    void shouldTakeTheTornCellsWithWitnessesOfVersion1AndNothingElse() throws IOException {
        List<Path> files;
        try (var all = Files.list(ZEN4)) {
            files = all.sorted().toList();
        }
        assertThat(files).hasSize(2).allSatisfy(path -> {
            Examination examination = examine(path);
            assertThat(examination.findings()).isEmpty();
            assertOnlyTears(examination.file());
            assertThat(examination.file().series()).filteredOn(series -> series.write() != WriteMode.CAS)
                .hasSize(18).allMatch(series -> series.offsets().containsAll(List.of(25, 26, 27, 28, 29, 30, 31)));
            assertThat(examination.file().series()).filteredOn(series -> series.write() == WriteMode.CAS)
                .allMatch(series -> series.read() == ReadMode.VOLATILE && series.offsets().get(0) >= 57);
            assertThat(VALIDATOR.examine(path.toString(), path).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.line()).contains("only its torn cells with"
                    + " witnesses count, if recalled.txt says negative-results; sweep again;"));
        });
    }

    @Test
    void shouldLeaveOutAFileOfVersion1WhoseWitnessDoesNotHold() throws IOException {
        assertThat(altered("\"seen\":\"0x838383838383832d\"", "\"seen\":\"0x8383838383832d2d\"").findings())
            .extracting(Finding::rule).containsOnly(ValidationRule.WITNESS);
        assertThat(altered("\"25\": {\"7\":1258}", "\"25\": {\"6\":1258}").valid()).isFalse();
        assertThat(altered(",3204,3492,", ",1257,3492,").findings())
            .extracting(Finding::rule).containsOnly(ValidationRule.COUNTS);
        assertThat(altered("\"brand\": \"AMD EPYC\"", "\"brand\": \"Intel Xeon\"").valid()).isFalse();
        assertThat(altered("\"offsets\": [0,", "\"offsets\": [").valid()).isFalse();
        assertThat(altered("\"memory\": \"unsafe\"", "\"memory\": \"elsewhere\"").findings())
            .extracting(Finding::rule).containsOnly(ValidationRule.SCHEMA);
    }

    @Test
    void shouldTakeTheTearsOfAFileOfToday() throws IOException, UnreadableResult {
        ResultFile good = ValidatorTest.good();
        Path path = folder.resolve("good.json");
        ResultText.write(good, path);
        Examination examination = examine(path);
        assertThat(examination.findings()).isEmpty();
        assertOnlyTears(examination.file());
        assertThat(examination.file().series().stream().mapToInt(series -> series.offsets().size()).sum())
            .isEqualTo(good.series().stream().mapToInt(series -> (int) series.witnesses().stream()
                .map(Series.Tear::offset).distinct().count()).sum()).isPositive();
        assertThat(good.series().stream().flatMap(series -> series.torn().stream())).contains(0L);
    }

    private static void assertOnlyTears(ResultFile file) {
        assertThat(file.series()).isNotEmpty().allSatisfy(series -> {
            assertThat(series.torn()).isNotEmpty().allMatch(torn -> torn > 0);
            assertThat(series.witnesses()).extracting(Series.Tear::offset).containsOnlyOnceElementsOf(series.offsets());
            assertThat(series.seams().keySet()).containsExactlyInAnyOrderElementsOf(series.offsets());
            assertThat(series.calibration()).isEmpty();
        });
        assertThat(file.placements()).isEmpty();
        assertThat(file.evidence()).isEmpty();
    }

    private Examination altered(String what, String by) throws IOException {
        String text = Files.readString(ZEN4.resolve("20261121-linux-debian17-c463a0dcefe76f45.json"));
        assertThat(text).contains(what);
        int at = text.indexOf(what);
        return examine(Files.writeString(folder.resolve("altered.json"), text.substring(0, at) + by
            + text.substring(at + what.length())));
    }

    private static Examination examine(Path path) throws IOException {
        return WithdrawnNegatives.of(VALIDATOR.examine(path.toString(), path), path);
    }
}
