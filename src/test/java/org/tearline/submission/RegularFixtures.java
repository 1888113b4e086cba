// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.tearline.published.Series;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Files whose numbers fit each other, and which nobody has counted: they follow from their place. Stateless. */
final class RegularFixtures {
    /** The first offset across a line. */
    private static final int INSIDE = 57;

    private RegularFixtures() {
    }

    static void add(ImplausibleFixtures.Taker taker) {
        taker.take(ValidationRule.REGULAR, "all counts equal", counted((count, place) -> 250_017));
        taker.take(ValidationRule.REGULAR, "two counts in turn", counted((count, place) -> 200_001 + place % 2));
        taker.take(ValidationRule.REGULAR, "counts in a row", counted((count, place) -> 200_001 + 101L * place));
        taker.take(ValidationRule.REGULAR, "counts of whole thousands", counted((count, place) ->
            count / 1_000 * 1_000));
        taker.take(ValidationRule.REGULAR, "nine of ten planted values found", each(series -> {
            totals(series).put("writes", 2 * totals(series).path("writes").longValue());
            ArrayNode found = series.withArrayProperty("plantedFound");
            IntStream.range(0, found.size()).forEach(i ->
                found.set(i, series.path("plantedExpected").get(i).longValue() * 9 / 10));
        }));
        taker.take(ValidationRule.REGULAR, "half of all changes torn", each(RegularFixtures::tearHalf));
        taker.take(ValidationRule.REGULAR, "first tears after the same time", each(series ->
            List.copyOf(series.path("firstTornNanos").propertyNames()).forEach(offset ->
                series.withObjectProperty("firstTornNanos").put(offset, 123_457))));
        taker.take(ValidationRule.REGULAR, "witnesses of two bytes", each(series -> {
            if (!series.path("read").stringValue().equals("cas")) {
                series.path("witnesses").forEach(witness -> ((ObjectNode) witness).put("before", "0x" + "11".repeat(8))
                    .put("after", "0x" + "22".repeat(8)).put("seen", "0x" + "22".repeat(witness.path("seam").intValue())
                    + "11".repeat(8 - witness.path("seam").intValue())));
            }
        }));
        taker.take(ValidationRule.REGULAR, "all series took the same time", each(series ->
            totals(series).put("nanos", 100_000_000_007L)));
        taker.take(ValidationRule.REGULAR, "as many reads as writes", each(series ->
            totals(series).put("writes", totals(series).path("reads").longValue())));
        taker.take(ValidationRule.REGULAR, "totals of whole billions", each(series -> {
            for (String total : new String[] {"reads", "writes", "nanos"}) {
                totals(series).put(total, (totals(series).path(total).longValue() / 1_000_000_000 + 1) * 1_000_000_000);
            }
        }));
    }

    /** A count of a place from what was counted there. */
    @FunctionalInterface
    private interface Invented {
        long of(long count, int place);
    }

    /** Changes what did not tear inside a line, and what follows from it. */
    private static Consumer<ObjectNode> counted(Invented invented) {
        return each(series -> {
            ArrayNode changes = series.withArrayProperty("changes");
            for (int i = 0; i < INSIDE; i++) {
                if (series.path("torn").get(i).longValue() == 0 && changes.get(i).longValue() > 0) {
                    long count = invented.of(changes.get(i).longValue(), i);
                    changes.set(i, count);
                    series.withArrayProperty("plantedExpected").set(i, count / 8);
                    series.withArrayProperty("plantedFound").set(i, count / 9 + i * 7919 % 601);
                }
            }
        });
    }

    private static void tearHalf(ObjectNode series) {
        ArrayNode torn = series.withArrayProperty("torn");
        long across = 0;
        long all = 0;
        for (int i = 0; i < torn.size(); i++) {
            if (torn.get(i).longValue() > 0) {
                long changes = series.path("changes").get(i).longValue();
                String offset = series.path("offsets").get(i).toString();
                ObjectNode seams = series.withObjectProperty("seams").withObjectProperty(offset);
                torn.set(i, changes / 2);
                seams.put(seams.propertyNames().iterator().next(), changes / 2);
                series.withArrayProperty("plantedExpected").set(i, (changes - changes / 2) / 8);
                across += offset.length() < 4 ? changes / 2 : 0;
                all += changes / 2;
            }
        }
        if (series.path("read").stringValue().equals("cas")) {
            totals(series).put("confirmed", all);
        }
        for (int i = 0; i < series.path("calibration").size(); i++) {
            ((ObjectNode) series.path("calibration").get(i)).put("torn", across / Series.MAX_STRESSORS
                + (i == 0 ? across % Series.MAX_STRESSORS : 0));
        }
    }

    private static Consumer<ObjectNode> each(Consumer<ObjectNode> change) {
        return file -> file.path("series").forEach(series -> change.accept((ObjectNode) series));
    }

    private static ObjectNode totals(ObjectNode series) {
        return series.withObjectProperty("totals");
    }
}
