// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.tearline.published.Digest;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import org.tearline.published.UnreadableResult;
import tools.jackson.databind.JsonNode;

/**
 * All rules that one file can be held to: the same for the command, for CI and for the reports. Reading faults end the
 * examination, then faults against the schema do; the other rules are all applied. Immutable. Thread-safe.
 */
public final class Validator {
    private final ResultSchema schema;
    private final List<Check> checks;

    /**
     * Creates a validator for a day.
     *
     * @param clock tells which dates are in the future
     */
    public Validator(Clock clock) {
        this.schema = ResultSchema.load();
        this.checks = checks(clock);
    }

    /** Returns all checks of a day, in the order in which they are made. */
    static List<Check> checks(Clock clock) {
        return List.of(new MachineCheck(LocalDate.now(clock.withZone(ZoneOffset.UTC))), new CpuNamesCheck(),
            new HostCheck(), new JvmCheck(), new NamesCheck(),
            new TrialCheck(), new CountCheck(), new LimitCheck(), new ControlCheck(), new SeamCheck(),
            new StressorCheck(), new BudgetCheck(), new InstructionCheck(), new NotedCheck(),
            new RegularityCheck(), new StateCheck());
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
            Optional<ResultText.Stored> stored = ResultText.asStored(bytes);
            JsonNode tree = stored.isPresent() ? stored.get().tree() : ResultText.parse(bytes);
            ResultText.requireVersion(tree);
            if (stored.isEmpty()) {
                schema.check(tree, findings);
            } else if (!schema.passes(tree)) {
                // With its numbers one by one, for a fault among them to be named.
                tree = ResultText.parse(bytes);
                schema.check(tree, findings);
            }
            if (!findings.list().isEmpty()) {
                return new Examination(name, null, findings.list(), List.of());
            }
            file = stored.isPresent() ? stored.get().file() : ResultText.file(tree);
            TextCheck.check(tree, findings);
            if (stored.isEmpty()) {
                findings.add(ValidationRule.LAYOUT, "", "not laid out as tester writes it");
            }
            checkDigest(file, tree, findings);
        } catch (UnreadableResult e) {
            return unreadable(name, e);
        }
        for (Check check : checks) {
            check.check(file, findings);
            if (findings.has(ValidationRule.OFFSETS)) {
                // Nothing runs parallel any more: whatever else would be found follows from it.
                break;
            }
        }
        return new Examination(name, file, findings.list(), switch (file.environment().emulated()) {
            case YES -> List.of("emulated: reports show it in a section of its own, not as this CPU's");
            case UNKNOWN -> List.of("it is not known whether it was emulated; reports say so next to the run");
            case NO -> List.of();
        });
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
        Findings findings = new Findings();
        findings.add(rule, "", what);
        return new Examination(name, null, findings.list(), List.of());
    }
}
