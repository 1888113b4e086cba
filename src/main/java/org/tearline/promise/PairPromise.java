package org.tearline.promise;

import java.util.List;

/**
 * What is promised of one access or of a write and a read together. Immutable.
 *
 * @param promise the weaker of the two sides
 * @param rules   the rules of both sides; empty where no document says anything
 */
public record PairPromise(Promise promise, List<Rule> rules) {
    /** The names of the rules. */
    public List<String> ruleIds() {
        return rules.stream().map(Rule::id).toList();
    }
}
