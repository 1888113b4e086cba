// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Puts the results of steps together: cells to series, series to groups. Stateless. Thread-safe. */
public final class Assembly {
    private static final String WHOLE_NUMBER = "0|-?[1-9][0-9]{0,14}";

    /**
     * Of a finding, not of a number of them: the first pass that has one speaks for all. Which pass that is, is told by
     * the finding, not by the number: a value before may well be 0.
     */
    private static final Map<String, String> FIRST = Map.of("firstDamage", "firstDamage", "witnessBefore", "torn",
        "witnessTorn", "torn");

    private Assembly() {
    }

    /** Returns one group for each question of which a cell or a reason for its absence is there. */
    public static List<Group> groups(List<StepResult> results) {
        List<Group> groups = new ArrayList<>();
        for (Question question : Question.values()) {
            List<Cell> cells = results.stream().flatMap(result -> result.cells().stream())
                .filter(cell -> cell.group().equals(question.id())).toList();
            List<Group.Missing> missing = results.stream().flatMap(result -> result.leftOut().stream())
                .filter(left -> left.group().equals(question.id()))
                .map(left -> new Group.Missing(left.what(), left.reason(), left.why())).distinct().toList();
            if (!cells.isEmpty() || !missing.isEmpty()) {
                groups.add(new Group(question.id(), question.title(), question.answers(), series(cells), missing));
            }
        }
        return groups;
    }

    private record Key(Map<String, String> parameters, String metric, String unit, String axis) {
    }

    private static List<Series> series(List<Cell> cells) {
        Map<Key, List<Cell>> byKey = cells.stream().collect(Collectors.groupingBy(
            cell -> new Key(cell.parameters(), cell.metric(), cell.unit(), cell.axis()), LinkedHashMap::new,
            Collectors.toList()));
        return byKey.entrySet().stream().map(entry -> series(entry.getKey(), entry.getValue())).toList();
    }

    /** Cells of one point, each from a fork of its own, are one: their range, and the sums of their counts. */
    private static Series series(Key key, List<Cell> cells) {
        Map<String, List<Cell>> byPoint = cells.stream()
            .collect(Collectors.groupingBy(Cell::at, LinkedHashMap::new, Collectors.toList()));
        List<Estimate> estimates = byPoint.values().stream()
            .map(point -> estimate(key.metric, point.stream().map(Cell::samples).toList())).toList();
        Set<String> names = cells.stream().flatMap(cell -> cell.counts().keySet().stream())
            .collect(Collectors.toCollection(TreeSet::new));
        Map<String, List<Long>> counts = new LinkedHashMap<>();
        names.forEach(name -> counts.put(name, byPoint.values().stream().map(point -> count(name, point)).toList()));
        Map<String, Object> parameters = new LinkedHashMap<>();
        key.parameters.forEach((name, value) -> parameters.put(name, number(value)));
        return new Series(parameters, key.metric, key.unit, key.axis, points(byPoint.keySet()),
            estimates.stream().map(Estimate::samples).toList(), estimates.stream().map(Estimate::forks).toList(),
            estimates.stream().map(estimate -> rounded(estimate.median())).toList(),
            estimates.stream().map(estimate -> rounded(estimate.low())).toList(),
            estimates.stream().map(estimate -> rounded(estimate.high())).toList(), counts);
    }

    /** Of the least and the largest of each fork the least and the largest of all: they are no middle of anything. */
    private static Estimate estimate(String metric, List<List<Double>> forks) {
        Estimate estimate = Estimate.ofForks(forks);
        double extreme = metric.equals("least") ? estimate.low() : metric.equals("largest") ? estimate.high()
            : estimate.median();
        return new Estimate(estimate.samples(), estimate.forks(), extreme, estimate.low(), estimate.high());
    }

    private static long count(String name, List<Cell> point) {
        if (!FIRST.containsKey(name)) {
            return point.stream().mapToLong(cell -> cell.counts().getOrDefault(name, 0L)).sum();
        }
        String finding = FIRST.get(name);
        return point.stream().filter(cell -> cell.counts().getOrDefault(finding, 0L) > 0).findFirst()
            .map(cell -> cell.counts().getOrDefault(name, 0L)).orElse(0L);
    }

    /** Numbers only where all of an axis are. */
    private static List<Object> points(Set<String> points) {
        boolean numbers = points.stream().allMatch(point -> point.matches(WHOLE_NUMBER));
        return points.stream().map(point -> numbers ? number(point) : (Object) point).toList();
    }

    private static Object number(String text) {
        return text.matches(WHOLE_NUMBER) ? (Object) Long.valueOf(text) : text;
    }

    /** Three digits, for ratios to be made of; tables print two. */
    static double rounded(double value) {
        return Double.isFinite(value) && value != 0
            ? new BigDecimal(value).round(new MathContext(3)).doubleValue() : value;
    }
}
