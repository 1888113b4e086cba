// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tearline.merge.Merge;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import org.tearline.published.Kind;
import org.tearline.published.Series;

class AnswerTest {
    private static final long MANY = Runs.MANY;

    @Test
    void shouldNameTheBoundaryAndTheSideThatIsSplit() {
        assertThat(sentence(series(WriteMode.PLAIN, ReadMode.VOLATILE, 0L, 9L, 9L),
            series(WriteMode.PLAIN, ReadMode.EXCHANGE, 0L, 9L, 9L),
            series(WriteMode.CAS, ReadMode.VOLATILE, 0L, 0L, 9L),
            series(WriteMode.CAS, ReadMode.EXCHANGE, 0L, 0L, 0L)))
            .isEqualTo("splits stores across 8 bytes inside a line; across a line every pair tried tears unless"
                + " both lock; locked pairs never did, in 10 million changes");
    }

    @Test
    void shouldCountThePairsWhereNotAllTear() {
        assertThat(sentence(series(WriteMode.PLAIN, ReadMode.VOLATILE, 0L, 0L, 9L),
            series(WriteMode.CAS, ReadMode.VOLATILE, 0L, 0L, 0L)))
            .startsWith("inside a line nothing tore in 20 million changes").contains("across a line 1 of 2 pairs")
            .doesNotContain("locked pairs");
    }

    @Test
    void shouldSayThatLockedPairsTearToo() {
        Series locked = series(WriteMode.CAS, ReadMode.EXCHANGE, 0L, 0L, 9L);
        assertThat(sentence(locked)).endsWith("disputed: locked pairs torn in 1 of 1 file");
        Merge merge = Runs.merged(Runs.run(Kind.SWEEP, Runs.zen4(), false, "ann", 1, List.of(locked)),
            Runs.run(Kind.SWEEP, Runs.zen4(), false, "bob", 2, List.of(locked)));
        assertThat(Answer.of(merge.cpus().get(0)).sentence())
            .endsWith("disputed: locked pairs torn in 2 of 2 files");
    }

    @Test
    void shouldSayWhatOthersDeny() {
        Merge merge = Runs.merged(Runs.run(Runs.zen4(), false, null, 1, MANY, 0L, 0L, 9L, 9L),
            Runs.run(Runs.zen4(), false, null, 2, MANY, 0L, 9L, 9L, 9L));

        assertThat(Answer.of(merge.cpus().get(0)).sentence())
            .startsWith("inside a line nothing tore in 10 million changes;"
            + " disputed: torn in 1 of 2 files");
    }

    @Test
    void shouldTellASideThatIsNotKnownFromASplit() {
        assertThat(sentence(series(WriteMode.PLAIN, ReadMode.VOLATILE, 0L, 9L, 0L))).startsWith("tears across 8 bytes");
    }

    private static Series series(WriteMode write, ReadMode read, Long aligned, Long inside, Long across) {
        return Runs.series(write, read, MANY, List.of(aligned, inside, across, 0L));
    }

    private static String sentence(Series... series) {
        return Answer.of(Runs.merged(Runs.run(Kind.SWEEP, Runs.zen4(), false, "ann", 1, List.of(series))).cpus().get(0))
            .sentence();
    }
}
