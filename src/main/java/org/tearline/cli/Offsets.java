package org.tearline.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A list of offsets and ranges of them such as {@code 0..63,4089..4095}. Stateless. */
final class Offsets implements ITypeConverter<List<Integer>> {
    private static final Pattern PART = Pattern.compile("(\\d{1,7})(?:\\.\\.(\\d{1,7}))?");
    private static final int MAX_OFFSETS = 100_000;

    @Override
    public List<Integer> convert(String text) {
        TreeSet<Integer> offsets = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            Matcher range = PART.matcher(part.strip());
            if (!range.matches()) {
                throw bad(text);
            }
            int from = Integer.parseInt(range.group(1));
            int to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
            if (to < from || to - from >= MAX_OFFSETS) {
                throw bad(text);
            }
            IntStream.rangeClosed(from, to).forEach(offsets::add);
        }
        return new ArrayList<>(offsets);
    }

    /** Two ranges, one after the other. */
    static List<Integer> range(int from, int to, int alsoFrom, int alsoTo) {
        return Stream.concat(IntStream.rangeClosed(from, to).boxed(), IntStream.rangeClosed(alsoFrom, alsoTo).boxed())
            .distinct().sorted().toList();
    }

    /** The shortest text that means these offsets; they are ascending. */
    static String format(List<Integer> offsets) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < offsets.size(); i++) {
            int start = offsets.get(i);
            while (i + 1 < offsets.size() && offsets.get(i + 1) == offsets.get(i) + 1) {
                i++;
            }
            text.append(text.length() == 0 ? "" : ",").append(start);
            if (offsets.get(i) > start) {
                text.append("..").append(offsets.get(i));
            }
        }
        return text.toString();
    }

    private static TypeConversionException bad(String text) {
        return new TypeConversionException("'" + text + "' is no list of offsets and ranges such as 0..63,4089..4095");
    }
}
