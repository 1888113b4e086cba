// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.DatabindException;

/**
 * The outcome of validating one file.
 *
 * @param file     the content; null if the file could not be read
 * @param findings the rules that the file breaks
 * @param notes    remarks for readers of the file that are not errors
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
            return rule.id() + ": " + (where.isEmpty() ? "" : where + ": ") + what + "; rule: " + rule.sentence()
                + "; fix: " + rule.fix();
        }
    }

    /** Creates the examination of a file whose content is unknown. */
    public Examination(String name, String... notes) {
        this(name, null, List.of(), List.of(notes));
    }

    /** Creates the examination of a recalled file, whose content does not count. */
    public static Examination recalled(String name, String reason) {
        return new Examination(name, "recalled: " + Quoted.of(reason));
    }

    /** Whether the file was recalled, or only its name is known. */
    public boolean recalled() {
        return file == null && valid();
    }

    public boolean valid() {
        return findings.isEmpty();
    }

    /** Returns a copy with one more finding. */
    public Examination with(ValidationRule rule, String where, String what) {
        List<Finding> more = new ArrayList<>(findings);
        more.add(new Finding(rule, Quoted.of(where), Quoted.of(what)));
        return new Examination(name, file, List.copyOf(more), notes);
    }

    /** Collects the findings of one file, a few per rule. Not thread-safe. */
    static final class Findings {
        /** Enough to find the cause. */
        private static final int MAX_PER_RULE = 5;

        private final List<Finding> all = new ArrayList<>();

        void add(ValidationRule rule, String where, String what) {
            if (all.stream().filter(finding -> finding.rule() == rule).count() < MAX_PER_RULE) {
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

    /** Reports an unreadable file in one printable line. Jackson's own messages name Java types and settings. */
    public static final class UnreadableFile extends Exception {
        private static final long serialVersionUID = 1;

        private final ValidationRule rule;

        public UnreadableFile(ValidationRule rule, String message) {
            super(message, null, false, false);
            this.rule = rule;
        }

        /** Creates the exception for text that is not JSON. */
        static UnreadableFile ofText(JacksonException e) {
            boolean located = e.getLocation() != null && e.getLocation().getLineNr() > 0;
            String place = located ? "line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr()
                + ": " : "";
            if (e instanceof ReaderLimits.Exceeded) {
                return new UnreadableFile(ValidationRule.LIMITS, place + e.getOriginalMessage());
            }
            return e.getOriginalMessage().startsWith("Duplicate")
                ? new UnreadableFile(ValidationRule.DUPLICATE_KEY, place + "duplicate name in an object")
                : new UnreadableFile(ValidationRule.JSON, place + (e instanceof UnexpectedEndOfInputException
                    ? "unexpected end of file" : "not valid JSON"));
        }

        /** Creates the exception for JSON that does not fit the record. */
        static UnreadableFile ofValue(JacksonException e) {
            String pointer = e instanceof DatabindException known && !known.getPath().isEmpty()
                ? known.getPath().stream().map(step -> step.getPropertyName() == null ? String.valueOf(step.getIndex())
                    : Quoted.of(step.getPropertyName())).collect(Collectors.joining("/", "/", ": ")) : "";
            return new UnreadableFile(ValidationRule.SCHEMA,
                pointer + "a field is missing or its value is out of range");
        }

        public ValidationRule rule() {
            return rule;
        }
    }

    /** The rules for result files, each with a fix for files that break it. The ids are part of the interface. */
    public enum ValidationRule {
        SIZE("a result file is at most 1 MB", "sweep fewer offsets or placements per file"),
        JSON("a result file is one JSON object in UTF-8", "submit the file as tester wrote it"),
        DUPLICATE_KEY("the names in an object are unique", "submit the file as tester wrote it"),
        LIMITS("depth and lengths stay within the reader's limits", "submit the file as tester wrote it"),
        SCHEMA("every field matches the schema",
            "submit the file as tester wrote it; tester show FILE explains every field"),
        VERSION("a file has the schema version of this tester", "run the sweep again with this version of tester"),
        LAYOUT("a file has the layout that tester writes", "run tester submit FILE, which restores the layout"),
        DIGEST("the digest matches the content", "submit the original, or run the sweep again"),
        PATH("a file's name follows from its content", "run tester submit FILE, which puts the file in its place"),
        TEXT("names consist of letters, digits, spaces and ()@.,+-_/:#", "report the name as a bug"),
        LEAK("nothing identifies you or your machine", "remove it; report a bug if the CPU or JVM has that name"),
        DATE("the date is not in the future", "set the machine's clock and run the sweep again"),
        CPU_KEY("the key follows from the CPU's numbers, and x86-64 has lines of 64 and pages of 4096 bytes",
            "submit the file as tester wrote it"),
        PLACEMENT("the placement of every series is listed once", "run the sweep again"),
        SERIES("there is one series per memory, width, write, read, placement and tier", "run the sweep again"),
        OFFSETS("offsets ascend and stay within two pages, and every list of counts has one entry per offset",
            "submit the file as tester wrote it"),
        COUNTS("torn <= changes <= reads", "run the sweep again; report a bug if it happens again"),
        ALIEN("values that are not a mixture of two writes are noted", "test the machine's memory, and report a bug"),
        SEAM_SUM("every torn value has one seam", "run the sweep again; report a bug if it happens again"),
        SEAM_ILLEGAL("a misaligned value is torn only where its instruction can tear",
            "run the sweep again; report a bug if it happens again"),
        WITNESS("a witness consists of two writes and has a seam that was counted",
            "run the sweep again; report a bug if it happens again"),
        WITNESS_MISSING("a tear is published with its bytes", "run the sweep again with this version of tester"),
        INSTRUCTION("a vector counts only with evidence that each side is one instruction",
            "run the sweep again with this version of tester"),
        CONTROLS("a negative result needs controls that passed", "list these offsets under notes as inconclusive"),
        STATE("a state matches its reason and its counts", "run the sweep again with this version of tester"),
        SILENCE("the strength of a negative result follows from its counts",
            "run the sweep again with this version of tester"),
        PUBLISHED("a published file never changes", "recall it, and submit a correct file under its own name"),
        DUPLICATE_DIGEST("a result is submitted once", "leave it out"),
        DUPLICATE_RUN("a run is submitted once", "submit only one of its files"),
        COPY("no two runs have identical counts", "submit counts from your own machine");

        private final String sentence;
        private final String fix;

        ValidationRule(String sentence, String fix) {
            this.sentence = sentence;
            this.fix = fix;
        }

        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        public String sentence() {
            return sentence;
        }

        public String fix() {
            return fix;
        }
    }

    /** Makes untrusted text safe to print: one line of ASCII, without control or bidi characters. */
    public static final class Quoted {
        private static final int MAX_LENGTH = 120;
        private static final int FIRST_PRINTABLE = 0x20;
        private static final int LAST_ASCII = 0x7e;

        private Quoted() {
        }

        /** Quotes text, and truncates long text. */
        public static String of(String text) {
            return text.length() > MAX_LENGTH ? ascii(text.substring(0, MAX_LENGTH)) + "..." : ascii(text);
        }

        /** Quotes a file name without truncating it. */
        public static String name(String text) {
            return ascii(text);
        }

        /**
         * Escapes everything but printable ASCII. CI systems execute commands in log lines, after two colons at the
         * start or after two number signs and a bracket anywhere.
         */
        private static String ascii(String text) {
            StringBuilder quoted = new StringBuilder();
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                quoted.append(c >= FIRST_PRINTABLE && c <= LAST_ASCII ? c
                    : String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
            return quoted.toString().replace("::", ":\\u003a").replace("##[", "#\\u0023[");
        }
    }
}
