// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.ArrayList;
import java.util.List;
import org.tearline.file.Examination.Finding;

/** Collects what is wrong with one file, a few of a kind. Not thread-safe. */
final class Findings {
    /** Five mistakes of a kind are enough to look for the cause. */
    private static final int MAX_PER_RULE = 5;

    private final List<Finding> all = new ArrayList<>();

    void add(ValidationRule rule, String where, String what) {
        addPrintable(rule, where, Quoted.of(what));
    }

    /** Adds text of any length that is safe to print. */
    void addPrintable(ValidationRule rule, String where, String what) {
        if (all.stream().filter(finding -> finding.rule() == rule).count() < MAX_PER_RULE) {
            all.add(new Finding(rule, Quoted.of(where), what));
        }
    }

    boolean has(ValidationRule rule) {
        return all.stream().anyMatch(finding -> finding.rule() == rule);
    }

    List<Finding> list() {
        return List.copyOf(all);
    }
}
