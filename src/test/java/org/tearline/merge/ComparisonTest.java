// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tearline.plan.WriteMode;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;
import org.tearline.report.page.Runs;
import org.tearline.report.terminal.CompareText;
import org.tearline.report.text.Words;

class ComparisonTest {
    private static final long MANY = Runs.MANY;

    @Test
    void shouldCallItTheSameDifferenceWhicheverComesFirst() {
        for (Seen a : Seen.values()) {
            for (Seen b : Seen.values()) {
                assertThat(Difference.of(a, b)).as("%s and %s", a, b).isEqualTo(Difference.of(b, a));
            }
            if (a == Seen.UNCONFIRMED) {
                continue;
            }
            assertThat(Difference.of(a, Seen.UNCONFIRMED)).isEqualTo(Difference.UNCONFIRMED);
            assertThat(Difference.of(a, a)).isIn(Difference.SAME, Difference.NO_ANSWER);
            assertThat(Difference.of(a, Seen.UNTESTED)).isIn(Difference.ONE_ANSWER, Difference.NO_ANSWER);
        }
        assertThat(Difference.of(Seen.UNCONFIRMED, Seen.UNCONFIRMED)).isEqualTo(Difference.UNCONFIRMED);
        assertThat(Difference.of(Seen.TORN, Seen.NONE_WEAK)).isEqualTo(Difference.DIFFERENT);
        assertThat(Difference.of(Seen.NONE_STRONG, Seen.NONE_WEAK)).isEqualTo(Difference.SAME);
    }

    @Test
    void shouldPrintTheRangeWhereFilesDifferTenfold() {
        MergedCpu one = cpu(Runs.run(Runs.zen4(), false, null, 1, MANY, 0L, 0L, 7L, 7L));
        MergedCpu two = cpu(Runs.run(Runs.skylake(), false, null, 2, MANY, 0L, 0L, 7L, 7L),
            Runs.run(Runs.skylake(), false, null, 3, MANY, 0L, 0L, 7_000L, 21L));
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        new CompareText(new PrintStream(text, true, StandardCharsets.UTF_8)).print(Comparison.of(one, two));

        String range = Words.chances(7.0 / MANY, 7_000.0 / MANY) + " of " + Words.many(2L * MANY);
        assertThat(text.toString(StandardCharsets.UTF_8).lines().filter(line -> line.contains("across a line")))
            .singleElement().asString().contains("torn " + range);
        assertThat(text.toString(StandardCharsets.UTF_8).lines().filter(line -> line.contains("across a page")))
            .singleElement().asString().as("a threefold difference").doesNotContain(" to ");
    }

    /** The overview calls it unconfirmed, and a comparison once counted it as torn. */
    @Test
    void shouldNotCountATearAgainstAPromiseThatOneFileSaw() {
        Comparison comparison = Comparison.of(cpu(Runs.run(Runs.skylake(), false, null, 1, MANY, 0L, 0L, 7L, 7L)),
            cpu(Runs.run(Runs.skylake(), false, null, 2, MANY, 0L, 5L, 7L, 7L)));
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        new CompareText(new PrintStream(text, true, StandardCharsets.UTF_8)).print(comparison);

        assertThat(comparison.count(Difference.DIFFERENT)).isZero();
        assertThat(comparison.count(Difference.UNCONFIRMED)).isOne();
        assertThat(text.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n")).contains(
            "differ: 0; an unconfirmed tear: 1; ", "\nan unconfirmed tear\n",
            "unconfirmed: torn 1 in 2 million of 10 million\n",
            "An unconfirmed tear: a vendor's promise or the locks of both sides speak against it");
    }

    @Test
    void shouldPutWhatDiffersFirstAndCountEveryOffsetOnce() {
        Comparison comparison = Comparison.of(cpu(Runs.run(Runs.skylake(), false, null, 1, MANY, 0L, 0L, 7L, 7L)),
            cpu(Runs.run(Runs.zen4(), false, null, 2, MANY, 0L, 5L, 7L, 7L)));

        assertThat(comparison.rows().get(0)).satisfies(row -> {
            assertThat(row.difference()).isEqualTo(Difference.DIFFERENT);
            assertThat(row.offsets()).containsExactly(4);
            assertThat(row.first().torn()).isZero();
            assertThat(row.second().torn()).isEqualTo(5);
        });
        assertThat(comparison.rows()).isSortedAccordingTo((a, b) -> a.difference().compareTo(b.difference()));
        assertThat(comparison.rows().stream().flatMap(row -> row.offsets().stream()))
            .containsExactlyInAnyOrder(0, 4, 60, 4092);
        assertThat(comparison.count(Difference.DIFFERENT)).isOne();
        assertThat(comparison.count(Difference.SAME)).isEqualTo(3);
    }

    @Test
    void shouldShowAPairThatOnlyOneTried() {
        Comparison comparison = Comparison.of(cpu(Runs.run(Runs.zen4(), false, null, 1, MANY, 0L, 0L, 7L, 7L)),
            cpu(Runs.run(Kind.SWEEP, Runs.zen4(), false, null, 2, List.of(Runs.series(
                WriteMode.CAS, MANY, List.of(0L, 0L, 1L, 0L))))));

        assertThat(comparison.rows()).allSatisfy(row -> {
            assertThat(row.difference()).isNotIn(Difference.DIFFERENT, Difference.SAME);
            assertThat(row.first().seen() == Seen.UNTESTED).isNotEqualTo(row.second().seen() == Seen.UNTESTED);
        });
        assertThat(comparison.rows()).extracting(Comparison.Row::pair).contains("plain/volatile", "cas/volatile");
    }

    private static MergedCpu cpu(ResultFile... files) {
        Merge merge = new Merge();
        for (ResultFile file : files) {
            merge.add(file.runId(), file);
        }
        return merge.cpus().get(0);
    }
}
