// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values that a page's data write once and name by their number. Not thread-safe. */
final class PageTables {
    final Table<List<Integer>> offsets = new Table<>();
    final Table<Object> maps = new Table<>();
    final Table<Map<String, Object>> promises = new Table<>();
    final Table<String> instructions = new Table<>();
    final Table<String> reasons = new Table<>();
    final Table<List<Integer>> promiseRows = new Table<>();
    final Table<String> values = new Table<>();
    final Table<List<String>> memories = new Table<>();
    final Table<List<Long>> classes = new Table<>();
    final Table<List<Object>> rates = new Table<>();
    final Table<List<Object>> spreads = new Table<>();
    private final Table<List<String>> names = new Table<>();
    final Table<List<String>> sides = new Table<>();
    final Table<List<Object>> heads = new Table<>();

    /** Values that are written once and named by their number. */
    static final class Table<T> {
        private final Map<T, Integer> numbers = new LinkedHashMap<>();

        int number(T value) {
            return numbers.computeIfAbsent(value, absent -> numbers.size());
        }

        private List<T> values() {
            return List.copyOf(numbers.keySet());
        }
    }

    /** Returns the values of an object behind the number of its names. */
    List<Object> row(Map<String, Object> object) {
        List<Object> row = new ArrayList<>(List.of(names.number(List.copyOf(object.keySet()))));
        row.addAll(object.values());
        return row;
    }

    /** Returns the number of a promise, in its sentences and rules. */
    int promise(CpuView.PromiseView promise) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("words", promise.words());
        object.put("promise", promise.promise() == null ? "" : promise.promise().toString());
        object.put("sides", promise.sides());
        object.put("rules", promise.rules().isEmpty() ? List.of() : List.of(promise.rules().split(", ")));
        return promises.number(object);
    }

    /** Every table under its name. */
    void putInto(Map<String, Object> all) {
        all.put("offsets", offsets.values());
        all.put("maps", maps.values());
        all.put("promises", promises.values());
        all.put("promiseRows", promiseRows.values());
        all.put("instructions", instructions.values());
        all.put("reasons", reasons.values());
        all.put("values", values.values());
        all.put("memories", memories.values());
        all.put("classes", classes.values());
        all.put("rates", rates.values());
        all.put("spreads", spreads.values());
        all.put("sides", sides.values());
        all.put("heads", heads.values());
        all.put("names", names.values());
    }
}
