// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The rules that one file alone can be held to: the same for the command, for CI and for the reports. A file that
 * cannot be read or does not fit the schema is not examined further; else all other rules are applied.
 * Thread-safe.
 */
public final class Validator {
    private final FileSchema schema = FileSchema.load(FieldGuide.SCHEMA);
    private final List<Check> checks;

    /**
     * Creates a validator for a day.
     *
     * @param clock tells which dates are in the future
     */
    public Validator(Clock clock) {
        this.checks = List.of(new MachineCheck(LocalDate.now(clock.withZone(ZoneOffset.UTC))), new CountCheck(),
            new SeamCheck(), new InstructionCheck(), new StateCheck());
    }

    /** Reads and examines a file; one that cannot be read at all is a finding too. */
    public Examination examine(String name, Path path) {
        try {
            return examine(name, ResultText.bytes(path));
        } catch (UnreadableResult e) {
            return unreadable(name, e);
        } catch (IOException e) {
            return failed(name, ValidationRule.SIZE, "cannot be read: " + e.getMessage());
        }
    }

    /** Examines the bytes of a file. */
    public Examination examine(String name, byte[] bytes) {
        Findings findings = new Findings();
        ResultFile file;
        try {
            JsonNode tree = ResultText.parse(bytes);
            ResultText.requireVersion(tree);
            schema.fault(tree).ifPresent(fault -> findings.addPrintable(ValidationRule.SCHEMA, fault.where(),
                fault.what()));
            if (!findings.list().isEmpty()) {
                return new Examination(name, null, findings.list(), List.of());
            }
            file = ResultText.file(tree);
            TextCheck.check(tree, findings);
            if (!Arrays.equals(bytes, ResultText.stored(file))) {
                findings.add(ValidationRule.LAYOUT, "", "the bytes are not those that tester writes");
            }
            checkDigest(file, tree, findings);
        } catch (UnreadableResult e) {
            return unreadable(name, e);
        }
        for (Check check : checks) {
            check.check(file, findings);
            if (findings.has(ValidationRule.OFFSETS)) {
                // The lists no longer run parallel: all else that would be found follows from it.
                break;
            }
        }
        List<String> notes = new ArrayList<>(SeamCheck.alignedTears(file));
        switch (file.environment().emulated()) {
            case YES -> notes.add("emulated: reports show it in a section of its own, not as this CPU's");
            case UNKNOWN -> notes.add("emulation could not be ruled out; reports mark this run");
            case NO -> { }
        }
        return new Examination(name, file, findings.list(), List.copyOf(notes));
    }

    private static void checkDigest(ResultFile file, JsonNode tree, Findings findings) {
        try {
            String digest = Digest.of(tree);
            if (!digest.equals(file.digest())) {
                findings.add(ValidationRule.DIGEST, "/digest", "should be " + digest);
            }
        } catch (IllegalArgumentException e) {
            findings.add(ValidationRule.DIGEST, "", e.getMessage());
        }
    }

    private static Examination unreadable(String name, UnreadableResult e) {
        return failed(name, switch (e.fault()) {
            case SIZE -> ValidationRule.SIZE;
            case VERSION -> ValidationRule.VERSION;
            case JSON -> ValidationRule.JSON;
            case VALUE -> ValidationRule.SCHEMA;
            case DUPLICATE_KEY -> ValidationRule.DUPLICATE_KEY;
            case LIMITS -> ValidationRule.LIMITS;
        }, e.getMessage());
    }

    private static Examination failed(String name, ValidationRule rule, String what) {
        return new Examination(name, null, List.of(), List.of()).with(rule, "", what);
    }
}
