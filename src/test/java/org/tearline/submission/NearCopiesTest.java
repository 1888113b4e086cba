// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.Sample;
import org.tearline.plan.Crossing;
import org.tearline.plan.Geometry;
import org.tearline.published.Digest;
import org.tearline.published.Resealed;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import org.tearline.published.UnreadableResult;
import org.tearline.result.Planted;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Copies of the published sweeps with other numbers everywhere; that two honest files are none, BatchTest holds. */
class NearCopiesTest {
    private static final Geometry LINES = new Geometry(64, 4096);
    private static final Validator VALIDATOR = new Validator(Clock.systemUTC());

    @TempDir
    private Path folder;

    /** Every count of a real file is another one, and each still follows the original's. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10, 40})
    void shouldFindACopyOfEveryPublishedSweepWhoseCountsAreAllALittleOff(int noise) throws IOException {
        Random random = Sample.random();
        for (Path original : published()) {
            assertThat(together(original, off(original, counts -> {
                for (int i = 0; i < counts.changes().size(); i++) {
                    counts.add(i, 1 + random.nextInt(noise));
                }
            }))).as("%s", original).containsExactly(ValidationRule.COPY);
        }
    }

    /** As if all had been counted a little longer: the share of planted values that was found stays what it was. */
    @Test
    void shouldFindACopyOfEveryPublishedSweepWhoseCountsAreAllMultiplied() throws IOException {
        Random random = Sample.random();
        for (Path original : published()) {
            assertThat(together(original, off(original, counts -> {
                for (int i = 0; i < counts.changes().size(); i++) {
                    counts.multiply(i, 1 + random.nextDouble() / 16);
                }
            }))).as("%s", original).containsExactly(ValidationRule.COPY);
        }
    }

    /** Noise as large as what honest runs differ by: who refused it would refuse them. No other rule is asked. */
    @Test
    void shouldNotTakeLargeNoiseForACopy() throws UnreadableResult, IOException {
        Random random = Sample.random();
        for (Path original : published()) {
            ObjectNode other = tree(original).put("runId", "00000000000000000000000000000001");
            other.path("series").forEach(series -> new Edited((ObjectNode) series).disguise(random, 1));
            NearCopies copies = new NearCopies(new GrowingMemory());

            for (ResultFile file : List.of(ResultText.file(tree(original)), ResultText.file(other))) {
                assertThat(copies.add("", file, copies.rows(file))).as("%s", original).isNull();
            }
        }
    }

    /** Where every count is disguised, the times of the first tears still tell. */
    @Test
    void shouldFindACopyThatKeepsTheTimesOfTheFirstTears() throws IOException {
        Random random = Sample.random();
        List<Path> telling = published().stream().filter(file -> firstTears(file) >= 250).toList();
        assertThat(telling).isNotEmpty();
        for (Path original : telling) {
            ObjectNode copy = tree(original);
            copy.withArrayProperty("series").forEach(series ->
                new Edited((ObjectNode) series).disguise(random, 1.0 / 3));
            assertThat(together(original, sealed(copy))).as("%s", original).containsExactly(ValidationRule.COPY);
        }
    }

    private static List<Path> valid() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("reports", "results"))) {
            return files.filter(file -> file.toString().endsWith(".json") && VALIDATOR.examine("", file).valid())
                .sorted().toList();
        }
    }

    /** The sweeps that plant tears among the values, as all have done since the first were withdrawn. */
    private static List<Path> published() throws IOException {
        List<Path> sweeps = valid().stream().filter(file -> tree(file).at("/series/0").has("plantedFound")).toList();
        assertThat(sweeps).hasSizeGreaterThan(5);
        return sweeps;
    }

    private static long firstTears(Path file) {
        return tree(file).path("series").valueStream().flatMap(series -> series.path("firstTornNanos").valueStream())
            .filter(nanos -> nanos.longValue() > 10_000).count();
    }

    private static List<ValidationRule> together(Path original, Path copy) {
        List<Examination> all = new ArrayList<>();
        new Batch(VALIDATOR).files(List.of(original, copy), all::add);
        assertThat(all.get(0).findings()).isEmpty();
        return all.get(1).findings().stream().map(Finding::rule).toList();
    }

    private Path off(Path original, Consumer<Edited> change) throws IOException {
        ObjectNode file = tree(original);
        file.withArrayProperty("series").forEach(series -> {
            ((ObjectNode) series).remove("firstTornNanos");
            change.accept(new Edited((ObjectNode) series));
        });
        return sealed(file);
    }

    /** The file as another run's. */
    private Path sealed(ObjectNode file) throws IOException {
        file.path("series").forEach(series -> fit((ObjectNode) series));
        file.put("runId", "00000000000000000000000000000001").put("digest", Digest.of(file));
        return Files.write(folder.resolve("copy.json"), Resealed.bytes(file));
    }

    /** What follows from the cells: one stressor had all of them, and a cas reader confirmed all of its tears. */
    private static void fit(ObjectNode series) {
        long changes = 0;
        long torn = 0;
        long all = 0;
        for (int i = 0; i < series.path("offsets").size(); i++) {
            boolean across = LINES.crossing(series.path("offsets").get(i).longValue(),
                series.path("widthBytes").intValue()) == Crossing.LINE;
            changes += across ? series.path("changes").get(i).longValue() : 0;
            torn += across ? series.path("torn").get(i).longValue() : 0;
            all += series.path("torn").get(i).longValue();
        }
        if (changes > 0) {
            series.putArray("calibration").addObject().put("stressor", "none").put("changes", changes)
                .put("torn", torn);
        }
        if (series.path("read").stringValue().equals("cas")) {
            series.withObjectProperty("totals").put("confirmed", all);
        }
    }

    private static ObjectNode tree(Path file) {
        try {
            return (ObjectNode) ResultText.parse(Files.readAllBytes(file));
        } catch (IOException | UnreadableResult e) {
            throw new IllegalStateException(e);
        }
    }

    /** The counts of a series, which go on fitting each other, in a run that took twice as long. */
    private record Edited(ObjectNode series) {
        Edited {
            ObjectNode totals = series.withObjectProperty("totals");
            List.of("reads", "writes", "nanos").forEach(name -> totals.put(name, 2 * totals.path(name).longValue()));
        }

        ArrayNode changes() {
            return series.withArrayProperty("changes");
        }

        private long torn(int index) {
            return series.path("torn").get(index).longValue();
        }

        private long get(String counts, int index) {
            return series.path(counts).get(index).longValue();
        }

        void add(int index, long more) {
            if (get("changes", index) > 0) {
                set(index, get("changes", index) + more, get("plantedFound", index));
            }
        }

        void multiply(int index, double factor) {
            if (torn(index) == 0) {
                set(index, (long) (get("changes", index) * factor), (long) (get("plantedFound", index) * factor));
            }
        }

        /** By a factor of 1 to as much more for each count, and another share of planted values found. */
        void disguise(Random random, double most) {
            for (int i = 0; i < changes().size(); i++) {
                double factor = 1 + random.nextDouble() * most;
                ObjectNode seams = (ObjectNode) series.path("seams").get(series.path("offsets").get(i).asString());
                if (seams != null && seams.size() == 1) {
                    long torn = (long) (torn(i) * factor);
                    series.withArrayProperty("torn").set(i, torn);
                    seams.put(seams.propertyNames().iterator().next(), torn);
                    set(i, (long) (get("changes", i) * factor) + 1, get("plantedFound", i));
                }
                multiply(i, factor);
                series.withArrayProperty("plantedFound").set(i, (long) ((0.8 + random.nextDouble() / 4)
                    * get("plantedExpected", i)));
            }
        }

        private void set(int index, long changes, long found) {
            long expected = series.path("read").stringValue().equals("cas") ? get("plantedExpected", index)
                : Planted.of(0, changes - torn(index)).expected();
            series.withArrayProperty("plantedExpected").set(index, expected);
            changes().set(index, changes);
            series.withArrayProperty("plantedFound").set(index, found);
        }
    }
}
