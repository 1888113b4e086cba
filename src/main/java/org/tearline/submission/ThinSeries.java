// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tearline.plan.Width;
import org.tearline.published.Numbers;
import org.tearline.published.ResultFile;
import org.tearline.published.Series;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A series of a file without the numbers that are as the schema asks: found here at a hundredth of the cost. What is
 * not found to be so stays, and the schema is asked. A test holds both to the same answer. Pure. Thread-safe.
 */
final class ThinSeries {
    private static final String OFFSETS = "offsets";
    private static final List<String> COUNTS = List.of("changes", "torn");
    /** These a series may do without. */
    private static final List<String> OPTIONAL_COUNTS = List.of("plantedFound", "plantedExpected");
    private static final List<String> TOTALS = List.of("writes", "reads", "alien", "confirmed", "failedCas", "nanos",
        "discardedSlices");
    private static final List<String> VALUES = List.of("before", "after", "seen");
    private static final int MAX_OFFSET = 131_064;
    private static final int MAX_SEAM = 63;
    private static final int MAX_ITEMS = 8192;
    private static final int MAX_NOTES = 64;
    private static final String HEX_PREFIX = "0x";
    private static final Set<Integer> HEX_LENGTHS = Arrays.stream(Width.values())
        .map(width -> HEX_PREFIX.length() + 2 * width.bytes()).collect(Collectors.toUnmodifiableSet());
    private static final Pattern STRESSOR = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

    private ThinSeries() {
    }

    static ObjectNode of(ObjectNode series) {
        ObjectNode thin = series.objectNode().setAll(series);
        thinList(thin, OFFSETS, MAX_OFFSET);
        COUNTS.forEach(name -> thinList(thin, name, ResultFile.MAX_COUNT));
        OPTIONAL_COUNTS.forEach(name -> leaveOut(thin, name, list -> areIntegers(list, ResultFile.MAX_COUNT)));
        if (hasOnly(series.path("totals"), TOTALS.size(), ThinSeries::areTotals)) {
            ObjectNode totals = thin.putObject("totals");
            TOTALS.forEach(name -> totals.put(name, 0));
        }
        leaveOut(thin, "witnesses", list -> isListOf(list, Series.MAX_WITNESSES, ThinSeries::isWitness));
        leaveOut(thin, "calibration", list -> isListOf(list, Series.MAX_STRESSORS, ThinSeries::isStressor));
        leaveOut(thin, "seams", ThinSeries::areSeams);
        leaveOut(thin, "firstTornNanos", ThinSeries::areTimes);
        if (isListOf(series.path("notes"), MAX_NOTES, JsonNode::isObject)) {
            thin.putArray("notes").addAll(series.path("notes").valueStream().map(note -> {
                ObjectNode copy = series.objectNode().setAll((ObjectNode) note);
                thinList(copy, OFFSETS, MAX_OFFSET);
                return copy;
            }).toList());
        }
        return thin;
    }

    /** Of a list of numbers in range a list of one zero is left; of one that a schema cannot look into, no list. */
    private static void thinList(ObjectNode node, String name, long most) {
        if (areIntegers(node.path(name), most)) {
            node.putArray(name).add(0);
        } else if (Numbers.of(node.path(name)) != null) {
            node.put(name, false);
        }
    }

    private static boolean areIntegers(JsonNode list, long most) {
        Numbers numbers = Numbers.of(list);
        return numbers == null ? isListOf(list, MAX_ITEMS, number -> isInteger(number, 0, most))
            : numbers.size() > 0 && numbers.size() <= MAX_ITEMS && numbers.least() >= 0 && numbers.most() <= most;
    }

    private static void leaveOut(ObjectNode node, String name, Predicate<JsonNode> fits) {
        if (fits.test(node.path(name))) {
            node.remove(name);
        } else if (Numbers.of(node.path(name)) != null) {
            node.put(name, false);
        }
    }

    private static boolean isListOf(JsonNode list, int most, Predicate<JsonNode> item) {
        if (!list.isArray() || list.isEmpty() || list.size() > most) {
            return false;
        }
        for (JsonNode one : list) {
            if (!item.test(one)) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasOnly(JsonNode object, int fields, Predicate<JsonNode> fits) {
        return object.isObject() && object.size() == fields && fits.test(object);
    }

    private static boolean areTotals(JsonNode totals) {
        for (String name : TOTALS) {
            if (!isInteger(totals.path(name), 0, ResultFile.MAX_COUNT)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isWitness(JsonNode witness) {
        return hasOnly(witness, VALUES.size() + 2, it -> isInteger(it.path("offset"), 0, MAX_OFFSET)
            && isInteger(it.path("seam"), 1, MAX_SEAM)) && VALUES.stream().allMatch(name -> isHex(witness.path(name)));
    }

    private static boolean isHex(JsonNode value) {
        String text = value.isString() ? value.stringValue() : "";
        if (!HEX_LENGTHS.contains(text.length()) || !text.startsWith(HEX_PREFIX)) {
            return false;
        }
        for (int i = HEX_PREFIX.length(); i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isStressor(JsonNode use) {
        return hasOnly(use, 3, it -> isInteger(it.path("changes"), 0, ResultFile.MAX_COUNT)
            && isInteger(it.path("torn"), 0, ResultFile.MAX_COUNT)
            && it.path("stressor").isString() && STRESSOR.matcher(it.path("stressor").stringValue()).matches());
    }

    private static boolean areSeams(JsonNode seams) {
        if (!seams.isObject() || seams.isEmpty() || seams.size() > MAX_ITEMS) {
            return false;
        }
        for (var at : seams.properties()) {
            if (!isNumber(at.getKey(), 0, MAX_OFFSET) || !at.getValue().isObject() || at.getValue().isEmpty()) {
                return false;
            }
            for (var seam : at.getValue().properties()) {
                if (!isNumber(seam.getKey(), 1, MAX_SEAM) || !isInteger(seam.getValue(), 1, ResultFile.MAX_COUNT)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean areTimes(JsonNode times) {
        return times.isObject() && !times.isEmpty() && times.size() <= MAX_ITEMS
            && times.propertyStream().allMatch(at -> isNumber(at.getKey(), 0, MAX_OFFSET)
            && isInteger(at.getValue(), 0, ResultFile.MAX_COUNT));
    }

    private static boolean isInteger(JsonNode number, long least, long most) {
        return number.isIntegralNumber() && number.canConvertToLong() && number.longValue() >= least
            && number.longValue() <= most;
    }

    /** Returns a decimal number without a leading zero; six digits fit into an int. */
    private static boolean isNumber(String name, int least, int most) {
        if (name.isEmpty() || name.length() > 6 || name.length() > 1 && name.charAt(0) == '0') {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) < '0' || name.charAt(i) > '9') {
                return false;
            }
        }
        int number = Integer.parseInt(name);
        return number >= least && number <= most;
    }
}
