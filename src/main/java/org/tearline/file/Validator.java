// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import static org.tearline.file.ValidationRule.DIGEST;
import static org.tearline.file.ValidationRule.LAYOUT;
import static org.tearline.file.ValidationRule.OFFSETS;

import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tearline.file.Examination.Findings;
import tools.jackson.databind.JsonNode;

/**
 * Applies the rules for single files. If a file cannot be read or does not fit the schema, no other rule is applied.
 * Thread-safe.
 */
public final class Validator {
    private final FileSchema schema = new FileSchema("result");
    private final LocalDate today;

    /** Creates a validator that rejects dates more than a day after today. */
    public Validator() {
        this(Clock.systemUTC());
    }

    Validator(Clock clock) {
        today = LocalDate.now(clock.withZone(ZoneOffset.UTC));
    }

    /** Reads and examines a file. An unreadable file is a finding. */
    public Examination examine(String name, Path path) {
        try {
            return examine(name, ResultText.bytes(path));
        } catch (UnreadableFile e) {
            return unreadable(name, e);
        }
    }

    /** Examines a result as it would be stored. */
    public Examination examine(String name, ResultFile file) {
        return examine(name, ResultText.stored(file));
    }

    public Examination examine(String name, byte[] bytes) {
        Findings findings = new Findings();
        ResultFile file;
        try {
            JsonNode tree = ResultText.parse(bytes);
            ResultText.requireVersion(tree);
            schema.requireMatch(tree);
            file = ResultText.file(tree);
            TextCheck.check(tree, "", findings);
            if (!Arrays.equals(bytes, ResultText.stored(file))) {
                findings.add(LAYOUT, "", "the layout differs from what tester writes");
            }
        } catch (UnreadableFile e) {
            return unreadable(name, e);
        }
        String digest = ResultText.digest(file);
        if (!digest.equals(file.digest())) {
            findings.add(DIGEST, "/digest", "should be " + digest);
        }
        new MachineCheck(file, findings).check(today);
        CountCheck.check(file, findings);
        if (!findings.has(OFFSETS)) {
            // Relies on lists of equal length.
            new StateCheck(file, file.rules(), findings).check();
        }
        return new Examination(name, file, findings.list(), notes(file));
    }

    private static Examination unreadable(String name, UnreadableFile e) {
        return new Examination(name, null, List.of(e.finding()), List.of());
    }

    private static List<String> notes(ResultFile file) {
        List<String> notes = new ArrayList<>(CountCheck.alignedTears(file));
        switch (file.environment().emulated()) {
            case YES -> notes.add("emulated: reports list it separately, not under this CPU");
            case UNKNOWN -> notes.add("emulation could not be ruled out; reports mark this run");
            case NO -> { }
        }
        if (!file.rules().jvmKnown()) {
            notes.add("JVM not known to us: its counts say nothing about this CPU's granules or promises");
        }
        return List.copyOf(notes);
    }
}
