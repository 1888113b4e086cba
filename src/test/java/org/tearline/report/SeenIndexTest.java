// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tearline.Golden;
import org.tearline.merge.MergedCell;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.Seen;
import org.tearline.merge.SeenIndex;
import org.tearline.submission.Validator;

class SeenIndexTest {
    private static final Path INDEX = Path.of("src/main/resources/report/seen.json");
    /** The index is read by every judge and probe. */
    private static final long MOST_BYTES = 200_000;

    @Test
    void shouldHoldWhatThePublishedResultsSay() throws IOException {
        ResultsReport published = published();
        Golden.check(INDEX, published.index());
        Golden.abortIfWritten();

        assertThat(Files.size(INDEX)).isLessThan(MOST_BYTES);
        SeenIndex index = SeenIndex.load();
        assertThat(index.cpus()).isNotEmpty();
        for (MergedCpu cpu : index.cpus()) {
            MergedCpu source = published.cpus().stream().filter(one -> one.id().equals(cpu.id())).findFirst()
                .orElseThrow();
            for (MergedCell cell : cells(cpu)) {
                MergedCell from = cells(source).stream().filter(one -> one.pair().equals(cell.pair())
                    && one.offset() == cell.offset()).findFirst().orElseThrow();
                assertThat(List.of(cell.seen(), cell.torn(), cell.changes(), cell.placement())).isEqualTo(
                    List.of(from.seen(), from.torn(), from.changes(), from.placement()));
                assertThat(cell.tore() || cell.seen() == Seen.NONE_STRONG).isTrue();
            }
        }
    }

    private static List<MergedCell> cells(MergedCpu cpu) {
        return cpu.pairs().stream().flatMap(pair -> pair.cells().stream()).toList();
    }

    private static ResultsReport published() throws IOException {
        ResultsReport all = new ResultsReport(Path.of("reports/results"), new PrintStream(
            OutputStream.nullOutputStream()));
        all.read(new Validator(Clock.systemUTC()));
        return all;
    }
}
