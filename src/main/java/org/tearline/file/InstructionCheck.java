// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tearline.file.Examination.Findings;
import org.tearline.file.Examination.ValidationRule;
import org.tearline.file.Series.SeriesTier;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Side;
import org.tearline.trial.TrialSpec.WriteMode;
import tools.jackson.databind.json.JsonMapper;

/** Checks that each access can be the instruction reported for it. Catches evidence read from another loop's code. */
final class InstructionCheck {
    private InstructionCheck() {
    }

    static void check(ResultFile file, Findings findings) {
        Set<String> named = new HashSet<>();
        for (ResultFile.Instruction found : file.evidence()) {
            boolean one = found.widthBytes() != null ? found.isOneVector(file.environment().architecture())
                : fits(found, file.environment().arch());
            if (!one || !named.add(found.access() + found.tier())) {
                findings.add(ValidationRule.INSTRUCTION, "/evidence: " + found.access(), one ? "is listed twice"
                    : "cannot be " + found.instruction() + " on " + file.environment().arch());
            }
        }
        if (file.kind() == ResultFile.Kind.SWEEP) {
            file.series().stream().filter(series -> series.width().isVector()
                && series.changes().stream().anyMatch(changes -> changes > 0))
                .forEach(series -> checkVectors(series, file.evidence(), findings));
        }
    }

    /** Only code compiled by C1 or C2 can be inspected. */
    private static boolean fits(ResultFile.Instruction found, String arch) {
        Map<String, String> allowed = KnownNames.load().instructions().get(arch);
        if (allowed == null || found.tier() != SeriesTier.C1 && found.tier() != SeriesTier.C2) {
            return false;
        }
        String kind = found.write() != null ? kind(found.write(), allowed) : kind(found.read(), allowed);
        Map<String, String> called = KnownNames.load().instructions().get("calledByC1");
        return found.instruction().matches(allowed.get(kind)) || found.tier() == SeriesTier.C1
            && (found.read() == ReadMode.EXCHANGE ? found.instruction().matches(called.get("exchange"))
            : found.memory().checkedByJdk() && (found.write() == WriteMode.PLAIN || found.read() == ReadMode.PLAIN)
            && found.instruction().matches(called.get("plain")));
    }

    private static String kind(WriteMode mode, Map<String, String> allowed) {
        return switch (mode) {
            case CAS, GETANDSET, GETANDADD -> mode.toString();
            case VOLATILE -> allowed.containsKey("fenced") ? "fenced" : "store";
            case OPAQUE, ORDERED, SEQLOCK -> allowed.containsKey("ordered") ? "ordered" : "store";
            case PLAIN -> allowed.containsKey("move") ? "move" : "store";
        };
    }

    private static String kind(ReadMode mode, Map<String, String> allowed) {
        return switch (mode) {
            case CAS, EXCHANGE -> "cas";
            case GETANDADD -> "getandadd";
            case PLAIN, OPAQUE, ACQUIRE, VOLATILE, AGREE, MASKED, SEQLOCK -> allowed.containsKey("move") ? "move"
                : "load";
        };
    }

    /** A tear of a vector is the CPU's only if one instruction accesses the whole vector. */
    private static void checkVectors(Series series, List<ResultFile.Instruction> evidence, Findings findings) {
        Arrays.stream(Side.values()).filter(side -> evidence.stream().noneMatch(found ->
            found.isOf(series.width()) && side == found.side()))
            .forEach(side -> findings.add(ValidationRule.INSTRUCTION, series.name(), "there is no evidence that its "
                + side + " is one instruction"));
    }

    /**
     * The names that a result file may contain where its schema does not list them. Names are never removed: older
     * files must stay valid.
     *
     * @param instructions by instruction set and kind of access, as regular expressions
     */
    public record KnownNames(Set<String> stressors, Set<String> retiredStressors,
                             Map<String, Map<String, String>> instructions) {
        private static final KnownNames ALL = read();

        public static KnownNames load() {
            return ALL;
        }

        private static KnownNames read() {
            try (InputStream in = KnownNames.class.getResourceAsStream("/published/names.json")) {
                return JsonMapper.shared().readValue(in, KnownNames.class);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        public boolean isStressor(String name) {
            return stressors.contains(name) || retiredStressors.contains(name);
        }
    }
}
