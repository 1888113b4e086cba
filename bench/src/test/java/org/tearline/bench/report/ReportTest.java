// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tearline.bench.result.Assembly;
import org.tearline.bench.result.Cell;
import org.tearline.bench.result.Costs;
import org.tearline.bench.result.Group;
import org.tearline.bench.result.Judging;
import org.tearline.bench.result.LeftOut;
import org.tearline.bench.result.Question;
import org.tearline.bench.result.Reason;
import org.tearline.bench.result.StepResult;

class ReportTest {

    @Test
    void shouldHaveEveryTableThatAGroupAnswers() {
        for (Question question : Question.values()) {
            question.answers().forEach(id -> assertEquals(id, Published.table(id).id()));
        }
        for (Map.Entry<String, List<Double>> grid : Published.table("uarch-bench-zen3").grids().entrySet()) {
            assertEquals(64, grid.getValue().size(), grid.getKey());
        }
    }

    @Test
    void shouldPrintOursBesideThePublishedGrid() {
        String text = Report.text(costs());
        assertTrue(text.contains("load of 8 bytes, one place, ns"), text);
        // 0.10 ns at 0.25 ns a cycle; published 0.3, across a line 0.7.
        assertTrue(text.contains(" 48 :   0.4"), text);
        assertTrue(text.contains("0.3   0.7   0.7   0.7   0.7   0.7   0.7   0.7"), text);
    }

    @Test
    void shouldPrintOursBesideThePublishedIncrements() {
        String text = Report.text(costs());
        assertTrue(text.matches("(?s).*fields, 2 threads +187 % +300 % +300 %.*"), text);
        assertTrue(text.matches("(?s).*fields, 4 threads +784 % +left out: 4 CPUs wanted.*"), text);
        assertTrue(text.contains("left out: 4 threads: they want 4 CPUs"), text);
    }

    @Test
    void shouldPrintWhatLocksCostANeighbour() {
        assertTrue(Report.text(costs()).matches("(?s).*L2 +18 +57 +48 +1,234\n.*"), Report.text(costs()));
    }

    @Test
    void shouldPrintTwoDigits() {
        assertEquals("0.058 0.10 1.0 5.8 12 100 1,300 15,000 0.0", String.join(" ", List.of(0.0583, 0.1, 0.999, 5.83,
            12.3, 99.6, 1_280.0, 15_049.0, 0.0).stream().map(Table::nanos).toList()));
    }

    @Test
    void shouldPrintTheSameEverywhere() {
        Locale before = Locale.getDefault();
        String here = Report.text(costs());
        try {
            for (String tag : List.of("de-DE", "ar-EG-u-nu-arab", "tr-TR", "hi-IN-u-nu-deva")) {
                Locale.setDefault(Locale.forLanguageTag(tag));
                assertEquals(here, Report.text(costs()), tag);
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    private static Costs costs() {
        List<Cell> cells = new ArrayList<>();
        cells.add(cell("clock", Map.of(), "what", "cycle", 0.25, Map.of()));
        for (int offset = 0; offset < 64; offset++) {
            cells.add(cell("offset-cost", Map.of("operation", "load", "widthBytes", "8", "set", "place"), "offsetBytes",
                Integer.toString(offset), offset > 56 ? 0.2 : 0.1, Map.of()));
        }
        for (String mode : List.of("plain", "volatile")) {
            for (int threads = 1; threads <= 2; threads++) {
                cells.add(cell("false-sharing", Map.of("memory", "object", "mode", mode, "threads",
                    Integer.toString(threads)), "layout", "fields", threads == 1 ? 1000 : 3000,
                    Map.of("lost", 0L, "increments", 5L)));
            }
        }
        for (String side : List.of("writer", "reader")) {
            cells.add(cell("remedies", Map.of("side", side), "remedy", "seqlock", 12345,
                Map.of("reads", 9L, "changes", 8L, "torn", 0L)));
        }
        for (String condition : List.of("idle", "aligned-locks", "split-locks")) {
            cells.add(cell("bystander", Map.of("set", "L2"), "neighbour", condition, 4.4 * condition.length(),
                Map.of("lockedAcross", condition.startsWith("split") ? 1234L : 0L)));
        }
        cells.add(cell("counters", Map.of("counter", "racy"), "threads", "2", 3, Map.of("lost", 1L, "increments", 5L)));
        cells.add(cell("jython-counters", Map.of("adder", "racy"), "threads", "3", 3,
            Map.of("lost", 1L, "increments", 5L)));
        List<Group> groups = Assembly.groups(List.of(new StepResult(cells,
            List.of(new LeftOut("false-sharing", "4 threads", Reason.CPUS, "they want 4 CPUs"),
                new LeftOut("native", "loops", Reason.IMPOSSIBLE, "no compiler")), List.of(), List.of())));
        return new Costs(Costs.FORMAT, Costs.FORMAT_VERSION, "quick", "1.37", Costs.JvmName.here(),
            new Costs.Conditions(2, true, 64), groups, Judging.remedies(groups, List.of(), false), List.of(),
            Judging.agreement(groups));
    }

    private static Cell cell(String group, Map<String, String> parameters, String axis, String at, double value,
                             Map<String, Long> counts) {
        return new Cell(group, parameters, "time", "ns", axis, at, List.of(value, value, value), counts);
    }
}
