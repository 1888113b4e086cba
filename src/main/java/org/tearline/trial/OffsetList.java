// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Parses and prints lists of offsets, such as {@code 0..63,4089..4095} or {@code 0-63}. Thread-safe. */
public final class OffsetList {
    private static final Pattern PART = Pattern.compile("(\\d{1,7})(?:(?:\\.\\.|-)(\\d{1,7}))?");

    private OffsetList() {
    }

    /**
     * Returns the offsets in ascending order, without duplicates.
     *
     * @param most the largest allowed offset
     * @throws IllegalArgumentException unless the text is a list of numbers and ascending ranges up to this offset
     */
    public static List<Integer> parse(String text, int most) {
        TreeSet<Integer> offsets = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            Matcher range = PART.matcher(part.strip());
            if (!range.matches()) {
                throw new IllegalArgumentException("'" + text + "' is not a list of offsets and ranges such as"
                    + " 0..63,4089..4095, all within 0.." + most);
            }
            int from = Integer.parseInt(range.group(1));
            int to = from;
            if (range.group(2) != null) {
                to = Integer.parseInt(range.group(2));
            }
            if (to < from) {
                throw new IllegalArgumentException("'" + part.strip() + "' runs backwards; write " + to + ".." + from);
            }
            for (int end : List.of(from, to)) {
                if (end > most) {
                    throw new IllegalArgumentException(end + " is not within 0.." + most);
                }
            }
            IntStream.rangeClosed(from, to).forEach(offsets::add);
        }
        return new ArrayList<>(offsets);
    }

    /** The default offsets of a sweep: the first line, and those at which a long crosses the end of the page. */
    public static List<Integer> usual(Geometry geometry) {
        return IntStream.concat(IntStream.range(0, geometry.lineBytes()),
            IntStream.range(geometry.pageBytes() - Long.BYTES + 1, geometry.pageBytes()))
            .distinct()
            .sorted()
            .boxed()
            .toList();
    }

    /** Returns the text for these ascending offsets, with a range for two or more in a row. */
    public static String ranges(List<Integer> offsets) {
        StringJoiner text = new StringJoiner(",");
        for (int i = 0; i < offsets.size(); i++) {
            int start = offsets.get(i);
            while (i + 1 < offsets.size() && offsets.get(i + 1) == offsets.get(i) + 1) {
                i++;
            }
            if (offsets.get(i) > start) {
                text.add(start + ".." + offsets.get(i));
            } else {
                text.add(String.valueOf(start));
            }
        }
        return text.toString();
    }
}
