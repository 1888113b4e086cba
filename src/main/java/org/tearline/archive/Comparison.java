// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
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
    /** A cell of both sides. */
    public record Pair(ArchivedCell a, ArchivedCell b) {
        public boolean bothTore() {
            return a.tore() && b.tore();
        }

        public boolean onlyOneTore() {
            return a.tore() != b.tore();
        }

        /** Returns the side that did not tear, of a pair of which only one did. */
        public ArchivedCell whole() {
            if (a.tore()) {
                return b;
            }
            return a;
        }
    }

    /**
     * A field with the values that occur on each side.
     *
     * @param field the path, such as {@code environment.jvm.version}
     */
    public record Change(String field, SortedSet<String> a, SortedSet<String> b) {
    }

    /** Whether the cells of these files may be added up. */
    public static boolean isOneMachine(List<ResultFile> files) {
        return files.stream()
            .map(ResultFile::environment)
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
            .map(cell -> new Pair(cell, b.get(cell.key())))
            .filter(pair -> hasVerdict(pair.a()) && hasVerdict(pair.b()))
            .toList();
        Granules combined = others.size() == 1 ? granules(others.get(0)) : archive.designs().get(0).granules();
        SortedMap<String, Change> changes = new TreeMap<>();
        addFields(List.of(first), Change::a, changes);
        addFields(others, Change::b, changes);
        List<Change> changed = changes.values().stream()
            .filter(change -> !change.a().equals(change.b()))
            .toList();
        return new Comparison(granules(first), combined, both, changed);
    }

    private static Granules granules(ResultFile file) {
        return Granules.of(FileGranules.tried(file));
    }

    private static boolean hasVerdict(ArchivedCell cell) {
        return cell.tore() || cell.verdict() == Verdict.NOT_SEEN;
    }

    /** Adds the different values of each field to one side. */
    private static void addFields(List<ResultFile> files, Function<Change, Set<String>> side,
                                  Map<String, Change> changes) {
        for (ResultFile file : files) {
            JsonNode tree = ResultText.tree(file);
            List.of("tester", "methodVersion", "environment", "profile")
                .forEach(name -> add(name, tree.path(name), side, changes));
        }
    }

    private static void add(String path, JsonNode node, Function<Change, Set<String>> side,
                            Map<String, Change> changes) {
        if (node.isObject()) {
            node.properties().forEach(field -> add(path + "." + field.getKey(), field.getValue(), side, changes));
        } else if (!node.isMissingNode()) {
            Change change = changes.computeIfAbsent(path, name -> new Change(name, new TreeSet<>(), new TreeSet<>()));
            side.apply(change).add(node.asString(node.toString()));
        }
    }
}
