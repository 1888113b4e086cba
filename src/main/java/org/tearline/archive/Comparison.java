// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.tearline.archive.CpuDesign.ArchivedCell;
import org.tearline.archive.CpuDesign.ArchivedCell.CellKey;
import org.tearline.archive.CpuDesign.Submitter;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Verdict;
import tools.jackson.databind.JsonNode;

/**
 * One sweep beside others, which are from one CPU.
 *
 * @param b       the granules of the others combined
 * @param cells   the cells for which both sides have a verdict
 * @param changed the fields of tester, method, machine and profile that differ
 */
public record Comparison(Granules a, Granules b, List<Pair> cells, List<Change> changed) {
    private static final List<String> COMPARED = List.of("tester", "methodVersion", "environment", "profile");

    /** A cell of both sides. */
    public record Pair(CellKey key, ArchivedCell a, ArchivedCell b) {
        public boolean bothTore() {
            return tore(a) && tore(b);
        }

        public boolean onlyOneTore() {
            return tore(a) != tore(b);
        }

        /** Returns the side that tore, of a pair of which only one did. */
        public ArchivedCell torn() {
            return tore(a) ? a : b;
        }

        public ArchivedCell whole() {
            return tore(a) ? b : a;
        }

        private static boolean tore(ArchivedCell cell) {
            return cell.verdict() == Verdict.TORN;
        }
    }

    /**
     * A field with the values that occur on each side.
     *
     * @param field the path, such as {@code environment.jvm.version}
     */
    public record Change(String field, List<String> a, List<String> b) {
    }

    /** Whether the cells of these files may be added up. */
    public static boolean isOneMachine(List<ResultFile> files) {
        return files.stream().map(ResultFile::environment)
            .map(environment -> List.of(environment.cpu().key(), CpuIdentity.of(environment)))
            .distinct().count() <= 1;
    }

    public static Comparison of(ResultFile first, List<ResultFile> others) {
        Archive archive = new Archive();
        others.forEach(file -> archive.add("", Submitter.PROJECT, file));
        Map<CellKey, ArchivedCell> b = new HashMap<>();
        archive.designs().forEach(design -> design.cells().forEach(b::putIfAbsent));
        List<Pair> both = Archive.of(first, "").designs().get(0).cells().values().stream()
            .filter(cell -> b.containsKey(cell.key()))
            .map(cell -> new Pair(cell.key(), cell, b.get(cell.key())))
            .filter(pair -> hasVerdict(pair.a()) && hasVerdict(pair.b()))
            .toList();
        Granules combined = others.size() == 1 ? granules(others.get(0)) : archive.designs().get(0).granules();
        return new Comparison(granules(first), combined, both, changes(first, others));
    }

    private static Granules granules(ResultFile file) {
        return Granules.of(FileGranules.tried(file));
    }

    private static boolean hasVerdict(ArchivedCell cell) {
        return cell.verdict() == Verdict.TORN || cell.verdict() == Verdict.NOT_SEEN;
    }

    private static List<Change> changes(ResultFile first, List<ResultFile> others) {
        SortedMap<String, SortedSet<String>> a = fields(List.of(first));
        SortedMap<String, SortedSet<String>> b = fields(others);
        SortedSet<String> names = new TreeSet<>(a.keySet());
        names.addAll(b.keySet());
        return names.stream()
            .map(name -> new Change(name, values(a, name), values(b, name)))
            .filter(change -> !change.a().equals(change.b()))
            .toList();
    }

    private static List<String> values(SortedMap<String, SortedSet<String>> fields, String name) {
        return List.copyOf(fields.getOrDefault(name, Collections.emptySortedSet()));
    }

    /** Returns the different values of each field. */
    private static SortedMap<String, SortedSet<String>> fields(List<ResultFile> files) {
        SortedMap<String, SortedSet<String>> fields = new TreeMap<>();
        for (ResultFile file : files) {
            JsonNode tree = ResultText.tree(file);
            COMPARED.forEach(name -> add(name, tree.path(name), fields));
        }
        return fields;
    }

    private static void add(String path, JsonNode node, Map<String, SortedSet<String>> fields) {
        if (node.isObject()) {
            node.properties().forEach(field -> add(path + "." + field.getKey(), field.getValue(), fields));
        } else if (!node.isMissingNode()) {
            fields.computeIfAbsent(path, name -> new TreeSet<>()).add(node.asString(node.toString()));
        }
    }
}
