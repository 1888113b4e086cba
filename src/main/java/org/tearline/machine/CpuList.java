// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The kernel's notation for a set of CPUs, such as {@code 0-3,8}. */
public final class CpuList {
    private static final int MAX_CPU = 1 << 16;
    private static final int HEX = 16;

    private CpuList() {
    }

    /** Parses the notation into ascending CPUs without repetition. */
    public static List<Integer> parse(String text) {
        TreeSet<Integer> cpus = new TreeSet<>();
        for (String part : text.strip().split(",")) {
            if (part.isBlank()) {
                continue;
            }
            String[] ends = part.strip().split("-", 2);
            int from = number(ends[0], text);
            int to = ends.length == 2 ? number(ends[1], text) : from;
            if (to < from) {
                throw new IllegalArgumentException("not an ascending range of CPUs: " + part.strip());
            }
            for (int cpu = from; cpu <= to; cpu++) {
                cpus.add(cpu);
            }
        }
        return new ArrayList<>(cpus);
    }

    /** Like {@link #parse}, but empty if the text is no list or has no CPU in it. */
    static Optional<List<Integer>> read(String text) {
        try {
            return Optional.of(parse(text)).filter(cpus -> !cpus.isEmpty());
        } catch (IllegalArgumentException e) {
            // A file that is not what it should be says nothing.
            return Optional.empty();
        }
    }

    /** Reads a mask such as {@code 00000001,0000000f}; empty if it is none or has no CPU in it. */
    static Optional<List<Integer>> readMask(String text) {
        String digits = text.replace(",", "");
        if (!digits.matches("[0-9a-fA-F]{1,16384}")) {
            return Optional.empty();
        }
        BigInteger mask = new BigInteger(digits, HEX);
        List<Integer> cpus = IntStream.range(0, mask.bitLength()).filter(mask::testBit).boxed().toList();
        return Optional.of(cpus).filter(found -> !found.isEmpty());
    }

    public static String format(List<Integer> cpus) {
        return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** Writes the notation that {@link #parse} reads. */
    public static String ranges(List<Integer> cpus) {
        StringBuilder text = new StringBuilder();
        List<Integer> sorted = new ArrayList<>(new TreeSet<>(cpus));
        int start = 0;
        for (int i = 0; i < sorted.size(); i++) {
            boolean ends = i + 1 == sorted.size() || sorted.get(i + 1) != sorted.get(i) + 1;
            if (ends) {
                text.append(text.isEmpty() ? "" : ",").append(sorted.get(start));
                text.append(i > start ? "-" + sorted.get(i) : "");
                start = i + 1;
            }
        }
        return text.toString();
    }

    private static int number(String digits, String whole) {
        try {
            int value = Integer.parseInt(digits.strip());
            if (value >= 0 && value < MAX_CPU) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below, in the same words as a number out of range.
        }
        throw new IllegalArgumentException("not a list of CPUs such as 0-3,8: " + whole.strip());
    }
}
