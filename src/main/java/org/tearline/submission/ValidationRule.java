// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.util.Locale;

/**
 * Names what can be wrong with a result file, each with how to fix it. The ids are part of the interface. Immutable.
 */
public enum ValidationRule {
    SIZE("a result file is at most 512 KB; sweep fewer offsets or placements per file"),
    JSON("submit the file as tester wrote it: JSON in UTF-8, one object, nothing after it"),
    DUPLICATE_KEY("submit the file as tester wrote it; no name may occur twice in an object"),
    LIMITS("submit the file as tester wrote it; nothing in a result file is that deep or long"),
    SCHEMA("submit the file as this version of tester writes it; tester show FILE explains every field"),
    VERSION("run the sweep again with this version of tester"),
    LAYOUT("do not edit or reformat the file; tester submit FILE restores the layout"),
    DIGEST("the content was changed after it was written; submit the original, or run the sweep again"),
    PATH("let tester submit FILE put the file in its place; its name is computed from its content"),
    TEXT("only letters, digits, spaces and ()@.,+-_/:# occur in names of CPUs and JVMs; report the name as a bug"),
    LEAK("remove what identifies you or your machine; if the CPU or JVM is really called that, report it as a bug"),
    OFFSETS("offsets ascend, stay within two pages, and every list of counts has one number for each"),
    COUNTS("counts contradict each other; run the sweep again, and report it as a bug if it happens again"),
    SEAM_SUM("every torn value has one seam; run the sweep again, and report it as a bug if it happens again"),
    SEAM_ILLEGAL("no instruction can be cut there; run the sweep again, and report it as a bug if it happens again"),
    ALIEN("the harness or the memory is at fault; do not submit, test the memory, and report it as a bug"),
    WITNESS("the evidence contradicts itself; run the sweep again, and report it as a bug if it happens again"),
    WITNESS_MISSING("a tear is published with its bytes; run the sweep again with this version of tester"),
    RATE("no core is that fast; run the sweep again, and report it as a bug if it happens again"),
    DATE("set the clock of the machine and run the sweep again"),
    PLACEMENT("the series and the list of placements contradict each other; run the sweep again"),
    CONTROLS("a negative result without controls proves nothing; list these offsets under notes as inconclusive"),
    STATE("a state must fit its reason and its counts; run the sweep again with this version of tester"),
    TRIAL("the tester runs no such trial; run the sweep again, and report it as a bug if it happens again"),
    SERIES("one series per memory, width, write, read, placement and tier; run the sweep again"),
    PLANTED("planted tears are found at about the rate at which they are stored; run the sweep again"),
    SILENCE("a negative result is worth no more than its counts say; run the sweep again with this version of tester"),
    PROFILE("a profile is one of the tester's, or custom and no shorter than quick; run the sweep again"),
    CPU_KEY("the key follows from the numbers next to it; submit the file as tester wrote it"),
    CPU_NAMES("vendor, brand and design must fit the numbers next to them; report it as a bug if yours are right"),
    EMULATED("an emulator's tears are not the CPU's; the file must say emulated: yes"),
    JVM("run the sweep again on a JDK with HotSpot, 17 or later; report it as a bug if yours is one"),
    FLAGS("flags must fit the CPU, each other and what ran; run the sweep again with this version of tester"),
    FEATURES("a CPU has features of its own instruction set; submit the file as tester wrote it"),
    OS("no JDK runs on such a system; run the sweep again, and report it as a bug if yours is really that version"),
    IMITATED("run the tester on the system itself, not on what stands in for it"),
    SPLIT_LOCKS("times of split locks contradict each other; run the sweep again with this version of tester"),
    INSTRUCTION("no compiler makes that of the access; run the sweep again, and report it as a bug if yours does"),
    NAMES("only names that the tester and its benchmarks use; submit the file as they wrote it"),
    FAULTS("x86-64 does not fault there; run the sweep again, and report it as a bug if it happens again"),
    MACHINE("no such machine exists; run the sweep again, and report it as a bug if yours is really like that"),
    REGULAR("what is measured is never so regular; submit what the tester counted, as it wrote it"),
    PUBLISHED("a published file never changes; recall it, and submit what is right as a new file"),
    DUPLICATE_DIGEST("the same result exists already; submit it once"),
    DUPLICATE_RUN("another file of the same run exists already; submit one of them"),
    COPY("no two runs count the same; submit what your own machine counted, each run once"),
    SUBMITTER("a handle is that of the account which submits; leave it out, or submit from that account");

    private final String fix;

    ValidationRule(String fix) {
        this.fix = fix;
    }

    /** Returns the id as it is printed. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns what the submitter can do. */
    public String fix() {
        return fix;
    }
}
