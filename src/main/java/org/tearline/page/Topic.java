// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tearline.archive.CpuDesign;
import org.tearline.archive.CpuDesign.Standing;
import org.tearline.file.JcstressCase.Place;
import org.tearline.file.MixedCase;
import org.tearline.promise.Facts;
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
            String name = CpuDesign.bare(design.name());
            design.jcstress().forEach(run -> run.mixed().forEach((jdk, tests) -> tests.stream()
                .filter(one -> one.test().equals("PlainInts") && one.place() == Place.ALIGNED)
                .forEach(one -> found.add(words(one) + " on " + name + " with JDK " + jdk))));
        }
        return found.isEmpty() ? "not published yet" : String.join(", ", found);
    }

    private static String words(MixedCase seen) {
        String some = seen.unexplained() == 0 ? "none in " : Words.count(seen.unexplained()) + " of ";
        return some + Words.many(seen.samples());
    }

    private Topic filled(String contradictions) {
        String numbers = COST.matcher(Facts.load().filled(text)).replaceAll(row -> Costs.range(row.group(1)));
        return new Topic(panel, id, title, words, alone, own, numbers.replace(CONTRADICTIONS, contradictions), see);
    }

    /** Returns the numbers of the topic by CPU, as a JSON object; null if it has none. */
    public String numbers() {
        if (own == null) {
            return null;
        }
        return JsonMapper.shared().writeValueAsString(Costs.byCpu(own));
    }
}
