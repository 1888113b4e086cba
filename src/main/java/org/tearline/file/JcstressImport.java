// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tearline.file.Environment.ThreadPinning;
import org.tearline.file.ResultFile.TesterBuild;
import org.tearline.machine.Machine;
import org.tearline.machine.SplitLockPolicy.SplitLockCost;
import org.tearline.trial.LowerCase;
import org.tearline.trial.Memory;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.verdict.Tally.Counts;
import tools.jackson.databind.JsonNode;

/** Creates a result file from the cases that scripts/jcstress exported and from the facts about this machine. */
public final class JcstressImport {
    private static final int MAX_BYTES = 1 << 20;
    private static final int RUN_ID_DIGITS = 32;
    private static final List<String> MACHINE = List.of("os.name", "os.arch", "os.version");

    private JcstressImport() {
    }

    private record Export(Map<String, String> environment, List<JcstressCase> cases, List<MixedCase> mixed) {
        Export {
            Objects.requireNonNull(environment);
            cases = List.copyOf(cases);
            mixed = List.copyOf(mixed);
        }
    }

    /**
     * Converts an export to a sealed result.
     *
     * @param machine this machine, which must have run the tests
     * @throws UnreadableFile if the export is invalid or from another machine
     */
    public static ResultFile of(Path file, Machine machine, TesterBuild build) throws IOException, UnreadableFile {
        if (ExportedFile.read(file, MAX_BYTES, JsonNode.class).has("schemaVersion")) {
            throw new UnreadableFile(ValidationRule.SCHEMA,
                "already a result file, not a results.json from scripts/jcstress");
        }
        Export export = ExportedFile.read(file, MAX_BYTES, Export.class);
        Map<String, String> exported = export.environment;
        for (String property : MACHINE) {
            String here = System.getProperty(property);
            if (!here.equals(exported.get(property))) {
                throw new UnreadableFile(ValidationRule.SCHEMA, "made on another machine: " + property + " is "
                    + Quoted.of(String.valueOf(exported.get(property))) + " there, " + here + " here");
            }
        }
        Environment.Java java = new Environment.Java(exported.get("java.vendor"), exported.get("java.vm.version"),
            exported.get("java.vm.name"), null);
        ThreadPinning notPinned = new ThreadPinning(false, false);
        Environment environment = PublishedMachine.of(machine, SplitLockCost.notTimed("an import runs nothing"),
            notPinned, null).withJvm(java);
        // The export contains no date, but was written at the end of the run.
        LocalDate day = LocalDate.ofInstant(Files.getLastModifiedTime(file).toInstant(), ZoneOffset.UTC);
        // Importing an export twice must not count as two runs.
        String runId = Digest.sha256(Files.readAllBytes(file)).substring(0, RUN_ID_DIGITS);
        return ResultFile.unsealed(day, runId, build, environment, export.cases, export.mixed).sealed();
    }

    /**
     * The outcome of one jcstress test of a long at one place, in all configurations.
     *
     * @param states how often each state was read: before, after, the bytes of a torn value in memory order (A1 to A8
     *               before the write, B1 to B8 after it), or alien and the bytes
     */
    public record JcstressCase(Memory memory, Place place, WriteMode write, ReadMode read,
                               SortedMap<String, Long> states) {
        /** Where the tests put the value. They assume lines of 64 bytes and pages of 4096. */
        public enum Place {
            ALIGNED(0), INSIDE(28), LINE(60), PAGE(4092);

            private final int offset;

            Place(int offset) {
                this.offset = offset;
            }

            public int offset() {
                return offset;
            }

            @Override
            public String toString() {
                return LowerCase.of(this);
            }
        }

        public JcstressCase {
            states = Series.orEmpty(states);
        }

        /** Whether a mixture of the values before and after the write was read. */
        public boolean torn() {
            return states.keySet().stream().anyMatch(state -> state.matches("[AB]\\d.*"));
        }

        /** Whether a value was read that is neither the one before the write, nor the one after it, nor a mixture. */
        boolean alien() {
            return states.keySet().stream().anyMatch(state -> state.matches("alien .*"));
        }

        String name() {
            return memory + "/" + place + "/" + write + "/" + read;
        }
    }

    /**
     * The outcome of one jcstress test that accesses a value as a whole and by its halves, in all configurations.
     *
     * @param test   the name of the test in jcstress/
     * @param states how often it saw an outcome of each grade
     */
    public record MixedCase(String test, JcstressCase.Place place, SortedMap<Grade, Long> states) {
        /** jcstress' grades. Interesting: no order of the accesses explains the outcome, but it is allowed. */
        public enum Grade {
            ACCEPTABLE, ACCEPTABLE_INTERESTING, FORBIDDEN;

            @Override
            public String toString() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        public MixedCase {
            states = Series.orEmpty(states);
        }

        public long samples() {
            return Counts.sum(states.values());
        }

        /** Adds another run of the same test at the same place. */
        public MixedCase plus(MixedCase other) {
            SortedMap<Grade, Long> sums = new TreeMap<>(states);
            other.states.forEach((grade, count) -> sums.merge(grade, count, Long::sum));
            return new MixedCase(test, place, sums);
        }

        /** How often no order of the accesses explained what the threads saw, forbidden outcomes included. */
        public long unexplained() {
            return samples() - states.getOrDefault(Grade.ACCEPTABLE, 0L);
        }
    }
}
