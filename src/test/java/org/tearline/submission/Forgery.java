// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.tearline.plan.WriteMode;
import org.tearline.published.ResultFile;
import org.tearline.published.Silences;
import org.tearline.result.CellReason;
import org.tearline.result.Planted;
import org.tearline.result.Verdict;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One relation of an honest file and a way to break it.
 *
 * @param relation what holds in every honest file
 * @param rule     what a file in which it does not hold must be refused by
 * @param change   breaks it; false if this file offers nothing to break
 */
record Forgery(String relation, ValidationRule rule, BiPredicate<ObjectNode, Random> change) {
    private static final long DAYS_104 = 104L * 24 * 3_600 * 1_000_000_000;

    /** All relations, each with at least one way. */
    static List<Forgery> all() {
        List<Forgery> all = new ArrayList<>();
        counts(all);
        judgements(all);
        tears(all);
        all.addAll(MachineForgeries.all());
        all.addAll(VectorForgeries.all());
        return all;
    }

    private static void counts(List<Forgery> all) {
        all.add(cell("planted values are expected for a ninth of the stores", ValidationRule.PLANTED, (cell, random) ->
            cell.set("plantedExpected", cell.expectedAtMost() + 1 + random.nextInt(1_000))));
        all.add(cell("planted values are expected wherever there are changes", ValidationRule.PLANTED, (cell, random) ->
            !cell.is("read", "cas") && !cell.hidesTears() && cell.expectedAtMost() > 7
                && cell.set("plantedExpected", random.nextInt((int) cell.expectedAtMost() - 7))));
        all.add(cell("planted values are found at about their rate", ValidationRule.PLANTED, (cell, random) ->
            cell.set("plantedFound", 4 * cell.get("plantedExpected") + 1_001)));
        all.add(cell("no more tears than changes, for any reader", ValidationRule.COUNTS, (cell, random) ->
            cell.get("torn") > 0 && cell.set("changes", random.nextInt((int) Math.min(1_000, cell.get("torn"))))));
        all.add(series("a change needs a write", ValidationRule.COUNTS, (series, random) ->
            changes(series) > 16L * offsets(series) && totals(series).put("writes", 0) != null));
        all.add(series("a change needs a read", ValidationRule.COUNTS, (series, random) -> changes(series) > 0
            && totals(series).put("reads", changes(series) / 16) != null && changes(series) > 100));
        all.add(series("no more confirmed than torn", ValidationRule.COUNTS, (series, random) ->
            totals(series).put("confirmed", 1L << 50) != null));
        all.add(series("only a compare-and-set fails", ValidationRule.COUNTS, (series, random) ->
            totals(series).put("failedCas", series.path("write").stringValue().equals(WriteMode.CAS.toString())
                ? totals(series).path("writes").longValue() + 1 : 1) != null));
        all.add(calibration("no more tears than changes in a calibration", (one, random) ->
            one.put("torn", one.path("changes").longValue() + 1 + random.nextInt(9)) != null));
        all.add(series("each stressor is calibrated once", ValidationRule.COUNTS, (series, random) ->
            series.path("calibration").isArray() && series.path("calibration").size() < 4
                && series.withArrayProperty("calibration").add(series.path("calibration").get(0).deepCopy()) != null));
        all.add(series("a sweep takes no month", ValidationRule.RATE, (series, random) ->
            totals(series).put("nanos", DAYS_104) != null));
        all.add(series("counting takes time", ValidationRule.RATE, (series, random) ->
            totals(series).path("writes").longValue() > 0 && totals(series).put("nanos", 0) != null));
        all.add(cell("what did not tear has no first tear", ValidationRule.COUNTS, (cell, random) ->
            cell.get("torn") == 0 && firstTears(cell.series()).put(cell.series().path("offsets").get(cell.index())
                .toString(), 0) != null));
        all.add(series("the first tear comes while the cell is counted", ValidationRule.RATE, (series, random) -> {
            List<String> torn = List.copyOf(series.path("firstTornNanos").propertyNames());
            return !torn.isEmpty() && firstTears(series).put(torn.get(random.nextInt(torn.size())),
                totals(series).path("nanos").longValue() + 1 + random.nextInt(1_000)) != null;
        }));
        all.add(cell("no cell has all the counts that there are", ValidationRule.RATE, (cell, random) ->
            cell.set("changes", ResultFile.MAX_COUNT)));
        all.add(series("one number for each offset", ValidationRule.OFFSETS, (series, random) ->
            series.withArrayProperty(List.of("torn", "changes", "plantedFound", "plantedExpected")
                .get(random.nextInt(4))).add(0) != null));
        all.add(series("each series once", ValidationRule.SERIES, (series, random) -> true, true));
    }

    private static void judgements(List<Forgery> all) {
        all.add(note("no silence is stronger than its counts", ValidationRule.SILENCE, (note, random) ->
            Silences.derives(reason(note)) && reason(note) != CellReason.TOO_FEW_CHANGES,
            (file, note) -> note.withArrayProperty("offsets").remove(0)));
        all.add(note("a weak silence adds nothing to its class", ValidationRule.SILENCE, (note, random) ->
            Silences.derives(reason(note)) && reason(note).state() == Verdict.NONE
                && reason(note) != CellReason.FEW_CHANGES && note.put("reason", "few-changes") != null));
        all.add(note("a contradiction is said", ValidationRule.SILENCE, (note, random) ->
            reason(note) == CellReason.MISS_NOT_EXCLUDED
                && note.put("reason", "not-promised").put("state", "none") != null));
        all.add(note("a reason fits its state", ValidationRule.STATE, (note, random) ->
            reason(note).state() != Verdict.FAULT && note.put("state", "fault") != null));
        all.add(note("an offset is noted once", ValidationRule.STATE, (note, random) -> {
            ArrayNode offsets = note.withArrayProperty("offsets");
            return offsets.add(offsets.get(0).intValue()) != null;
        }));
        all.add(note("a note is of an offset of the series", ValidationRule.STATE, (note, random) ->
            note.withArrayProperty("offsets").add(8_000) != null));
        all.add(control("one control for each tier", (controls, random) ->
            controls.size() < 4 && controls.add(controls.get(0).deepCopy()) != null));
        all.add(control("a control ran", (controls, random) ->
            aligned(controls).put("runs", 0).put("failed", 0).put("changes", 0) != null));
        all.add(control("a control fails at most each time", (controls, random) ->
            aligned(controls).put("failed", aligned(controls).path("runs").longValue() + 1) != null));
        all.add(control("a control that tore has failed", (controls, random) ->
            aligned(controls).put("failed", 0).put("torn", 1) != null));
        all.add(control("a run that held saw a change", (controls, random) ->
            aligned(controls).put("failed", 0).put("torn", 0).put("runs", 9).put("changes", 8) != null));
        all.add(note("a silence has controls", ValidationRule.CONTROLS, (note, random) ->
            reason(note).state() == Verdict.NONE, (file, note) ->
                file.path("placements").forEach(placement -> ((ObjectNode) placement).remove("controls"))));
        all.add(new Forgery("a named profile has its numbers", ValidationRule.PROFILE, (file, random) -> {
            ObjectNode profile = file.withObjectProperty("profile");
            String name = List.of("changes", "halfLockedChanges", "splitLockedChanges").get(random.nextInt(3));
            profile.put(name, 1);
            return true;
        }));
    }

    private static void tears(List<Forgery> all) {
        all.add(series("each witness is another one", ValidationRule.WITNESS, (series, random) -> {
            ArrayNode witnesses = witnesses(series);
            return !witnesses.isEmpty() && witnesses.size() < 16
                && IntStream.range(witnesses.size(), 16).allMatch(i -> witnesses.add(witnesses.get(0)) != null);
        }));
        all.add(series("what is torn has its witness", ValidationRule.WITNESS_MISSING, (series, random) -> {
            ArrayNode witnesses = witnesses(series);
            return witnesses.size() > 1 && witnesses.remove(0) != null;
        }));
        all.add(witness("a witness has the bytes of two writes", (witness, random) ->
            witness.put("seen", "0x01" + witness.path("seen").stringValue().substring(4)) != null));
        all.add(witness("a witness is no whole value", (witness, random) ->
            witness.put("seen", witness.path("before").stringValue()) != null));
        all.add(witness("a witness is where a tear was counted", (witness, random) ->
            witness.put("offset", 8_001) != null));
        all.add(witness("a witness has the width of the access", (witness, random) ->
            witness.put("before", "0x02020202") != null));
        all.add(cell("every tear has a seam", ValidationRule.SEAM_SUM, (cell, random) ->
            cell.get("torn") > 0 && cell.set("torn", cell.get("torn") - 1)));
        all.add(new Forgery("an aligned value has no seam", ValidationRule.SEAM_ILLEGAL, (file, random) -> {
            ObjectNode series = pick(file, random);
            series.withArrayProperty("torn").set(0, 1);
            series.withObjectProperty("seams").putObject("0").put("4", 1);
            return true;
        }));
        all.add(series("alien values are noted where they were", ValidationRule.ALIEN, (series, random) -> {
            long alien = totals(series).path("alien").longValue();
            return totals(series).put("alien", alien == 0 ? 1 : 0) != null;
        }));
    }

    /** One offset of one series. */
    private record Place(ObjectNode series, int index) {
        long get(String counts) {
            return series.path(counts).get(index).longValue();
        }

        boolean set(String counts, long value) {
            return series.withArrayProperty(counts).set(index, value) != null;
        }

        boolean is(String field, String word) {
            return series.path(field).stringValue().equals(word);
        }

        long expectedAtMost() {
            return is("read", "cas") ? get("changes") + 1_000 : Planted.of(0, get("changes") - get("torn")).expected();
        }

        boolean hidesTears() {
            int offset = series.path("offsets").get(index).intValue();
            return series.path("notes").valueStream().anyMatch(note -> reason(note).hidesTears()
                && note.path("offsets").valueStream().anyMatch(noted -> noted.intValue() == offset));
        }
    }

    private static Forgery cell(String relation, ValidationRule rule, BiPredicate<Place, Random> change) {
        return new Forgery(relation, rule, (file, random) -> {
            ObjectNode series = pick(file, random);
            int from = random.nextInt(offsets(series));
            return IntStream.range(0, offsets(series)).map(i -> (from + i) % offsets(series))
                .anyMatch(i -> change.test(new Place(series, i), random));
        });
    }

    private static Forgery series(String relation, ValidationRule rule, BiPredicate<ObjectNode, Random> change) {
        return series(relation, rule, change, false);
    }

    private static Forgery series(String relation, ValidationRule rule, BiPredicate<ObjectNode, Random> change,
        boolean twice) {
        return new Forgery(relation, rule, (file, random) -> {
            ObjectNode series = pick(file, random);
            return change.test(series, random)
                && (!twice || file.withArrayProperty("series").add(series.deepCopy()) != null);
        });
    }

    private static Forgery calibration(String relation, BiPredicate<ObjectNode, Random> change) {
        return new Forgery(relation, ValidationRule.COUNTS, (file, random) -> {
            JsonNode first = pick(file, random).path("calibration").path(0);
            return first.isObject() && change.test((ObjectNode) first, random);
        });
    }

    private static Forgery note(String relation, ValidationRule rule, BiPredicate<ObjectNode, Random> change) {
        return note(relation, rule, change, (file, note) -> { });
    }

    /** Takes the first note that the change wants. */
    private static Forgery note(String relation, ValidationRule rule, BiPredicate<ObjectNode, Random> change,
                                BiConsumer<ObjectNode, ObjectNode> then) {
        return new Forgery(relation, rule, (file, random) -> {
            for (JsonNode series : file.path("series")) {
                for (JsonNode note : series.path("notes")) {
                    if (change.test((ObjectNode) note, random)) {
                        then.accept(file, (ObjectNode) note);
                        tidy((ObjectNode) series);
                        return true;
                    }
                }
            }
            return false;
        });
    }

    private static void tidy(ObjectNode series) {
        series.withArrayProperty("notes").removeIf(note -> note.path("offsets").isEmpty());
        if (series.path("notes").isEmpty()) {
            series.remove("notes");
        }
    }

    private static Forgery control(String relation, BiPredicate<ArrayNode, Random> change) {
        return new Forgery(relation, ValidationRule.CONTROLS, (file, random) ->
            change.test(((ObjectNode) file.path("placements").get(0)).withArrayProperty("controls"), random));
    }

    private static Forgery witness(String relation, BiPredicate<ObjectNode, Random> change) {
        return new Forgery(relation, ValidationRule.WITNESS, (file, random) -> {
            ArrayNode witnesses = witnesses(pick(file, random));
            return !witnesses.isEmpty()
                && change.test((ObjectNode) witnesses.get(random.nextInt(witnesses.size())), random);
        });
    }

    static ObjectNode pick(ObjectNode file, Random random) {
        return (ObjectNode) file.path("series").get(random.nextInt(file.path("series").size()));
    }

    private static ObjectNode totals(ObjectNode series) {
        return series.withObjectProperty("totals");
    }

    private static ObjectNode firstTears(ObjectNode series) {
        return series.withObjectProperty("firstTornNanos");
    }

    private static ArrayNode witnesses(ObjectNode series) {
        return series.has("witnesses") ? series.withArrayProperty("witnesses") : series.arrayNode();
    }

    private static ObjectNode aligned(ArrayNode controls) {
        return ((ObjectNode) controls.get(0)).withObjectProperty("aligned");
    }

    private static int offsets(ObjectNode series) {
        return series.path("offsets").size();
    }

    static long changes(ObjectNode series) {
        return series.path("changes").valueStream().mapToLong(JsonNode::longValue).sum();
    }

    private static CellReason reason(JsonNode note) {
        return Arrays.stream(CellReason.values()).filter(reason -> reason.toString()
            .equals(note.path("reason").stringValue())).findFirst().orElseThrow();
    }
}
