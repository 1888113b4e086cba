// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import org.tearline.trial.LowerCase;

/** The rules for result files, each with a fix for files that break it. The ids are part of the interface. */
public enum ValidationRule {
    SIZE("a result file can be read and has at most 1 MB",
        "check the file, or sweep fewer offsets or placements per file"),
    JSON("a result file is one JSON object in UTF-8", "submit the file as tester wrote it"),
    DUPLICATE_KEY("the names in an object are unique", "submit the file as tester wrote it"),
    LIMITS("depth and lengths stay within the reader's limits", "submit the file as tester wrote it"),
    SCHEMA("every field matches the schema",
        "submit the file as tester wrote it; tester show FILE explains every field"),
    VERSION("a file has the schema version of this tester", "run the sweep again with this version of tester"),
    LAYOUT("a file has the layout that tester writes", "send the file as tester wrote it, or run tester submit FILE"
        + " --results " + ResultFile.FOLDER + " in a clone of the project, which restores the layout"),
    DIGEST("the digest matches the content", "submit the original, or run the sweep again"),
    PATH("a file's name follows from its content", "run tester submit FILE, which puts the file in its place"),
    TEXT("names consist of letters, digits, spaces and ()@.,+-_/:#", "report the name as a bug"),
    LEAK("nothing identifies you or your machine", "remove it; report a bug if the CPU or JVM has that name"),
    DATE("the date is between that of the first tester and today", "set the machine's clock and run the sweep again"),
    CPU_KEY("the key follows from the CPU's numbers, and x86-64 has lines of 64 and pages of 4096 bytes",
        "submit the file as tester wrote it"),
    EMULATED("any sign of an emulator means emulated", "submit the file as tester wrote it"),
    PLACEMENT("the placement of every series is listed once and fits the CPUs", "run the sweep again"),
    SERIES("each series and each jcstress test at one place is listed once",
        "run the sweep again"),
    OFFSETS("offsets ascend and stay within two pages, and every list of counts has one entry per offset",
        "submit the file as tester wrote it"),
    COUNTS("torn <= changes <= reads, within the time of a sweep",
        "run the sweep again; report a bug if it happens again"),
    ALIEN("values that are not a mixture of writes are noted", "test the machine's memory, and report a bug"),
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
    LISTS("each line of a list names a file and says whose it is, or why it was recalled",
        "correct the line, or send results without changes to lists"),
    PUBLISHED("a published file never changes", "recall it, and submit a correct file under its own name"),
    DUPLICATE_DIGEST("a result is submitted once", "leave it out"),
    DUPLICATE_RUN("a run is submitted once", "submit only one of its files"),
    COPY("no two runs share half of the counts of a series, a jcstress test or a file",
        "submit counts from your own machine");

    private final String sentence;
    private final String fix;

    ValidationRule(String sentence, String fix) {
        this.sentence = sentence;
        this.fix = fix;
    }

    public String id() {
        return LowerCase.of(this);
    }

    public String sentence() {
        return sentence;
    }

    public String fix() {
        return fix;
    }
}
