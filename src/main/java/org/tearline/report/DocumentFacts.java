// SPDX-License-Identifier: Apache-2.0
package org.tearline.report;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tearline.machine.SplitLockCost;
import org.tearline.promise.Facts;
import org.tearline.promise.Guarantees;
import org.tearline.trial.Budget;
import org.tearline.words.Words;

/**
 * Fills in the facts that a document contains between the markers {@code <!-- fact: NAME -->} and
 * {@code <!-- end -->}. A name is that of a fact, of a constant of the code, or {@code cost ROW} or
 * {@code cost ROW on CPU} or {@code cost ROW by CPU}, which is the range in a row of docs/costs.md, or
 * {@code rule ID}, which is the sentence of a rule. Thread-safe.
 */
final class DocumentFacts {
    static final Pattern MARKED = Pattern.compile("(<!-- fact: ([^>]+?) -->)(.*?)(<!-- end -->)", Pattern.DOTALL);
    private static final Pattern COST = Pattern.compile("cost (.+?)(?: on ([^,]+)|( by CPU))?");
    private static final Map<String, Long> CONSTANTS = Map.of(
        "changes.least", Budget.LEAST_CHANGES,
        "changes.default", Budget.DEFAULT_CHANGES,
        "changes.default.half-locked", Budget.DEFAULT_HALF_LOCKED_CHANGES,
        "changes.default.split-locked", Budget.DEFAULT_SPLIT_LOCKED_CHANGES,
        "changes.least.split-locked", Budget.LEAST_SPLIT_LOCKED_CHANGES,
        "split-lock.series", (long) SplitLockCost.SERIES,
        "split-lock.series.millis", (long) SplitLockCost.SERIES_MILLIS,
        "split-lock.slow.millis", (long) SplitLockCost.SLOW_MILLIS);

    private DocumentFacts() {
    }

    /**
     * Returns a document with the current values between its markers.
     *
     * @throws IllegalArgumentException if there is no such fact
     */
    static String filled(String document) {
        return MARKED.matcher(document)
            .replaceAll(marked -> Matcher.quoteReplacement(marked.group(1) + value(marked.group(2)) + marked.group(4)));
    }

    private static String value(String name) {
        if (name.startsWith("rule ")) {
            String id = name.substring("rule ".length());
            return Guarantees.load().rules().stream()
                .filter(rule -> rule.id().equals(id))
                .map(rule -> rule.sentence().replaceFirst("\\.$", ""))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no rule " + id));
        }
        Long constant = CONSTANTS.get(name);
        if (constant != null) {
            return Words.many(constant);
        }
        Matcher cost = COST.matcher(name);
        if (!cost.matches()) {
            return Facts.text(name);
        }
        if (cost.group(3) != null) {
            return Costs.byCpu(cost.group(1)).entrySet().stream()
                .map(range -> range.getValue() + " on " + range.getKey())
                .collect(Collectors.joining(", "));
        }
        if (cost.group(2) == null) {
            return Costs.range(cost.group(1));
        }
        String range = Costs.byCpu(cost.group(1)).get(cost.group(2));
        if (range == null) {
            throw new IllegalArgumentException("docs/costs.md has no time on " + cost.group(2) + " in this row");
        }
        return range;
    }
}
