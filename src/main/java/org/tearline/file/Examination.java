// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.ArrayList;
import java.util.List;

/**
 * The outcome of validating one file.
 *
 * @param file     the content; null if it could not be read, does not fit the schema, was not looked at, or does not
 *                 count because the file was recalled
 * @param findings the rules that the file breaks
 * @param notes    remarks that are not errors; in a recalled file, the reason for the recall
 */
public record Examination(String name, ResultFile file, List<Finding> findings, List<String> notes) {
    /**
     * A broken rule, in printable text.
     *
     * @param where the place in the file; empty for the whole file
     * @param what  the fault
     */
    public record Finding(ValidationRule rule, String where, String what) {
        public String line() {
            return rule.id() + ": " + fault() + "; rule: " + rule.sentence() + "; fix: " + rule.fix();
        }

        /** Returns the fault, which starts with its place. */
        String fault() {
            if (where.isEmpty()) {
                return what;
            }
            return where + ": " + what;
        }
    }

    /** Creates the examination of a file whose content is unknown. */
    public Examination(String name, String... notes) {
        this(name, null, List.of(), List.of(notes));
    }

    /** Whether the file was recalled. True also for a published file that could not be read. */
    public boolean recalled() {
        return file == null && valid();
    }

    /** Returns the first broken rule, in one line. */
    public String problem() {
        return findings.get(0).line();
    }

    public boolean valid() {
        return findings.isEmpty();
    }

    public Examination with(ValidationRule rule, String where, String what) {
        List<Finding> more = new ArrayList<>(findings);
        more.add(new Finding(rule, Quoted.of(where), Quoted.of(what)));
        return new Examination(name, file, List.copyOf(more), notes);
    }

    /** Collects the findings of one file, a few per rule. Not thread-safe. */
    static final class Findings {
        private final List<Finding> all = new ArrayList<>();

        void add(ValidationRule rule, String where, String what) {
            // Five are enough to find the cause.
            if (all.stream().filter(finding -> finding.rule() == rule).count() < 5) {
                all.add(new Finding(rule, Quoted.of(where), Quoted.of(what)));
            }
        }

        boolean has(ValidationRule rule) {
            return all.stream().anyMatch(finding -> finding.rule() == rule);
        }

        List<Finding> list() {
            return List.copyOf(all);
        }
    }
}
