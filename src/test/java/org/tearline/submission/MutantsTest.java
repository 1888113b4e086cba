// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.submission.ValidatorTest.VALIDATOR;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tearline.Sample;
import org.tearline.published.Digest;
import org.tearline.published.HonestSweep;
import org.tearline.published.Resealed;
import org.tearline.published.ResultFile;
import org.tearline.published.SyntheticResults;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Mutates honest files without knowing the rules: every leaf of the schema to its limits, to what stands beside it and
 * to what another honest file has; two leaves at once; parts of another file. What is accepted must be on the list of
 * what does no harm. {@code -Dmutants=100000} tries more than a sample.
 */
class MutantsTest {
    private static final int MUTANTS = Integer.getInteger("mutants", 200);

    private final Random random = Sample.random();

    @Test
    void shouldAcceptNoMutantOfOneLeafThatMayDoHarm() {
        Map<String, String> accepted = new TreeMap<>();
        for (int i = 0; i < MUTANTS; i++) {
            ObjectNode file = Resealed.tree(draw());
            ObjectNode other = Resealed.tree(draw());
            mutate(file, other, Map.of()).ifAccepted(file, accepted);
        }
        assertThat(accepted).as("accepted, and not known to be harmless").isEmpty();
    }

    @Test
    void shouldAcceptNoPairOfMutantsThatMayDoHarm() {
        Map<String, String> accepted = new TreeMap<>();
        for (int i = 0; i < MUTANTS; i++) {
            ObjectNode file = Resealed.tree(draw());
            ObjectNode other = Resealed.tree(draw());
            Mutant first = mutate(file, other, Map.of());
            mutate(file, other, first.leaves).ifAccepted(file, accepted);
        }
        assertThat(accepted).as("accepted, and not known to be harmless").isEmpty();
    }

    @Test
    void shouldAcceptNoSpliceThatMayDoHarm() {
        Map<String, String> accepted = new TreeMap<>();
        for (int i = 0; i < MUTANTS / 4; i++) {
            ObjectNode file = Resealed.tree(draw());
            ObjectNode other = Resealed.tree(draw());
            List<String> parts = Stream.of("tester", "environment", "profile", "placements", "series", "evidence")
                .filter(part -> file.has(part) && other.has(part)).toList();
            String part = parts.get(random.nextInt(parts.size()));
            if (random.nextInt(3) > 0) {
                List<String> inner = Stream.of("cpu", "topology", "os", "splitLocks", "jvm").filter(name ->
                    file.path("environment").has(name) && other.path("environment").has(name)).toList();
                String name = inner.get(random.nextInt(inner.size()));
                file.withObjectProperty("environment").set(name, other.path("environment").path(name));
                new Mutant(Map.of("/environment/" + name, Leaves.Kind.ANOTHER_FILE), "spliced")
                    .ifAccepted(file, accepted);
            } else {
                file.set(part, other.path(part));
                new Mutant(Map.of("/" + part, Leaves.Kind.ANOTHER_FILE), "spliced").ifAccepted(file, accepted);
            }
        }
        assertThat(accepted).as("accepted, and not known to be harmless").isEmpty();
    }

    /** What was changed in a file. */
    private record Mutant(Map<String, Leaves.Kind> leaves, String change) {
        /** Notes it, unless it is refused or every change does no harm. */
        private void ifAccepted(ObjectNode file, Map<String, String> accepted) {
            if (leaves.entrySet().stream().allMatch(leaf ->
                Harmless.reason(leaf.getKey(), leaf.getValue()) != null)) {
                return;
            }
            try {
                file.put("digest", Digest.of(file));
            } catch (IllegalArgumentException e) {
                return;
            }
            if (VALIDATOR.examine("mutant", Resealed.bytes(file)).valid()) {
                accepted.put(leaves.toString(), change);
            }
        }
    }

    private Mutant mutate(ObjectNode file, ObjectNode other, Map<String, Leaves.Kind> before) {
        List<Leaves.Leaf> leaves = Leaves.of(file);
        // Each sort of leaf as often as any other, however many offsets there are.
        String sort = drawn(leaves.stream().map(Leaves.Leaf::general).distinct().toList());
        Leaves.Leaf leaf = drawn(leaves.stream().filter(one -> one.general().equals(sort)).toList());
        Map<Leaves.Kind, Set<JsonNode>> values = Leaves.values(leaf, file, other);
        if (values.isEmpty()) {
            return new Mutant(before, "");
        }
        Leaves.Kind kind = drawn(List.copyOf(values.keySet()));
        JsonNode value = drawn(List.copyOf(values.get(kind)));
        Map<String, Leaves.Kind> changed = new TreeMap<>(before);
        changed.put(sort, kind);
        String change = String.join("/", leaf.path()) + ": " + leaf.in(file) + " to " + value;
        leaf.put(file, value);
        return new Mutant(changed, change);
    }

    private <T> T drawn(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    private ResultFile draw() {
        return switch (random.nextInt(6)) {
            case 0 -> GoodVariants.jcstress(new SyntheticResults(random.nextInt(500)).next()).sealed();
            case 1 -> new SyntheticResults(random.nextInt(500)).next();
            default -> HonestSweep.of(random.nextInt(5_000));
        };
    }
}
