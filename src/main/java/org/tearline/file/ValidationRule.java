// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.Locale;

/**
 * The rules for a result file: what each says, and how to mend a file that breaks it. The ids are part of the
 * interface.
 */
public enum ValidationRule {
    SIZE("a result file is at most 1 MB", "sweep fewer offsets or placements per file"),
    JSON("a result file is one JSON object in UTF-8", "submit the file as tester wrote it"),
    DUPLICATE_KEY("no name occurs twice in an object", "submit the file as tester wrote it"),
    LIMITS("nothing in a result file is that deep or long", "submit the file as tester wrote it"),
    SCHEMA("every field is in the schema", "submit the file as tester wrote it; tester show FILE explains every field"),
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
