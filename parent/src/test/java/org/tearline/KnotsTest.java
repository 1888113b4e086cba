// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Checks that few types of a package depend on each other in circles. Runs in each of the five projects. A nested type
 * counts with its owner. Constants that the compiler inlines leave no dependency.
 */
class KnotsTest {
    private static final int MOST = 4;

    @Test
    void shouldHaveNoKnots() {
        Map<String, Map<String, Set<String>>> packages = new TreeMap<>();
        for (JavaClass type : new ClassFileImporter().importPath(Path.of("target", "classes"))) {
            Map<String, Set<String>> graph = packages.computeIfAbsent(type.getPackageName(), key -> new TreeMap<>());
            graph.computeIfAbsent(owner(type), key -> new TreeSet<>()).addAll(neighbours(type));
        }
        List<String> knots = packages.values().stream()
            .flatMap(graph -> new Tarjan(graph).sets().stream())
            .filter(set -> set.size() > MOST)
            .map(Set::toString)
            .toList();

        assertEquals(List.of(), knots, "types that all depend on each other");
    }

    private static Set<String> neighbours(JavaClass type) {
        return type.getDirectDependenciesFromSelf().stream()
            .map(Dependency::getTargetClass)
            .map(JavaClass::getBaseComponentType)
            .filter(other -> other.getPackageName().equals(type.getPackageName()))
            .map(KnotsTest::owner)
            .collect(Collectors.toSet());
    }

    private static String owner(JavaClass type) {
        return type.getName().replaceFirst("\\$.*", "");
    }

    @Test
    void shouldFindAKnot() {
        Map<String, Set<String>> graph = new TreeMap<>(Map.of("a", Set.of("b"), "b", Set.of("c", "d"),
            "c", Set.of("a"), "d", Set.of("d", "e"), "e", Set.of()));

        assertEquals(Set.of(Set.of("a", "b", "c"), Set.of("d"), Set.of("e")), Set.copyOf(new Tarjan(graph).sets()));
    }

    /** Finds the strongly connected sets of a graph. */
    private static final class Tarjan {
        private final Map<String, Set<String>> graph;
        private final Map<String, Integer> index = new HashMap<>();
        private final Map<String, Integer> lowest = new HashMap<>();
        private final Deque<String> open = new ArrayDeque<>();
        private final List<Set<String>> sets = new ArrayList<>();

        Tarjan(Map<String, Set<String>> graph) {
            this.graph = graph;
        }

        List<Set<String>> sets() {
            graph.keySet().stream()
                .filter(node -> !index.containsKey(node))
                .forEach(this::visit);
            return sets;
        }

        private void visit(String node) {
            index.put(node, index.size());
            lowest.put(node, index.get(node));
            open.push(node);
            for (String next : graph.getOrDefault(node, Set.of())) {
                if (!index.containsKey(next)) {
                    visit(next);
                    lowest.merge(node, lowest.get(next), Math::min);
                } else if (open.contains(next)) {
                    lowest.merge(node, index.get(next), Math::min);
                }
            }
            if (lowest.get(node).equals(index.get(node))) {
                close(node);
            }
        }

        private void close(String root) {
            Set<String> set = new TreeSet<>();
            String node;
            do {
                node = open.pop();
                set.add(node);
            } while (!node.equals(root));
            sets.add(set);
        }
    }
}
