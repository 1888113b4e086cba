// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.List;
import org.tearline.promise.JavaRule;
import org.tearline.promise.Observation;

/**
 * Everything that the page's template shows. Immutable.
 *
 * @param single whether it is one run's own page
 * @param policy the content security policy: nothing from elsewhere, and no script or style but these two
 * @param data   JSON, safe inside a script element
 * @param grids  what is behind the drawings, each once
 * @param files   of how many files the page is made, in a sentence
 * @param addresses where the project and this page live; null if nobody said so
 * @param dataSet   the names of the files that lie in the folder data beside the page; empty where there is none
 * @param numbers where the model numbers stand that the search knows
 */
public record Page(boolean single, String policy, String style, String script, String data, List<Answer> answers,
                   Overview overview, List<Contradiction> contradictions, List<Contradiction> unconfirmed,
                   List<CpuView> cpus, List<Family> families,
                   List<JavaRule> javaRules, List<Observation> elsewhere, List<RatePlot.Grid> grids,
                   List<Numbers> numbers, String files, Addresses addresses, List<String> dataSet) {

    /** CPUs that are promised the same, with the promises. */
    public record Family(String anchor, String name, List<CpuView.RuleView> rules) {
    }

    /** The model numbers of a brand, and who says which is which. */
    public record Numbers(String brand, String source, String url) {
    }
}
