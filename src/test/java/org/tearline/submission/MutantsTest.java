// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tearline.Sample;
import org.tearline.published.Digest;
import org.tearline.published.HonestCosts;
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
    private static final Validator VALIDATOR = new Validator(
        Clock.fixed(Instant.parse("2026-11-21T12:00:00Z"), ZoneOffset.UTC));

    private final Random random = Sample.random();

    @Test
    void shouldAcceptNoMutantOfOneLeafThatMayDoHarm() {
        Map<String, String> accepted = new TreeMap<>();
        for (int i = 0; i < MUTANTS; i++) {
            ObjectNode file = Resealed.tree(draw());
            ObjectNode other = Resealed.tree(draw());
            mutate(file, other, new TreeSet<>()).ifAccepted(file, accepted);
        }
        assertThat(accepted).as("accepted, and not known to be harmless").isEmpty();
    }

    @Test
    void shouldAcceptNoPairOfMutantsThatMayDoHarm() {
        Map<String, String> accepted = new TreeMap<>();
        for (int i = 0; i < MUTANTS; i++) {
            ObjectNode file = Resealed.tree(draw());
            ObjectNode other = Resealed.tree(draw());
            Mutant first = mutate(file, other, new TreeSet<>());
            mutate(file, other, first.paths).ifAccepted(file, accepted);
        }
        assertThat(accepted).as("accepted, and not known to be harmless").isEmpty();
    }

    @Test
    void shouldAcceptNoSpliceThatMayDoHarm() {
        Map<String, String> accepted = new TreeMap<>();
        for (int i = 0; i < MUTANTS / 4; i++) {
            ObjectNode file = Resealed.tree(draw());
            ObjectNode other = Resealed.tree(draw());
            List<String> parts = Stream.of("tester", "environment", "profile", "placements", "series", "evidence",
                "costs").filter(part -> file.has(part) && other.has(part)).toList();
            String part = parts.get(random.nextInt(parts.size()));
            if (random.nextInt(3) > 0) {
                List<String> inner = Stream.of("cpu", "topology", "os", "splitLocks", "jvm").filter(name ->
                    file.path("environment").has(name) && other.path("environment").has(name)).toList();
                String name = inner.get(random.nextInt(inner.size()));
                file.withObjectProperty("environment").set(name, other.path("environment").path(name));
                new Mutant(Set.of("/environment/" + name), "spliced").ifAccepted(file, accepted);
            } else {
                file.set(part, other.path(part));
                new Mutant(Set.of("/" + part), "spliced").ifAccepted(file, accepted);
            }
        }
        assertThat(accepted).as("accepted, and not known to be harmless").isEmpty();
    }

    @Test
    void shouldAcceptEveryPublishedResult() throws IOException {
        List<String> refused = new ArrayList<>();
        new Batch(new Validator(Clock.systemUTC())).tree(Path.of("."), examination -> examination.findings()
            .forEach(finding -> refused.add(examination.name() + ": " + finding.line())));
        assertThat(refused).isEmpty();
    }

    /** What was changed in a file. */
    private record Mutant(Set<String> paths, String change) {
        /** Notes it, unless it is refused or every change does no harm. */
        private void ifAccepted(ObjectNode file, Map<String, String> accepted) {
            List<String> doubtful = paths.stream().filter(path -> Harmless.reason(path) == null).toList();
            if (doubtful.isEmpty()) {
                return;
            }
            try {
                file.put("digest", Digest.of(file));
            } catch (IllegalArgumentException e) {
                return;
            }
            if (VALIDATOR.examine("mutant", Resealed.bytes(file)).valid()) {
                accepted.put(String.join(" and ", paths), change);
            }
        }
    }

    private Mutant mutate(ObjectNode file, ObjectNode other, Set<String> before) {
        List<Leaves.Leaf> leaves = Leaves.of(file);
        // Each kind of leaf as often as any other, however many offsets there are.
        List<String> kinds = leaves.stream().map(Leaves.Leaf::general).distinct().toList();
        String kind = kinds.get(random.nextInt(kinds.size()));
        List<Leaves.Leaf> some = leaves.stream().filter(leaf -> leaf.general().equals(kind)).toList();
        Leaves.Leaf leaf = some.get(random.nextInt(some.size()));
        List<JsonNode> values = new ArrayList<>(Leaves.values(leaf, file, other));
        if (values.isEmpty()) {
            return new Mutant(before, "");
        }
        JsonNode value = values.get(random.nextInt(values.size()));
        Set<String> paths = new TreeSet<>(before);
        paths.add(kind);
        String change = leaf.path() + ": " + leaf.in(file) + " to " + value;
        leaf.put(file, value);
        return new Mutant(paths, change);
    }

    private ResultFile draw() {
        return switch (random.nextInt(8)) {
            case 0, 1 -> HonestCosts.of(random.nextInt(500));
            case 2 -> GoodVariants.jcstress(new SyntheticResults(random.nextInt(500)).next()).sealed();
            case 3 -> new SyntheticResults(random.nextInt(500)).next();
            default -> HonestSweep.of(random.nextInt(5_000));
        };
    }
}
