// SPDX-License-Identifier: Apache-2.0
package org.tearline.published.jcstress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tearline.plan.CpuDistance;
import org.tearline.plan.Geometry;
import org.tearline.published.CpuPair;
import org.tearline.published.Series;
import org.tearline.result.CellReason;
import org.tearline.result.Verdict;

/** On an export of a Zen 4 with JDK 17, cut down to twelve results without their descriptions. */
class JcstressSeriesTest {
    private static final Geometry GEOMETRY = new Geometry(64, 4096);
    private static final String CAS_READ = JcstressSources.PACKAGE + "UnsafeAddress.LineCrossing.OrderedCas";

    @Test
    void shouldBeAboutTestsThatExist() {
        assertThat(JcstressSources.tests()).extracting(JcstressSources.Test::name).contains(CAS_READ);
    }

    @Test
    void shouldMakeASeriesOfEachCaseAndCompiler() throws Exception {
        assertThat(captured().series()).extracting(Series::name).containsExactly(
            "unsafe/ordered/volatile/unknown/c2", "unsafe/ordered/volatile/unknown/c1",
            "unsafe/ordered/volatile/unknown/mixed", "bytebuffer/plain/plain/unknown/mixed",
            "bytebuffer/cas/exchange/unknown/mixed");
        assertThat(captured().placements())
            .containsExactly(new CpuPair(CpuDistance.UNKNOWN, false, List.of()));
    }

    @Test
    void shouldAddUpConfigurationsOfTheSameCompiler() throws Exception {
        Series c1 = captured().series().get(1);

        assertThat(c1.offsets()).containsExactly(57, 58, 59, 60, 61, 62, 63);
        assertThat(c1.torn()).containsExactly(2L, 2L, 0L, 2L, 2L, 2L, 3L);
        assertThat(c1.seams()).isEqualTo(Map.of(57, Map.of(7, 2L), 58, Map.of(6, 2L), 60, Map.of(4, 2L),
            61, Map.of(3, 2L), 62, Map.of(2, 2L), 63, Map.of(1, 3L)));
        assertThat(c1.changes().stream().mapToLong(Long::longValue).sum()).isEqualTo(2 * 387_091);
        assertThat(c1.totals()).isEqualTo(new Series.Totals(2 * 387_091, 2 * 387_091, 0, 0, 0, 0, 0));
    }

    @Test
    void shouldCountPiecesByTheirFirstSeam() throws Exception {
        Series buffer = captured().series().get(3);

        assertThat(buffer.seams().get(57)).isEqualTo(Map.of(5, 1L, 7, 1L));
        assertThat(buffer.seams().get(62)).isEqualTo(Map.of(2, 3L, 6, 1L));
        assertThat(buffer.torn().get(5)).isEqualTo(4);
    }

    @Test
    void shouldNoteRefusalsBesideWhatIsAllowed() throws Exception {
        Series refused = captured().series().get(4);

        assertThat(refused.notes()).containsExactly(new Series.Note(List.of(57, 58, 59, 60, 61, 62, 63),
            Verdict.REFUSED, CellReason.API_REFUSES));
        assertThat(refused.offsets()).containsExactly(0, 8, 16, 24, 32, 40, 48, 56, 57, 58, 59, 60, 61, 62, 63);
        assertThat(refused.changes().subList(8, 15)).containsOnly(0L);
        assertThat(refused.totals().reads()).isEqualTo(387_091);
    }

    @Test
    void shouldSayWhatItLeavesOut() throws Exception {
        assertThat(captured().leftOut()).isEqualTo(Map.of("no place in a result file",
            Set.of("CandidateClaim.LineCrossing.Ordered", "JdkBuffer.LineCrossing.ViewPlainPlain",
                "UnsafeAddressInt.LineCrossing.OrderedVolatile")));
    }

    @Test
    void shouldLeaveOutWhatDidNotEndOrWasNotRefused() {
        assertThat(series(result("TIMEOUT_ERROR", "free", "60 after")).leftOut())
            .containsOnlyKeys("not run to the end");
        assertThat(series(result("NORMAL", "free", "done, refused")).leftOut())
            .containsOnlyKeys("outcomes of another kind");
        assertThat(series(new JcstressExport.Result(CAS_READ, "NORMAL", Map.of(), "free", 0, List.of())).leftOut())
            .containsOnlyKeys("nothing seen");
    }

    @Test
    void shouldTakeTheCandidateForItsOwnConfirmation() {
        Series series = series(result("NORMAL", "free", "60 no match", "60 torn at 4: B1B2B3B4 A5A6A7A8")).series()
            .get(0);

        assertThat(series.totals().confirmed()).isOne();
        assertThat(series.changes()).containsExactly(2L);
    }

    @Test
    void shouldCountAliensAsNoTear() {
        Series series = series(result("NORMAL", "free", "60 alien: 00000000 00000000", "60 before")).series().get(0);

        assertThat(series.totals().alien()).isOne();
        assertThat(series.torn()).containsExactly(0L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"(PG 0, CG 0), (PG 0, CG 1)|UNKNOWN",
        "(PG 0, CG 3), (PG 0, CG 3)|SMT_SIBLINGS",
        "(PG 0, CG 0), (PG 1, CG 0)|OTHER_SOCKET", "free|UNPINNED"})
    void shouldReadWhereTheActorsSat(String scheduling, CpuDistance expected) {
        JcstressSeries seen = series(result("NORMAL", scheduling, "60 after"));

        assertThat(seen.placements()).containsExactly(new CpuPair(expected, false, List.of()));
        assertThat(seen.series()).extracting(Series::placement).containsExactly(expected);
    }

    private static JcstressExport.Result result(String status, String scheduling, String... outcomes) {
        return new JcstressExport.Result(CAS_READ, status, Map.of("writer", "C2", "reader", "C2"), scheduling,
            outcomes.length, List.of(outcomes).stream().map(id -> new JcstressExport.Outcome(id, 1)).toList());
    }

    private static JcstressSeries series(JcstressExport.Result result) {
        return JcstressSeries.of(new JcstressExport(Map.of(), List.of(result)), GEOMETRY);
    }

    private static JcstressSeries captured() throws Exception {
        try (InputStream in = JcstressSeriesTest.class.getResourceAsStream("/jcstress/twelve-results.json")) {
            return JcstressSeries.of(JcstressExport.parse(in.readAllBytes()), GEOMETRY);
        }
    }
}
