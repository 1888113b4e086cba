// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.report.page.Runs.MANY;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tearline.merge.Merge;
import org.tearline.merge.MergedCell;
import org.tearline.merge.MergedCpu;
import org.tearline.merge.Seen;
import org.tearline.plan.ReadMode;
import org.tearline.plan.WriteMode;
import org.tearline.platform.CpuModel;
import org.tearline.promise.Guarantees;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;

/** Draws sets of files, and holds what adding one of them may do. */
class AnyOrderTest {
    private static final int SETS = 60;
    /** Of which everything is printed, twice each. */
    private static final int PRINTED = 10;
    private static final int MOST_FILES = 7;
    private static final Guarantees GUARANTEES = Guarantees.load();

    /** Names a cell: which CPU, which write and read, and where. */
    private record Place(String cpu, String pair, int offset) {
    }

    private final Random random = new Random(7);

    @Test
    void shouldComeToTheSameInAnyOrder() {
        for (int i = 0; i < PRINTED; i++) {
            List<ResultFile> files = draw();
            String before = text(files);
            Collections.shuffle(files, random);

            assertThat(text(files)).isEqualTo(before);
        }
    }

    @Test
    void shouldLoseNoCellAndNoTear() {
        for (int i = 0; i < SETS; i++) {
            List<ResultFile> files = draw();
            Map<Place, MergedCell> all = cells(files);
            for (ResultFile file : files) {
                cells(List.of(file)).forEach((place, alone) -> assertThat(all.get(place)).as("%s", place).isNotNull()
                    .returns(true, cell -> cell.tore() || !alone.tore())
                    .returns(true, cell -> !alone.tore() || cell.torn() >= alone.torn()));
            }
        }
    }

    @Test
    void shouldLeaveTornOnlyThroughAStrongNegativeResult() {
        for (int i = 0; i < SETS; i++) {
            List<ResultFile> files = draw();
            ResultFile more = files.remove(files.size() - 1);
            Map<Place, MergedCell> before = cells(files);
            Map<Place, MergedCell> after = cells(with(files, more));
            Map<Place, MergedCell> alone = cells(List.of(more));
            before.forEach((place, cell) -> {
                boolean strong = alone.containsKey(place) && alone.get(place).seen() == Seen.NONE_STRONG;
                if (cell.seen() == Seen.TORN) {
                    assertThat(after.get(place).seen()).as("%s", place).isEqualTo(strong ? Seen.MIXED : Seen.TORN);
                } else if (cell.tore()) {
                    assertThat(after.get(place).tore()).as("%s", place).isTrue();
                }
            });
        }
    }

    private static List<ResultFile> with(List<ResultFile> files, ResultFile more) {
        return Stream.concat(files.stream(), Stream.of(more)).toList();
    }

    /** Everything that is printed. */
    private static String text(List<ResultFile> files) {
        Merge merge = merge(files);
        return Markdown.text(merge, GUARANTEES) + CellTable.csv(merge, GUARANTEES)
            + HtmlPage.text(merge, GUARANTEES);
    }

    private static Map<Place, MergedCell> cells(List<ResultFile> files) {
        Map<Place, MergedCell> cells = new HashMap<>();
        for (MergedCpu cpu : merge(files).cpus()) {
            cpu.pairs().forEach(pair -> pair.cells().forEach(cell -> cells.put(new Place(cpu.id(),
                pair.pair().title(), cell.offset()), cell)));
        }
        return cells;
    }

    /** Each file has the path that its run's number gives it. */
    private static Merge merge(List<ResultFile> files) {
        Merge merge = new Merge();
        files.forEach(file -> merge.add(file.runId(), file));
        return merge;
    }

    private List<ResultFile> draw() {
        List<ResultFile> files = new ArrayList<>();
        for (int i = random.nextInt(MOST_FILES); i >= 0; i--) {
            CpuModel cpu = pick(Runs.zen4(), Runs.zen4(), Runs.skylake(), Runs.zen4Desktop());
            List<Series> series = new ArrayList<>();
            for (WriteMode write : List.of(WriteMode.PLAIN, WriteMode.CAS, WriteMode.OPAQUE)) {
                ReadMode read = write == WriteMode.OPAQUE ? ReadMode.OPAQUE
                    : pick(ReadMode.VOLATILE, ReadMode.EXCHANGE);
                if (random.nextInt(3) > 0) {
                    long changes = pick(100L, 200_000L, MANY, 3 * MANY);
                    series.add(Runs.series(write, read, changes, List.of(0L, pick(0L, 0L, 0L, 9L), pick(0L, 9L, 50L),
                        pick(0L, 9L))));
                }
            }
            if (!series.isEmpty()) {
                files.add(Runs.run(Kind.SWEEP, cpu, false, pick(null, null, "Ann", "ANN", "bob"), 1 + i, series));
            }
        }
        return files.isEmpty() ? draw() : files;
    }

    @SafeVarargs
    private <T> T pick(T... some) {
        return some[random.nextInt(some.length)];
    }
}
