// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.report.page.Runs.MANY;
import static org.tearline.report.page.Runs.cell;
import static org.tearline.report.page.Runs.merged;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tearline.merge.Merge;
import org.tearline.merge.MergedCell;
import org.tearline.merge.Seen;
import org.tearline.merge.Summary;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import org.tearline.platform.CpuFeature;
import org.tearline.promise.Guarantees;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;

/** What one file can do to the summary of many. */
class OneFileTest {
    /** Eight files saw nothing inside a line, strongly, and then comes one that tears there: nobody sent a name. */
    @Test
    void shouldNotLetOneFileDecideWhatOthersDenyStrongly() {
        ResultFile[] files = new ResultFile[9];
        for (int i = 0; i < 8; i++) {
            files[i] = Runs.run(Runs.zen4(), false, null, i, MANY, 0L, 0L, 9L, 9L);
        }
        files[8] = Runs.run(Runs.zen4(), false, null, 8, 1_000, 0L, 500L, 9L, 9L);
        MergedCell cell = cell(1, files);

        assertThat(cell).returns(Seen.UNCONFIRMED, MergedCell::seen).returns(1, MergedCell::tornFiles)
            .returns(9, MergedCell::files).returns(8 * MANY, MergedCell::silentChanges);
        String words = "none in 80 million, strong; unconfirmed: torn 50 %, in 1 of 9 files";
        assertThat(Summary.of(List.of(cell)).words()).isEqualTo(words);
        assertThat(Matrix.rows(Guarantees.load(), merged(files).cpus(), false).get(0).words().get(1).words())
            .isEqualTo(words);
        assertThat(ReadmeTears.tears(merged(files), "results")).contains("| " + words + " |");
        assertThat(Answer.of(merged(files).cpus().get(0)).sentence())
            .startsWith("inside a line nothing tore in 80 million changes; disputed: torn in 1 of 9 files");
    }

    /** Handles cost nothing, so two of them get both numbers beside each other, and never the plain answer. */
    @Test
    void shouldLetTwoHandlesDisputeWhatMoreFilesDeny() {
        List<ResultFile> files = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            files.add(Runs.run(Runs.zen4(), false, null, i, MANY, 0L, 0L, 9L, 9L));
        }
        files.add(Runs.run(Runs.zen4(), false, "ann", 5, 1_000, 0L, 500L, 9L, 9L));
        files.add(Runs.run(Runs.zen4(), false, "ANN", 6, 1_000, 0L, 500L, 9L, 9L));
        assertThat(words(1, files)).isEqualTo("none in 50 million, strong; unconfirmed: torn 50 %, in 2 of 7 files");
        files.add(Runs.run(Runs.zen4(), false, "bob", 7, 1_000, 0L, 500L, 9L, 9L));
        assertThat(words(1, files)).isEqualTo("mixed: torn 50 %, in 3 of 8 files; none in 50 million");
    }

    /** What two handles did to the locked pairs of Emerald Rapids, of which others have weak negative results. */
    @Test
    void shouldShowATearAgainstAPromiseAsDisputedHoweverManyHandlesItHas() {
        List<ResultFile> files = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            files.add(locked(null, i, 5_000, 0L));
        }
        files.add(locked("ann", 4, 5_000, 250L));
        assertThat(words(2, files)).isEqualTo("none in 20,000, weak; unconfirmed: torn 5 %, in 1 of 5 files");
        files.add(locked("bob", 5, 5_000, 250L));
        files.add(locked("carol", 6, 5_000, 250L));
        String words = "mixed: torn 5 %, in 3 of 7 files; none in 20,000";
        assertThat(words(2, files)).isEqualTo(words);
        Merge merge = merged(files.toArray(ResultFile[]::new));
        assertThat(ReadmeTears.tears(merge, "results")).contains("| " + words + " |");
        assertThat(Answer.of(merge.cpus().get(0)).sentence())
            .endsWith("disputed: locked pairs torn in 3 of 7 files, none in 20,000 changes of the others");
        String text = Markdown.text(merge, Guarantees.load());
        assertThat(text).doesNotContain("CONTRADICT").contains(words + "; promised whole (I22)",
            "Against a promise: Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz, cas/exchange, across a line: promised atomic"
                + " (I22), " + words);
        assertThat(text.indexOf("Against a promise")).isGreaterThan(text.indexOf("| Skylake |"));
    }

    @Test
    void shouldSayInHowManyFilesANegativeResultIsStrong() {
        List<ResultFile> files = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            files.add(locked(null, i, 5_000, 0L));
        }
        assertThat(words(2, files)).isEqualTo("none in 20,000, weak: few changes");
        files.add(locked(null, 4, 100_000, 0L));
        assertThat(words(2, files)).isEqualTo("none in 120,000, strong in 1 of 5 files");
        assertThat(ReadmeTears.tears(merged(files.toArray(ResultFile[]::new)), "results"))
            .contains("none in 120,000 (below 1 in 40,000 a place), strong in 1 of 5 files |");
    }

    /** One named file with tiny rates took the place of a range of rates. */
    @Test
    void shouldNotLetOneFileReplaceTheRatesOfOthers() {
        List<ResultFile> files = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            files.add(Runs.run(Runs.zen4(), false, null, i, 1_000_000, 0L, 0L, 50_000L, 0L));
        }
        assertThat(words(2, files)).isEqualTo("torn 5 %");
        files.add(Runs.run(Runs.zen4(), false, "mallory", 3, 1_000_000, 0L, 0L, 10L, 0L));
        assertThat(words(2, files)).isEqualTo("torn 1 in 100,000 to 1 in 20");
        assertThat(Summary.of(List.of(cell(2, files.toArray(ResultFile[]::new)))).median()).isEqualTo(0.05);
        files.add(Runs.run(Runs.zen4(), false, "trudy", 4, 1_000_000, 0L, 0L, 10L, 0L));
        assertThat(Summary.of(List.of(cell(2, files.toArray(ResultFile[]::new)))).median()).isEqualTo(0.05);
    }

    private static ResultFile locked(String submitter, int number, long changes, long torn) {
        return Runs.run(Kind.SWEEP, Runs.skylake(), false, submitter, number, List.of(Runs.series(WriteMode.CAS,
            ReadMode.EXCHANGE, changes, List.of(0L, 0L, torn, 0L))));
    }

    private static String words(int index, List<ResultFile> files) {
        return Summary.of(List.of(cell(index, files.toArray(ResultFile[]::new)))).words();
    }

    @Test
    void shouldNotBelieveATearAgainstAPromiseUntilASecondSubmitterWithAHandleHasIt() {
        ResultFile first = intel("Ann", 1, 5L);
        assertThat(cell(1, first).seen()).isEqualTo(Seen.UNCONFIRMED);
        assertThat(cell(1, first, intel(null, 2, 5L), intel("ANN", 3, 5L)).seen()).isEqualTo(Seen.UNCONFIRMED);
        assertThat(cell(1, first, intel("bob", 2, 5L)).seen()).isEqualTo(Seen.MIXED);
        assertThat(cell(1, first, intel("bob", 2, 5L), intel(null, 3, 0L)).seen()).isEqualTo(Seen.MIXED);
        assertThat(merged(first, intel("ANN", 3, 5L)).cpus().get(0).submitters()).isEqualTo(1);
        assertThat(Contradiction.of(Guarantees.load(), merged(first).cpus())).isEmpty();
        assertThat(Contradiction.unconfirmed(Guarantees.load(), merged(first).cpus())).singleElement()
            .returns("promised atomic (I8)", Contradiction::doubt);
        assertThat(Contradiction.of(Guarantees.load(), merged(first, intel("bob", 2, 5L)).cpus())).hasSize(1);
    }

    /** Of two submitters who saw it: whoever says that the CPU has a feature to which a promise is tied. */
    @Test
    void shouldNotLetOneFilesFeaturesDenyOrDecryWhatTwoSaw() {
        ResultFile[] saw = {arm("ann", 1, List.of(), 5L), arm("bob", 2, List.of(), 5L)};
        ResultFile claims = arm("mallory", 3, List.of(CpuFeature.USCAT), 0L);
        ResultFile seconds = arm("carol", 4, List.of(CpuFeature.USCAT), 0L);

        assertThat(cell(1, arm("ann", 1, List.of(CpuFeature.USCAT), 5L)).seen()).isEqualTo(Seen.UNCONFIRMED);
        assertThat(cell(1, saw).seen()).isEqualTo(Seen.TORN);
        assertThat(cell(1, saw[0], saw[1], claims).tornFiles()).isEqualTo(2);
        assertThat(cell(1, saw[0], saw[1], claims).seen()).isEqualTo(Seen.TORN);
        for (ResultFile[] files : List.of(saw, new ResultFile[] {saw[0], saw[1], claims},
            new ResultFile[] {saw[0], saw[1], claims, arm("MALLORY", 5, List.of(CpuFeature.USCAT), 0L),
                arm(null, 6, List.of(CpuFeature.USCAT), 0L)})) {
            assertThat(Contradiction.of(Guarantees.load(), merged(files).cpus())).isEmpty();
        }
        assertThat(Contradiction.of(Guarantees.load(), merged(saw[0], saw[1], claims, seconds).cpus()))
            .as("two have found the feature").hasSize(1);
        assertThat(Contradiction.of(Guarantees.load(), merged(arm("ann", 1, null, 5L), arm("bob", 2, null, 5L),
            claims).cpus())).as("nobody lacks it").hasSize(1);
    }

    @Test
    void shouldTakeTheMedianOfTheSubmittersRatesAndSumTheChanges() {
        MergedCell cell = cell(2, Runs.run(Runs.zen4(), false, "a", 1, 1_000_000, 0L, 0L, 100_000L, 0L),
            Runs.run(Runs.zen4(), false, "b", 2, 1_000_000, 0L, 0L, 200_000L, 0L),
            Runs.run(Runs.zen4(), false, "c", 3, 50_000_000, 0L, 0L, 45_000_000L, 0L));

        assertThat(Summary.of(List.of(cell))).returns(0.2, Summary::median).returns(52_000_000L, Summary::changes)
            .returns("torn 20 %", Summary::words);
        assertThat(Summary.of(List.of(cell)).counts()).endsWith("by submitter: c 90 %, b 20 %, a 10 %");
    }

    /** Of a CPU that its maker promises atomicity inside a line. */
    private static ResultFile intel(String submitter, int number, long inside) {
        return Runs.run(Runs.skylake(), false, submitter, number, MANY, 0L, inside, 9L, 9L);
    }

    /** Of a CPU whose maker promises atomicity inside 16 bytes if it has a feature. */
    private static ResultFile arm(String submitter, int number, List<CpuFeature> features, long inside) {
        ResultFile file = Runs.on("aarch64", Runs.run(Runs.neoverse(features), false, null, number, MANY, 0L, inside,
            0L, 0L));
        return submitter == null ? file : file.submittedBy(submitter).sealed();
    }
}
