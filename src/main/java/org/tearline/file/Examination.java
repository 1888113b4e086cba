// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.DatabindException;

/**
 * What came of validating one file.
 *
 * @param file     its content; null if it could not be read
 * @param findings the rules that it breaks
 * @param notes    what its readers will be told, without being an error
 */
public record Examination(String name, ResultFile file, List<Finding> findings, List<String> notes) {
    /**
     * One rule that a file breaks, in printable text.
     *
     * @param where the place in the file, or empty for the whole
     * @param what  what is wrong there
     */
    public record Finding(ValidationRule rule, String where, String what) {
        public String line() {
            return rule.id() + ": " + (where.isEmpty() ? "" : where + ": ") + what + "; rule: " + rule.sentence()
                + "; mend: " + rule.mend();
        }
    }

    /** Of a file whose content is not known. */
    public Examination(String name, String... notes) {
        this(name, null, List.of(), List.of(notes));
    }

    public boolean valid() {
        return findings.isEmpty();
    }

    /** The same with one more finding. */
    public Examination with(ValidationRule rule, String where, String what) {
        List<Finding> more = new ArrayList<>(findings);
        more.add(new Finding(rule, Quoted.of(where), Quoted.of(what)));
        return new Examination(name, file, List.copyOf(more), notes);
    }

    /** Collects what is wrong with one file, a few of a kind. Not thread-safe. */
    static final class Findings {
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

    /** One printable line on why a file cannot be read. Jackson's own messages name Java types and settings. */
    public static final class UnreadableFile extends Exception {
        private static final long serialVersionUID = 1;

        private final ValidationRule rule;

        public UnreadableFile(ValidationRule rule, String message) {
            super(message, null, false, false);
            this.rule = rule;
        }

        /** Of text that is no JSON. */
        static UnreadableFile ofText(JacksonException e) {
            boolean located = e.getLocation() != null && e.getLocation().getLineNr() > 0;
            String place = located ? "line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr()
                + ": " : "";
            if (e instanceof StreamConstraintsException) {
                return new UnreadableFile(ValidationRule.LIMITS, place + "too deep or too long");
            }
            return e.getOriginalMessage().startsWith("Duplicate")
                ? new UnreadableFile(ValidationRule.DUPLICATE_KEY, place + "a name for the second time in its object")
                : new UnreadableFile(ValidationRule.JSON, place + (e instanceof UnexpectedEndOfInputException
                    ? "the file ends in the middle" : "not JSON from here on"));
        }

        /** Of JSON that is no such record. */
        static UnreadableFile ofValue(JacksonException e) {
            String pointer = e instanceof DatabindException known && !known.getPath().isEmpty()
                ? known.getPath().stream().map(step -> step.getPropertyName() == null ? String.valueOf(step.getIndex())
                    : Quoted.of(step.getPropertyName())).collect(Collectors.joining("/", "/", ": ")) : "";
            return new UnreadableFile(ValidationRule.SCHEMA,
                pointer + "a field is missing or its value is out of range");
        }

        /** The rule that the file breaks. */
        public ValidationRule rule() {
            return rule;
        }
    }
}
