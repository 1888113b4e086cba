// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    /**
     * The rules for a result file: what each says, and how to mend a file that breaks it. The ids are part of the
     * interface.
     */
    public enum ValidationRule {
        SIZE("a result file is at most 1 MB", "sweep fewer offsets or placements per file"),
        JSON("a result file is one JSON object in UTF-8", "submit the file as tester wrote it"),
        DUPLICATE_KEY("no name occurs twice in an object", "submit the file as tester wrote it"),
        LIMITS("nothing in a result file is that deep or long", "submit the file as tester wrote it"),
        SCHEMA("every field is in the schema",
            "submit the file as tester wrote it; tester show FILE explains every field"),
        VERSION("a file has the schema version of this tester", "run the sweep again with this version of tester"),
        LAYOUT("a file is laid out as tester writes it", "tester submit FILE restores the layout"),
        DIGEST("the digest is that of the content", "submit the original, or run the sweep again"),
        PATH("a file's name is computed from its content", "let tester submit FILE put the file in its place"),
        TEXT("names have letters, digits, spaces and ()@.,+-_/:# only", "report the name as a bug"),
        LEAK("nothing identifies you or your machine", "remove it; report it as a bug if the CPU or JVM has that name"),
        DATE("a file is not from the future", "set the clock of the machine and run the sweep again"),
        CPU_KEY("the key follows from the numbers next to it, line and page from the instruction set",
            "submit the file as tester wrote it"),
        NAMES("stressors are those of the tester", "submit the file as tester wrote it"),
        PLACEMENT("every series has its placement, pinned only if pinning was asked for", "run the sweep again"),
        SERIES("one series per memory, width, write, read, placement and tier", "run the sweep again"),
        OFFSETS("offsets ascend, stay within two pages, and every list of counts has one number for each",
            "submit the file as tester wrote it"),
        COUNTS("torn <= changes <= reads", "run the sweep again; report it as a bug if it happens again"),
        PLANTED("planted values are expected at a fixed share of the changes", "run the sweep again"),
        ALIEN("values that are no mixture of two writes are noted", "test the memory, and report it as a bug"),
        SEAM_SUM("every torn value has one seam", "run the sweep again; report it as a bug if it happens again"),
        SEAM_ILLEGAL("a misaligned value is cut only where its instruction can be",
            "run the sweep again; report it as a bug if it happens again"),
        WITNESS("a witness is made of two writes, cut at a seam that was counted",
            "run the sweep again; report it as a bug if it happens again"),
        WITNESS_MISSING("a tear is published with its bytes", "run the sweep again with this version of tester"),
        INSTRUCTION("an access is the instruction that its compiler makes of it", "report it as a bug"),
        CONTROLS("a negative result has controls that held", "list these offsets under notes as inconclusive"),
        STATE("a state fits its reason and its counts", "run the sweep again with this version of tester"),
        SILENCE("a negative result is worth what its counts say", "run the sweep again with this version of tester"),
        PUBLISHED("a published file never changes", "recall it, and submit what is right as a new file"),
        DUPLICATE_DIGEST("a result is submitted once", "leave it out"),
        DUPLICATE_RUN("a run is submitted once", "submit one of its files"),
        COPY("no two runs have all their counts in common", "submit what your own machine counted");

        private final String sentence;
        private final String mend;

        ValidationRule(String sentence, String mend) {
            this.sentence = sentence;
            this.mend = mend;
        }

        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        public String sentence() {
            return sentence;
        }

        public String mend() {
            return mend;
        }
    }
}
