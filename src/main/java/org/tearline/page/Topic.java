// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tearline.archive.CpuDesign;
import org.tearline.archive.CpuDesign.Standing;
import org.tearline.file.JcstressImport.JcstressCase.Place;
import org.tearline.file.JcstressImport.MixedCase;
import tools.jackson.databind.json.JsonMapper;

/**
 * A paragraph that answers a question about no particular CPU and place.
 *
 * @param panel the panel of the page that contains it
 * @param id    the script's name for it; null if the script does not name it
 * @param words a regular expression for the words that lead to it
 * @param alone whether it is shown without the answer for a CPU, which would not fit the question
 * @param own   the row of docs/costs.md with a number for each CPU; may be null
 * @param see   the document with the details
 */
public record Topic(String panel, String id, String title, String words, boolean alone, String own, String text,
                    String see) {
    /** Placeholder for the range over all CPUs in a row of docs/costs.md. */
    private static final Pattern COST = Pattern.compile("\\{cost:([^}]+)}");
    /** Placeholder for how often, by CPU, jcstress saw an aligned long and the two ints in it contradict each other. */
    private static final String CONTRADICTIONS = "{contradictions}";
    private static final double NANOS_PER_MICRO = 1000;

    /** Returns all topics, with the numbers filled in. */
    static List<Topic> all(List<CpuDesign> designs) {
        String contradictions = contradictions(designs);
        return Stream.of(Resource.json("/page/topics.json", Topic[].class))
            .map(topic -> topic.filled(contradictions)).toList();
    }

    private static String contradictions(List<CpuDesign> designs) {
        List<String> found = new ArrayList<>();
        List<CpuDesign> counted = designs.stream()
            .filter(design -> design.standing() == Standing.PROJECT && !design.emulated()).toList();
        for (CpuDesign design : counted) {
            design.jcstress().stream().flatMap(run -> run.mixed().stream())
                .filter(one -> one.test().equals("PlainInts") && one.place() == Place.ALIGNED)
                .forEach(one -> found.add(words(one) + " on " + CpuDesign.bare(design.name())));
        }
        return found.isEmpty() ? "not published yet" : String.join(", ", found);
    }

    private static String words(MixedCase seen) {
        String some = seen.unexplained() == 0 ? "none in " : Words.count(seen.unexplained()) + " of ";
        return some + Words.many(seen.samples());
    }

    private Topic filled(String contradictions) {
        String numbers = COST.matcher(text).replaceAll(row -> {
            DoubleSummaryStatistics all = new DoubleSummaryStatistics();
            costs(row.group(1)).values().forEach(all::combine);
            return range(all);
        });
        return new Topic(panel, id, title, words, alone, own, numbers.replace(CONTRADICTIONS, contradictions), see);
    }

    /** Returns the numbers of the topic by CPU, as a JSON object; null if it has none. */
    public String numbers() {
        if (own == null) {
            return null;
        }
        Map<String, String> numbers = new LinkedHashMap<>();
        costs(own).forEach((cpu, nanos) -> numbers.put(cpu, range(nanos)));
        return JsonMapper.shared().writeValueAsString(numbers);
    }

    /** Returns the times in a row of docs/costs.md, in nanoseconds, by CPU. A CPU may have a column for each JDK. */
    private static Map<String, DoubleSummaryStatistics> costs(String row) {
        List<String> heads = List.of();
        for (String line : Resource.text("/page/docs/costs.md").lines().filter(text -> text.startsWith("|")).toList()) {
            // Element 0 is the text before the first bar, element 1 the first cell. That of a header is empty.
            List<String> cells = List.of(line.split(" *\\| *"));
            if (cells.size() > 2 && cells.get(1).isEmpty()) {
                heads = cells;
            } else if (cells.size() > 2 && cells.get(1).equals(row)) {
                return byCpu(heads, cells);
            }
        }
        throw new IllegalArgumentException("docs/costs.md has no row " + row);
    }

    /** @param heads CPU and JDK of each column, such as "Zen 4, JDK 25" */
    private static Map<String, DoubleSummaryStatistics> byCpu(List<String> heads, List<String> cells) {
        Map<String, DoubleSummaryStatistics> costs = new LinkedHashMap<>();
        for (int i = 2; i < cells.size(); i++) {
            String cpu = heads.get(i).replaceFirst(",.*", "");
            // Drops thousands separators and remarks. Nothing remains of a dash.
            String nanos = cells.get(i).replaceAll("[^0-9.]", "");
            if (!nanos.isEmpty()) {
                costs.computeIfAbsent(cpu, absent -> new DoubleSummaryStatistics()).accept(Double.parseDouble(nanos));
            }
        }
        return costs;
    }

    /** Formats a range in one unit, such as "1 to 184 us". */
    private static String range(DoubleSummaryStatistics nanos) {
        boolean micros = nanos.getMax() >= NANOS_PER_MICRO;
        double unit = micros ? NANOS_PER_MICRO : 1;
        String lowest = Words.twoDigits(nanos.getMin() / unit);
        String highest = Words.twoDigits(nanos.getMax() / unit);
        String range = lowest.equals(highest) ? lowest : lowest + " to " + highest;
        return range + (micros ? " us" : " ns");
    }
}
