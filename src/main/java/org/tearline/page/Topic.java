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

    /** Returns the times in a row of docs/costs.md, in nanoseconds, by CPU, to which several columns may belong. */
    private static Map<String, DoubleSummaryStatistics> costs(String row) {
        List<List<String>> table = Resource.text("/page/docs/costs.md").lines().filter(line -> line.startsWith("|"))
            .map(line -> List.of(line.split(" *\\| *"))).toList();
        List<String> cells = table.stream().filter(line -> line.size() > 1 && line.get(1).equals(row)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("docs/costs.md has no row " + row));
        // The last header above the row. Its first cell is empty; it is element 1, after the text before the bar.
        List<String> heads = table.subList(0, table.indexOf(cells)).stream()
            .filter(line -> line.size() > 2 && line.get(1).isEmpty()).reduce((a, b) -> b).orElseThrow();
        Map<String, DoubleSummaryStatistics> costs = new LinkedHashMap<>();
        for (int i = 2; i < cells.size(); i++) {
            String number = cells.get(i).replaceAll("[^0-9.]", "");
            if (!number.isEmpty()) {
                costs.computeIfAbsent(heads.get(i).replaceFirst(",.*", ""), absent -> new DoubleSummaryStatistics())
                    .accept(Double.parseDouble(number));
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
